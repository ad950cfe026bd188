#include "noether/algebra/decide/decide.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include "noether/algebra/decide/prove_by_normal_form.h"
#include "noether/algebra/decide/prove_by_rules.h"
#include "noether/algebra/expression/bound_names.h"
#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/notation/operator_words.h"
#include "noether/algebra/numeric/agreement.h"
#include "noether/algebra/simplify/work_out_sides.h"

namespace noether::algebra {
namespace {

using Clock = std::chrono::steady_clock;

// A first look must be cheap; what passes it is looked at again with all digits asked for.
constexpr int kFirstDigits = 12;
constexpr int kFirstRandomPoints = 8;
// Fewer points than this say nothing about an expression with variables.
constexpr int kFewestPoints = 5;
// One point is all that an expression without variables has, so it is looked at closely.
constexpr int kConstantDigits = 100;
constexpr const char* kTimeIsOver = "the time is over";

Decision refuted(AgreementTest::Counterexample counterexample) {
  Decision decision;
  decision.verdict = Verdict::Refuted;
  const bool domain = counterexample.left == "undefined" || counterexample.right == "undefined";
  decision.reason = domain ? "one side is defined where the other is not" : "the values differ";
  decision.point = std::move(counterexample.point);
  decision.left_value = std::move(counterexample.left);
  decision.right_value = std::move(counterexample.right);
  return decision;
}

Decision refuted_by_difference(const Rational& difference) {
  Decision decision;
  decision.verdict = Verdict::Refuted;
  decision.reason = fmt::format("left minus right is {}", difference.to_string());
  decision.left_value = "right + " + difference.to_string();
  decision.right_value = "right";
  return decision;
}

Decision proven(std::string reason, std::vector<Step> proof) {
  Decision decision;
  decision.verdict = Verdict::Proven;
  decision.reason = std::move(reason);
  decision.proof = std::move(proof);
  return decision;
}

Decision unknown(std::string reason) {
  Decision decision;
  decision.reason = std::move(reason);
  return decision;
}

// The end of the decision: nothing speaks against equality, nothing proves it.
Decision weigh(const AgreementTest& test, const Expressions& pool, ExprId left, ExprId right,
               int digits, bool same_values, bool out_of_time) {
  if (!test.is_numeric()) {
    if (same_values) {
      return unknown("equal wherever both sides are defined, but the domains are not known");
    }
    return unknown("algebra cannot compute with " + words_for_unknown(pool, left, right));
  }
  if (test.agreeing() >= (test.has_variables() ? kFewestPoints : 1)) {
    Decision decision;
    decision.verdict = Verdict::Agrees;
    decision.points = test.agreeing();
    decision.digits = digits;
    decision.reason = fmt::format("no counterexample at {} point{} to {} digits", test.agreeing(),
                                  test.agreeing() == 1 ? "" : "s", digits);
    if (same_values) {
      decision.reason += "; where both sides are defined they are equal by normal forms";
    }
    return decision;
  }
  if (out_of_time) return unknown(kTimeIsOver);
  if (test.agreeing() > 0) {
    return unknown(fmt::format("both sides are defined at {} of the points tried, too few to tell",
                               test.agreeing()));
  }
  if (test.unclear() > 0) {
    return unknown("the values could not be computed closely enough at any point tried");
  }
  return unknown("no point was found where both sides are defined");
}

// The question about the sides with their integrals, sums and limits worked out; none where that
// does not settle it.
std::optional<Decision> decide_worked_out(Expressions& pool, ExprId left, ExprId right,
                                          const DecideOptions& options, Deadline deadline) {
  if (!options.assumptions.variables.empty() || options.assumptions.accepts) return std::nullopt;
  const auto worked = work_out_sides(pool, left, right);
  if (!worked) return std::nullopt;
  DecideOptions rest = options;
  rest.field = Field::Real;
  rest.seconds = std::chrono::duration<double>(deadline - Clock::now()).count();
  Decision decision = decide(pool, worked->left, worked->right, rest);
  if (decision.verdict == Verdict::Refuted) {
    decision.reason += "; " + worked->words;
    return decision;
  }
  if (decision.verdict != Verdict::Proven) return std::nullopt;
  std::vector<Step> steps{{left, ""}};
  if (worked->left != left) steps.push_back({worked->left, "worked out"});
  for (std::size_t i = 1; i < decision.proof.size(); ++i) steps.push_back(decision.proof[i]);
  if (worked->right != right) steps.push_back({right, "worked out"});
  return proven(worked->words, options.want_proof ? std::move(steps) : std::vector<Step>());
}

}  // namespace

Decision decide(Expressions& pool, ExprId left, ExprId right, const DecideOptions& options) {
  const Deadline deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(
                         std::chrono::duration<double>(std::max(0.0, options.seconds)));
  const ExprId written_left = left;
  const ExprId written_right = right;
  left = eliminate_derivatives(pool, left);
  right = eliminate_derivatives(pool, right);
  if (left == right) {
    std::vector<Step> proof{{written_left, ""}};
    if (written_left != written_right) proof.push_back({written_right, "differentiation"});
    return proven(written_left == written_right ? "the same expression" : "by differentiation",
                  std::move(proof));
  }
  std::array sides{left, right};
  share_bound_names(pool, sides);
  left = sides[0];
  right = sides[1];
  if (left == right) {
    return proven("the same but for the names of bound variables",
                  {{written_left, ""}, {written_right, "names of bound variables"}});
  }

  const auto must_stop = [&] { return options.is_over && options.is_over(); };
  const Field field = resolve_field(pool, left, right, options.field);
  if (field == Field::Real) {
    auto decided = decide_worked_out(pool, left, right, options, deadline);
    if (decided) return *std::move(decided);
  }
  AgreementTest test(pool, left, right, field, options.equality, options.assumptions, deadline);
  if (test.is_numeric()) {
    if (auto found = test.try_points(test.special_count() + kFirstRandomPoints, kFirstDigits,
                                     options.is_over)) {
      return refuted(std::move(*found));
    }
    if (!must_stop()) {
      if (auto found = test.try_critical_points(kFirstDigits)) return refuted(std::move(*found));
    }
    if (test.hole()) return refuted(*test.hole());
    if (must_stop()) return unknown(kTimeIsOver);
    // What has no value anywhere would equal everything of the kind.
    if (!test.has_variables() && test.undefined() > 0) return unknown("neither side has a value");
  }

  const ProofRequest request{left,
                             right,
                             field,
                             options.equality,
                             &options.assumptions,
                             deadline,
                             options.want_proof,
                             &options.is_over};
  NormalFormAnswer normal = compare_normal_forms(pool, request);
  if (normal.same_values &&
      (normal.same_domain || options.equality == Equality::WhereBothDefined)) {
    return proven("by normal forms", std::move(normal.steps));
  }
  if (normal.difference != kNoExpr && test.agreeing() > 0) {
    // Values too large to be told apart by their digits: both exist, and exactly this lies between.
    return refuted_by_difference(pool.value(normal.difference));
  }
  if (auto proof = prove_by_rules(pool, request)) {
    return proven(std::move(proof->reason), std::move(proof->steps));
  }

  if (must_stop()) return unknown(kTimeIsOver);

  const int digits =
      test.has_variables() ? options.digits : std::max(options.digits, kConstantDigits);
  if (test.is_numeric()) {
    // The special points were all looked at; these are random, or the one point of a constant.
    test.restart_count();
    AgreementTest constant(pool, left, right, field, options.equality, options.assumptions,
                           deadline);
    AgreementTest& last = test.has_variables() ? test : constant;
    if (auto found = last.try_points(options.points, digits, options.is_over)) {
      return refuted(std::move(*found));
    }
    if (last.hole()) return refuted(*last.hole());
    return weigh(last, pool, left, right, digits, normal.same_values,
                 Clock::now() >= deadline || must_stop());
  }
  return weigh(test, pool, left, right, digits, normal.same_values,
               Clock::now() >= deadline || must_stop());
}

}  // namespace noether::algebra
