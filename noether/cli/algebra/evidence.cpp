#include "noether/cli/algebra/evidence.h"

#include <fmt/format.h>

#include <iterator>

#include "noether/algebra/notation/write_expression.h"

namespace noether::cli {
namespace {

using algebra::Decision;
using algebra::expression_text;
using algebra::Expressions;
using algebra::Verdict;
using formula::Notation;

// A proof of hundreds of steps is too long for a terminal.
constexpr std::size_t kMostSteps = 60;
constexpr std::size_t kFirstSteps = 25;
constexpr std::size_t kLastSteps = 10;

std::string variable_text(const Expressions& pool, algebra::Head variable) {
  return std::string(pool.vocabulary().variable_name(variable));
}

}  // namespace

std::string evidence_text(const Expressions& pool, const Decision& decision, Notation notation,
                          const std::string& indent) {
  std::string out;
  const auto to = std::back_inserter(out);
  if (decision.verdict == Verdict::Refuted) {
    std::string separator = indent + "at ";
    for (const auto& [variable, value] : decision.point.coordinates) {
      fmt::format_to(to, "{}{} = {}", separator, variable_text(pool, variable),
                     expression_text(notation, pool, value));
      separator = ", ";
    }
    if (!decision.point.coordinates.empty()) out += '\n';
    fmt::format_to(to, "{0}left:  {1}\n{0}right: {2}\n", indent, decision.left_value,
                   decision.right_value);
  }
  if (decision.verdict == Verdict::Proven && decision.proof.size() > 1) {
    const std::size_t steps = decision.proof.size();
    for (std::size_t i = 0; i < steps; ++i) {
      if (steps > kMostSteps && i == kFirstSteps) {
        i = steps - kLastSteps;
        fmt::format_to(to, "{}... {} more steps, which --json prints ...\n", indent,
                       steps - kFirstSteps - kLastSteps);
      }
      const algebra::Step& step = decision.proof[i];
      fmt::format_to(to, "{}{} {}", indent, i == 0 ? " " : "=",
                     expression_text(notation, pool, step.term));
      if (!step.rule.empty()) fmt::format_to(to, "    [{}]", step.rule);
      out += '\n';
    }
  }
  return out;
}

void add_evidence(JsonObject& object, const Expressions& pool, const Decision& decision,
                  Notation notation) {
  object.add_string("verdict", algebra::verdict_name(decision.verdict));
  object.add_string("reason", decision.reason);
  switch (decision.verdict) {
    case Verdict::Proven: {
      std::vector<std::string> steps;
      for (const algebra::Step& step : decision.proof) {
        JsonObject json;
        json.add_string("term", expression_text(notation, pool, step.term));
        json.add_string("rule", step.rule);
        steps.push_back(json.text());
      }
      object.add("proof", json_array(steps));
      break;
    }
    case Verdict::Refuted: {
      JsonObject point;
      for (const auto& [variable, value] : decision.point.coordinates) {
        point.add_string(variable_text(pool, variable), expression_text(notation, pool, value));
      }
      object.add("point", point.text());
      object.add_string("left_value", decision.left_value);
      object.add_string("right_value", decision.right_value);
      break;
    }
    case Verdict::Agrees:
      object.add_number("points", decision.points);
      object.add_number("digits", decision.digits);
      break;
    case Verdict::Unknown:
      break;
  }
}

}  // namespace noether::cli
