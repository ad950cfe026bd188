#include "noether/algebra/decide/decide.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string_view>

#include "noether/algebra/decide/provers.h"
#include "noether/algebra/expression/bound_names.h"
#include "noether/algebra/expression/call_names.h"
#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/expression/expression.h"
#include "noether/algebra/normal/rational_function.h"
#include "noether/algebra/notation/operator_words.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/numeric/agreement.h"
#include "noether/algebra/simplify/calculus.h"
#include "noether/algebra/simplify/usual_order.h"

namespace noether::algebra {
namespace {

// Two sides of a question with their integrals, sums and limits worked out.
//
// Only unconditional results count (see simplify/calculus.h): all operators of both sides are
// worked out, or the question stays unchanged. A limit must be free of letters, because the letters
// decide whether it exists. An antiderivative is compared with an expression that ends in a
// constant: \int x dx is x^2/2 + C, for the C of the other side.
struct WorkedSides {
  ExprId left = kNoExpr;
  ExprId right = kNoExpr;
  std::string words;  // `the integral is 1/3`
};

constexpr std::uint64_t kMaxShownSize = 20;
constexpr std::uint64_t kMaxSize = 3000;

bool has_operator(const Expressions& pool, ExprId id) {
  return contains(pool, id, Op::Integral) || binds_names(pool, id);
}

// Returns the word for an operator that can be worked out at all.
std::string_view operator_word(const Expressions& pool, ExprId id) {
  switch (pool.op(id)) {
    case Op::Integral:
    case Op::DefiniteIntegral:
      return "integral";
    case Op::Call:
      break;
    default:
      return {};
  }
  if (is_call(pool, id, "sum:")) return "sum";
  if (is_call(pool, id, "product:")) return "product";
  if (is_call(pool, id, "limit:")) return "limit";
  return {};
}

// Returns whether no letter except that of the limit itself occurs.
bool is_limit_of_numbers(const Expressions& pool, ExprId limit) {
  if (pool.operands(limit).size() != 2) return false;
  const ExprId approach = pool.operand(limit, 1);
  if (!is_call(pool, approach, "to:") || pool.operands(approach).size() != 2) return false;
  const ExprId x = pool.operand(approach, 0);
  return std::ranges::all_of(variables_of(pool, pool.operand(limit, 0)),
                             [&](Head variable) { return variable == pool.head(x); }) &&
         variables_of(pool, pool.operand(approach, 1)).empty();
}

bool has_limit_with_letters(const Expressions& pool, ExprId root) {
  return std::ranges::any_of(subexpressions(pool, root), [&](ExprId id) {
    return is_call(pool, id, "limit:") && !is_limit_of_numbers(pool, id);
  });
}

class SideWorker {
 public:
  explicit SideWorker(Expressions& pool) : pool_(pool), normalizer_(pool, Field::Real) {}

  // Returns the side itself if there is nothing to work out, and nothing if an operator remains.
  std::optional<ExprId> worked(ExprId side) {
    if (!has_operator(pool_, side)) return side;
    if (has_limit_with_letters(pool_, side)) return std::nullopt;
    const WorkedOut out = work_out(pool_, normalizer_, side);
    if (!out.conditions.empty() || has_operator(pool_, out.expression)) return std::nullopt;
    return out.expression;
  }

  std::string words(ExprId side, ExprId value, std::string_view constant = {}) {
    const std::string_view word = operator_word(pool_, side);
    const ExprId shown = tidy(value);
    if (word.empty() || tree_size(pool_, shown, kMaxShownSize + 1) > kMaxShownSize) {
      return "integrals, sums and limits worked out";
    }
    const std::string text = pool_.is_number(shown)
                                 ? pool_.value(shown).to_string()
                                 : expression_text(formula::Notation::Latex, pool_, shown);
    return "the " + std::string(word) + " is " + text + std::string(constant);
  }

  // The constant of integration by which `other` differs from F.
  std::optional<ExprId> constant(ExprId antiderivative, ExprId other) {
    const auto rest = normalizer_.to_expression(pool_.make(Op::Subtract, {other, antiderivative}));
    if (!rest || pool_.op(*rest) != Op::Variable) return std::nullopt;
    const std::string_view name = pool_.vocabulary().variable_name(pool_.head(*rest));
    constexpr std::string_view letters = "CcKk";
    const bool is_constant = letters.contains(name.front()) && (name.size() == 1 || name[1] == '_');
    const auto own = variables_of(pool_, antiderivative);
    if (!is_constant || std::ranges::find(own, pool_.head(*rest)) != own.end()) return std::nullopt;
    return rest;
  }

 private:
  ExprId tidy(ExprId id) {
    return in_usual_order(pool_, normalizer_.to_expression(id).value_or(id));
  }

  Expressions& pool_;
  normal::Normalizer normalizer_;
};

// Real numbers only.
std::optional<WorkedSides> work_out_sides(Expressions& pool, ExprId left, ExprId right) {
  const std::array sides{left, right};
  if (std::ranges::none_of(sides, [&](ExprId side) { return has_operator(pool, side); }) ||
      std::ranges::any_of(
          sides, [&](ExprId side) { return tree_size(pool, side, kMaxSize) >= kMaxSize; })) {
    return std::nullopt;
  }
  SideWorker worker(pool);
  for (const bool swapped : {false, true}) {
    const ExprId integral = sides[swapped ? 1 : 0];
    const ExprId other = sides[swapped ? 0 : 1];
    if (!contains(pool, integral, Op::Integral)) continue;
    // The constant is determined only if the integral stands alone.
    if (pool.op(integral) != Op::Integral || has_operator(pool, other)) return std::nullopt;
    const auto found = worker.worked(integral);
    if (!found) return std::nullopt;
    const auto constant = worker.constant(*found, other);
    if (!constant) return std::nullopt;
    const std::string name(pool.vocabulary().variable_name(pool.head(*constant)));
    const ExprId whole = pool.make(Op::Add, {*found, *constant});
    std::string words = worker.words(integral, *found, "+" + name);
    return WorkedSides{swapped ? other : whole, swapped ? whole : other, std::move(words)};
  }
  const auto new_left = worker.worked(left);
  if (!new_left) return std::nullopt;
  const auto new_right = worker.worked(right);
  if (!new_right) return std::nullopt;
  const bool is_left = *new_left != left;
  const bool is_both = is_left && *new_right != right;
  return WorkedSides{*new_left, *new_right,
                     is_both   ? "integrals, sums and limits worked out"
                     : is_left ? worker.words(left, *new_left)
                               : worker.words(right, *new_right)};
}

using Clock = std::chrono::steady_clock;

// The first test must be cheap; an expression that passes it is tested again with all requested
// digits.
constexpr int kFirstDigits = 12;
constexpr int kFirstRandomPoints = 8;
// Agreement at fewer points proves nothing about an expression with variables.
constexpr int kFewestPoints = 5;
// An expression without variables has only one point, so it is evaluated to many digits.
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

// The last step of the decision: the evidence neither refutes nor proves equality.
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

// Decides the question with integrals, sums and limits worked out; returns nothing if that does not
// settle it.
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
    // An expression without a value anywhere would equal every other such expression.
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
    // The values are too large to differ in their digits: both exist, and their exact difference is
    // known.
    return refuted_by_difference(pool.value(normal.difference));
  }
  if (auto proof = prove_by_rules(pool, request)) {
    return proven(std::move(proof->reason), std::move(proof->steps));
  }

  if (must_stop()) return unknown(kTimeIsOver);

  const int digits =
      test.has_variables() ? options.digits : std::max(options.digits, kConstantDigits);
  if (test.is_numeric()) {
    // The special points have been tried; the remaining ones are random, or the single point of a
    // constant.
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
