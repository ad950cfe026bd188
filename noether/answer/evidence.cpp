#include "noether/answer/evidence.h"

#include <fmt/format.h>

#include <utility>

#include "noether/algebra/notation/write_expression.h"

namespace noether::answer {
namespace {

std::string evidence_latex(const algebra::Expressions& pool, algebra::ExprId id) {
  return algebra::expression_text(formula::Notation::Latex, pool, id);
}

}  // namespace

std::string_view verdict_word(algebra::Verdict verdict) {
  return verdict == algebra::Verdict::Unknown ? "undecided" : algebra::verdict_name(verdict);
}

std::vector<ProofStep> proof_of(const algebra::Expressions& pool,
                                const algebra::Decision& decision) {
  const std::size_t count = decision.proof.size();
  // A single expression proves nothing.
  if (count < 2) return {};
  std::vector<ProofStep> steps;
  for (std::size_t i = 0; i < count; ++i) {
    std::string why = decision.proof[i].rule;
    if (count > kMostProofSteps && i == kMostProofSteps / 2) {
      const std::size_t next = count - kMostProofSteps / 2;
      why = fmt::format("{} steps more", next - i);
      i = next - 1;
    }
    steps.push_back({evidence_latex(pool, decision.proof[i].term), std::move(why)});
  }
  return steps;
}

Counterexample counterexample_of(algebra::Expressions& pool, const algebra::Decision& decision) {
  Counterexample counterexample{{}, decision.left_value, decision.right_value};
  for (const auto& [variable, value] : decision.point.coordinates) {
    counterexample.point.emplace_back(evidence_latex(pool, pool.leaf(variable)),
                                      evidence_latex(pool, value));
  }
  return counterexample;
}

std::string counterexample_text(const Counterexample& counterexample) {
  std::string place;
  for (const auto& [variable, value] : counterexample.point) {
    place += fmt::format("{}${} = {}$", place.empty() ? "at " : ", ", variable, value);
  }
  return fmt::format("{}{}the left side is {} and the right side is {}", place,
                     place.empty() ? "" : " ", counterexample.left, counterexample.right);
}

void add_evidence(const Note& note, base::JsonObject& object) {
  if (!note.verdict.empty()) object.add_string("verdict", note.verdict);
  if (!note.latex.empty()) object.add_string("latex", note.latex);
  if (!note.proof.empty()) {
    std::vector<std::string> steps;
    for (const ProofStep& step : note.proof) {
      steps.push_back(
          base::JsonObject().add_string("latex", step.latex).add_string("rule", step.why).text());
    }
    object.add("proof", base::json_array(steps));
  }
  if (note.counterexample) {
    base::JsonObject point;
    for (const auto& [variable, value] : note.counterexample->point) {
      point.add_string(variable, value);
    }
    object.add("counterexample", base::JsonObject()
                                     .add("point", point.text())
                                     .add_string("a", note.counterexample->left)
                                     .add_string("b", note.counterexample->right)
                                     .text());
  }
}

}  // namespace noether::answer
