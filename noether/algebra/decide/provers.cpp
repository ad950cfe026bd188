#include "noether/algebra/decide/provers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "noether/algebra/equivalents/equalities.h"
#include "noether/algebra/equivalents/equivalents.h"
#include "noether/algebra/normal/domain.h"
#include "noether/algebra/normal/rational_function.h"
#include "noether/egraph/proof.h"

namespace noether::algebra {
namespace {

// The share of the remaining time for normal forms; the rules get the rest.
constexpr double kShareOfTime = 0.3;
constexpr double kMaxSeconds = 0.5;
constexpr std::size_t kMaxWrittenTerms = 10'000;

// left - right if all parts except plain numbers cancel as written: for numbers that are too large
// to compute with.
std::optional<Rational> written_difference(const Expressions& pool, ExprId left, ExprId right) {
  std::map<ExprId, int> counts;
  Rational sum;
  std::vector<std::pair<ExprId, int>> terms{{left, 1}, {right, -1}};
  for (std::size_t i = 0; i < terms.size() && i < kMaxWrittenTerms; ++i) {
    const auto [id, sign] = terms[i];
    const Op op = pool.op(id);
    if (op == Op::Add || op == Op::Subtract) {
      terms.emplace_back(pool.operand(id, 0), sign);
      terms.emplace_back(pool.operand(id, 1), op == Op::Add ? sign : -sign);
    } else if (op == Op::Number) {
      sum = sign > 0 ? sum + pool.value(id) : sum - pool.value(id);
    } else {
      counts[id] += sign;
    }
  }
  if (terms.size() > kMaxWrittenTerms) return std::nullopt;
  if (!std::ranges::all_of(counts, [](const auto& entry) { return entry.second == 0; })) {
    return std::nullopt;
  }
  return sum;
}

using Clock = std::chrono::steady_clock;

// Most proofs are found in a small graph within a millisecond, and they are short; the others get
// larger attempts.
constexpr std::array<std::size_t, 3> kNodeLimits = {500, 4'000, 40'000};
constexpr std::size_t kMaxRounds = 60;

// A proof that is too long to write is still a proof, without steps.
std::vector<Step> steps_of(Expressions& pool, const Equalities& equalities, egraph::NodeId left,
                           egraph::NodeId right) {
  std::vector<Step> steps;
  const auto proof = egraph::explain(equalities.graph(), left, right);
  if (!proof) return steps;
  steps.push_back({to_expression(proof->start, pool), ""});
  for (const egraph::ProofStep& step : proof->steps) {
    std::string name = step.reason.kind == egraph::Reason::Kind::Rule
                           ? equalities.book().rules()[step.reason.index].name
                           : "arithmetic";
    if (!step.forward) name += " (from right to left)";
    steps.push_back({to_expression(step.after, pool), std::move(name)});
  }
  return steps;
}

}  // namespace

NormalFormAnswer compare_normal_forms(Expressions& pool, const ProofRequest& request) {
  NormalFormAnswer answer;
  const double left_seconds =
      std::chrono::duration<double>(request.deadline - std::chrono::steady_clock::now()).count();
  if (left_seconds <= 0) return answer;
  const normal::Budget budget{.seconds = std::min(kMaxSeconds, kShareOfTime * left_seconds)};
  normal::Normalizer normalizer(pool, request.field, *request.assumptions);
  answer.same_values = normalizer.equal(request.left, request.right, budget).value_or(false);
  if (!answer.same_values) {
    const ExprId difference = pool.make(Op::Subtract, {request.left, request.right});
    const auto form = normalizer.normalize(difference, budget);
    if (form && pool.is_number(form->expression) && !pool.value(form->expression).is_zero()) {
      answer.difference = form->expression;
    } else if (const auto written = written_difference(pool, request.left, request.right);
               written && !written->is_zero()) {
      answer.difference = pool.number(*written);
    }
    return answer;
  }
  answer.same_domain = request.equality == Equality::Strict &&
                       normal::same_domain(normalizer, request.left, request.right, budget);
  if (request.want_steps) {
    answer.steps.push_back({request.left, ""});
    const auto common = normalizer.to_expression(request.left, budget);
    if (common && *common != request.left && *common != request.right) {
      answer.steps.push_back({*common, "normal form"});
    }
    answer.steps.push_back({request.right, "normal form"});
  }
  return answer;
}

std::optional<Proof> prove_by_rules(Expressions& pool, const ProofRequest& request) {
  const RuleBook& book = RuleBook::shipped({.complex = request.field == Field::Complex});
  for (const std::size_t nodes : kNodeLimits) {
    const double seconds = std::chrono::duration<double>(request.deadline - Clock::now()).count();
    if (seconds <= 0 || request.must_stop()) return std::nullopt;
    Equalities equalities(pool.vocabulary(), book, request.want_steps);
    for (const auto& [variable, range] : assumed_ranges(pool, *request.assumptions)) {
      equalities.facts().assume(variable, range);
    }
    const egraph::ClassId left = equalities.add(pool, request.left);
    const egraph::ClassId right = equalities.add(pool, request.right);
    const auto report = equalities.saturate(
        {.limits = {.rounds = kMaxRounds, .made_nodes = nodes, .seconds = seconds},
         .goal = [&] { return equalities.equal(left, right) || request.must_stop(); }});
    if (equalities.equal(left, right)) {
      Proof proof;
      if (request.want_steps) proof.steps = steps_of(pool, equalities, left, right);
      if (!request.want_steps) {
        proof.reason = "by rules";
      } else if (proof.steps.empty()) {
        proof.reason = "by rules, in more steps than can be written down";
      } else if (proof.steps.size() == 2) {
        proof.reason = "by one rule";
      } else {
        proof.reason = fmt::format("by rules, in {} steps", proof.steps.size() - 1);
      }
      return proof;
    }
    if (report.stop == egraph::StopReason::Saturated) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace noether::algebra
