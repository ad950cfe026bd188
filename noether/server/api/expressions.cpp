#include "noether/server/api/expressions.h"

#include <fmt/format.h>

#include <vector>

#include "noether/algebra/notation/input_notation.h"
#include "noether/algebra/notation/write_expression.h"

namespace noether::server {
namespace {

base::Error too_many_parts() {
  return {fmt::format("the expression has more than {} parts", kMostExpressionNodes),
          {},
          "send a part of it"};
}

}  // namespace

Response ExpressionArguments::refusal(std::string_view name, std::string_view text,
                                      base::Error error) const {
  error.hint = hint_for_requests(std::move(error.hint));
  return arguments_.unreadable(name, text, error);
}

void ExpressionArguments::note_matrices(std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts) {
    algebra::declare_shown_matrices(reader_, algebra::guess_drawn_notation(text), {text});
  }
}

std::expected<std::vector<algebra::ExprId>, Response> ExpressionArguments::read_sides(
    std::string_view name, std::string_view text) {
  const auto refuse = [&](const base::Error& error) {
    return std::unexpected(refusal(name, text, error));
  };
  const formula::Notation notation = algebra::guess_drawn_notation(text);
  if (const auto bare = algebra::find_bare_function(text, notation)) return refuse(*bare);
  auto read = reader_.read_sides(notation, text, pool_);
  if (!read) return refuse(read.error());
  if (pool_.size() > kMostExpressionNodes) return refuse(too_many_parts());
  return *std::move(read);
}

std::expected<algebra::ExprId, Response> ExpressionArguments::read(std::string_view name,
                                                                   std::string_view text) {
  const auto refuse = [&](const base::Error& error) {
    return std::unexpected(refusal(name, text, error));
  };
  const formula::Notation notation = algebra::guess_drawn_notation(text);
  if (const auto bare = algebra::find_bare_function(text, notation)) return refuse(*bare);
  const auto read = reader_.read(notation, text, pool_);
  if (!read) return refuse(read.error());
  if (pool_.size() > kMostExpressionNodes) return refuse(too_many_parts());
  return *read;
}

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
