#include "noether/server/api/evidence_json.h"

#include <fmt/format.h>

#include <vector>

#include "noether/algebra/notation/write_expression.h"

namespace noether::server {
namespace {

using base::JsonObject;

std::string proof_json(const algebra::Expressions& pool, const algebra::Decision& decision) {
  std::vector<std::string> steps;
  const std::size_t count = decision.proof.size();
  for (std::size_t i = 0; i < count; ++i) {
    const algebra::Step& step = decision.proof[i];
    std::string rule = step.rule;
    if (count > kMostProofSteps && i == kMostProofSteps / 2) {
      const std::size_t next = count - kMostProofSteps / 2;
      rule = fmt::format("{} steps more", next - i);
      i = next - 1;
      steps.push_back(JsonObject()
                          .add_string("latex", latex_of(pool, decision.proof[i].term))
                          .add_string("rule", rule)
                          .text());
      continue;
    }
    steps.push_back(JsonObject()
                        .add_string("latex", latex_of(pool, step.term))
                        .add_string("rule", rule)
                        .text());
  }
  return base::json_array(steps);
}

std::string counterexample_json(const algebra::Expressions& pool,
                                const algebra::Decision& decision) {
  JsonObject point;
  for (const auto& [variable, value] : decision.point.coordinates) {
    point.add_string(pool.vocabulary().variable_name(variable), latex_of(pool, value));
  }
  return JsonObject()
      .add("point", point.text())
      .add_string("a", decision.left_value)
      .add_string("b", decision.right_value)
      .text();
}

}  // namespace

std::string latex_of(const algebra::Expressions& pool, algebra::ExprId expression) {
  return algebra::expression_text(formula::Notation::Latex, pool, expression);
}

std::string hint_for_requests(std::string hint) {
  const std::size_t option = hint.find("; --");
  if (option != std::string::npos) hint.resize(option);
  return hint;
}

void add_evidence(const algebra::Expressions& pool, const algebra::Decision& decision,
                  JsonObject& object) {
  using algebra::Verdict;
  object.add_string("verdict", algebra::verdict_name(decision.verdict))
      .add_string("reason", decision.reason)
      .add("proof", decision.verdict == Verdict::Proven ? proof_json(pool, decision) : "[]")
      .add("counterexample",
           decision.verdict == Verdict::Refuted ? counterexample_json(pool, decision) : "null");
  if (decision.verdict == Verdict::Agrees) {
    object.add_number("points", decision.points).add_number("digits", decision.digits);
  }
}

}  // namespace noether::server
