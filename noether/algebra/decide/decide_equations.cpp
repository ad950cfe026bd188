#include "noether/algebra/decide/decide_equations.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/algebra/expression/bound_names.h"
#include "noether/algebra/expression/call_names.h"
#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/numeric/evaluate.h"
#include "noether/algebra/simplify/simplify.h"

namespace noether::algebra {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostVariables = 8;
constexpr double kLeastShare = 0.01;
constexpr slong kValueBits = 256;

// The expressions that must be equal for the equations to be equivalent, and the reason to report.
struct Claim {
  ExprId left;
  ExprId right;
  std::string_view text;
};

Equation without_derivatives(Expressions& pool, const Equation& equation) {
  const ExprId left = eliminate_derivatives(pool, equation.left);
  const ExprId right = eliminate_derivatives(pool, equation.right);
  return {left, right};
}

// The options with the field that all sides together require: an equation without i has the
// variables of the other one.
DecideOptions in_one_field(const Expressions& pool, const Equation& a, const Equation& b,
                           DecideOptions options) {
  const Field of_a = resolve_field(pool, a.left, a.right, options.field);
  const Field of_b = resolve_field(pool, b.left, b.right, options.field);
  options.field = of_a == Field::Complex ? of_a : of_b;
  return options;
}

bool has_integral_or_derivative(const Expressions& pool, ExprId root) {
  return contains(pool, root, Op::Integral) || contains(pool, root, Op::DefiniteIntegral) ||
         contains(pool, root, Op::Derivative);
}

// A sum, a limit, y': the variables written in it need not be those on which it depends.
bool has_unknown_operator(const Expressions& pool, ExprId root) {
  return std::ranges::any_of(subexpressions(pool, root), [&](ExprId id) {
    return pool.op(id) == Op::Call && operator_of_call(pool.vocabulary().name(pool.head(id)));
  });
}

class EquationPair {
 public:
  // The sides must not have derivatives except those without a rule; the field must not be
  // Automatic.
  EquationPair(Expressions& pool, const Equation& a, const Equation& b, DecideOptions options)
      : pool_(pool),
        a_(a),
        b_(b),
        options_(std::move(options)),
        fingerprinter_(pool),
        begun_(Clock::now()),
        sides_(pool, {a.left, a.right, b.left, b.right}) {
    for (const ExprId side : {a.left, a.right, b.left, b.right}) {
      for (const Head variable : variables_of(pool, side)) {
        if (std::ranges::find(variables_, variable) == variables_.end()) {
          variables_.push_back(variable);
        }
      }
      has_integral_ |= has_integral_or_derivative(pool, side);
      has_unknown_operator_ |= has_unknown_operator(pool, side);
    }
  }

  Decision decide() {
    Decision decision;
    decision.reason =
        "neither are the sides equal, nor are the differences of the sides multiples of one "
        "another";
    if (const auto claimed = claim()) decision = prove(*claimed);
    if (decision.verdict != Verdict::Unknown) return decision;
    if (auto refuted = refute()) return *std::move(refuted);
    if (is_out_of_time()) decision.reason = "the time is over";
    return decision;
  }

 private:
  double seconds_left() const {
    const std::chrono::duration<double> passed = Clock::now() - begun_;
    return std::max(options_.seconds - passed.count(), kLeastShare);
  }
  Deadline deadline() const {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(
                              std::chrono::duration<double>(seconds_left()));
  }
  bool is_out_of_time() const {
    const std::chrono::duration<double> passed = Clock::now() - begun_;
    return passed.count() >= options_.seconds || (options_.is_over && options_.is_over());
  }

  base::Digest print(ExprId root) { return fingerprinter_.fingerprint(root, Names::Keep); }
  bool looks_zero(ExprId root) { return print(root) == print(pool_.number(0)); }

  ExprId difference(const Equation& equation) {
    return pool_.make(Op::Add, {equation.left, pool_.negate(equation.right)});
  }

  // The root may have only free variables.
  ExprId value_at(ExprId root, const Point& point) {
    for (const auto& [variable, value] : point.coordinates) {
      root = substitute(pool_, root, variable, value);
    }
    return root;
  }

  // A point without special coordinates.
  Point common_point() {
    Point point;
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      const Rational value(17 + 6 * static_cast<int>(i), 7);
      point.coordinates.emplace_back(variables_[i], pool_.number(value));
    }
    return point;
  }

  // Uses fingerprints to find a claim.
  std::optional<Claim> claim() {
    const ExprId own = difference(a_);
    const ExprId other = difference(b_);
    const base::Digest left = print(a_.left);
    const base::Digest right = print(a_.right);
    if (left == print(b_.left) && right == print(b_.right)) {
      return Claim{own, other, "both sides are equal"};
    }
    if (left == print(b_.right) && right == print(b_.left)) {
      return Claim{own, pool_.negate(other), "both sides are equal, in the other order"};
    }
    if (has_integral_) return std::nullopt;
    if (looks_zero(own) && looks_zero(other)) {
      return Claim{own, other, "both hold wherever their sides are defined"};
    }
    const auto factor = common_factor(own, other);
    if (!factor) return std::nullopt;
    const ExprId multiple = pool_.make(Op::Multiply, {*factor, other});
    if (print(own) != print(multiple)) return std::nullopt;
    return Claim{own, multiple, "the differences of the sides are multiples of one another"};
  }

  // The factor between the two at one point where neither is 0. It is certainly a number other than
  // 0: a multiple by 0, or by an undefined factor, says nothing about the other factor.
  std::optional<ExprId> common_factor(ExprId own, ExprId other) {
    const Point point = common_point();
    const ExprId own_value = value_at(own, point);
    const ExprId other_value = value_at(other, point);
    if (looks_zero(own_value) || looks_zero(other_value)) return std::nullopt;
    const ExprId factor = simplified(pool_.make(Op::Divide, {own_value, other_value}));
    BallEvaluator evaluator(pool_, {factor});
    evaluator.evaluate({}, options_.field, kValueBits, deadline());
    const Value& value = evaluator.value();
    if (!value.defined() || is_zero(value) != Truth::No) return std::nullopt;
    return factor;
  }

  // Fingerprints prove nothing: if algebra finds a difference after all, that does not refute the
  // equations.
  Decision prove(const Claim& claim) {
    DecideOptions options = options_;
    options.seconds = seconds_left();
    Decision decision = algebra::decide(pool_, claim.left, claim.right, options);
    if (decision.verdict == Verdict::Refuted) {
      decision = {};
      decision.reason = std::string(claim.text) + ", but not everywhere";
    } else if (decision.verdict == Verdict::Proven) {
      decision.reason = claim.text;
    }
    return decision;
  }

  // The sides of an equation at the point where `sides_` was last evaluated.
  struct SidesAt {
    bool are_defined;    // both are certainly defined
    bool are_undefined;  // one of them is certainly undefined
  };
  SidesAt sides_at_point(std::size_t first) const {
    const Definedness left = sides_.value(first).definedness;
    const Definedness right = sides_.value(first + 1).definedness;
    return {left == Definedness::Defined && right == Definedness::Defined,
            left == Definedness::Undefined || right == Definedness::Undefined};
  }

  // Returns whether the equation certainly holds, or certainly does not hold, at the point. It does
  // not hold where a side has no value; if only points shared by both equations count, such points
  // do not count.
  bool is_certain(const Equation& equation, const SidesAt& sides, const Point& point, bool holds) {
    if (!holds && sides.are_undefined) return options_.equality == Equality::Strict;
    if (!sides.are_defined) return false;
    DecideOptions options = options_;
    options.seconds = std::min(seconds_left(), 0.2);
    options.want_proof = false;
    const ExprId left = value_at(equation.left, point);
    const ExprId right = value_at(equation.right, point);
    const Decision decision = algebra::decide(pool_, left, right, options);
    return decision.verdict == (holds ? Verdict::Proven : Verdict::Refuted);
  }

  std::optional<Decision> refuted_at(const Point& point) {
    const bool a_may_hold = looks_zero(value_at(difference(a_), point));
    const bool b_may_hold = looks_zero(value_at(difference(b_), point));
    if (a_may_hold == b_may_hold) return std::nullopt;
    sides_.evaluate(point, options_.field, kValueBits, deadline());
    if (!is_certain(a_, sides_at_point(0), point, a_may_hold)) return std::nullopt;
    if (!is_certain(b_, sides_at_point(2), point, b_may_hold)) return std::nullopt;
    Decision refuted;
    refuted.verdict = Verdict::Refuted;
    refuted.reason = "one holds where the other does not";
    refuted.point = point;
    refuted.left_value = a_may_hold ? "true" : "false";
    refuted.right_value = b_may_hold ? "true" : "false";
    return refuted;
  }

  // The value of this variable for which the difference would be 0 if it were linear in it, with
  // the other variables fixed. Nothing if that is not certainly a number of the field.
  std::optional<ExprId> linear_root(const Equation& equation, const Point& point, std::size_t at) {
    Point changed = point;
    changed.coordinates[at].second = pool_.number(0);
    const ExprId at_zero = value_at(difference(equation), changed);
    changed.coordinates[at].second = pool_.number(1);
    const ExprId at_one = value_at(difference(equation), changed);
    const ExprId slope = pool_.make(Op::Add, {at_zero, pool_.negate(at_one)});
    if (looks_zero(slope)) return std::nullopt;
    const ExprId root = simplified(pool_.make(Op::Divide, {at_zero, slope}));
    BallEvaluator evaluator(pool_, {root});
    evaluator.evaluate({}, options_.field, kValueBits, deadline());
    if (!evaluator.value().defined()) return std::nullopt;
    return root;
  }

  // A number to try; the original constant need not have a value.
  ExprId simplified(ExprId constant) {
    return simplify(pool_, constant,
                    {.field = options_.field,
                     .assumptions = {},
                     .equality = Equality::WhereBothDefined,
                     .nodes = 200,
                     .seconds = 0.1});
  }

  // Tries some small points and the roots derived from them. It refutes nothing under assumptions,
  // because it does not check points against them.
  std::optional<Decision> refute() {
    const Assumptions& assumptions = options_.assumptions;
    if (!assumptions.variables.empty() || assumptions.accepts) return std::nullopt;
    if (has_integral_ || has_unknown_operator_) return std::nullopt;
    if (variables_.size() > kMostVariables) return std::nullopt;
    constexpr std::array<int, 7> kValues = {0, 1, -1, 2, -2, 3, -3};
    for (const int others : {1, 2}) {
      Point base;
      for (const Head variable : variables_) {
        base.coordinates.emplace_back(variable, pool_.number(others));
      }
      if (auto refuted = refuted_at(base)) return refuted;
      for (std::size_t at = 0; at < variables_.size(); ++at) {
        Point point = base;
        const auto is_refuted_with = [&](ExprId value) {
          point.coordinates[at].second = value;
          return refuted_at(point);
        };
        for (const Equation& equation : {a_, b_}) {
          if (is_out_of_time()) return std::nullopt;
          if (const auto root = linear_root(equation, base, at)) {
            if (auto refuted = is_refuted_with(*root)) return refuted;
          }
        }
        for (const int value : kValues) {
          if (is_out_of_time()) return std::nullopt;
          if (auto refuted = is_refuted_with(pool_.number(value))) return refuted;
        }
      }
    }
    return std::nullopt;
  }

  Expressions& pool_;
  const Equation a_;
  const Equation b_;
  const DecideOptions options_;
  Fingerprinter fingerprinter_;
  Clock::time_point begun_;
  BallEvaluator sides_;  // left and right sides of a, then of b
  std::vector<Head> variables_;
  bool has_integral_ = false;  // or a derivative without a rule
  bool has_unknown_operator_ = false;
};

}  // namespace

Decision decide_equations(Expressions& pool, const Equation& a, const Equation& b,
                          const DecideOptions& options) {
  Equation own = without_derivatives(pool, a);
  Equation other = without_derivatives(pool, b);
  std::array sides{own.left, own.right, other.left, other.right};
  share_bound_names(pool, sides);
  own = {sides[0], sides[1]};
  other = {sides[2], sides[3]};
  return EquationPair(pool, own, other, in_one_field(pool, own, other, options)).decide();
}

base::Result<Decision> decide_sides(Expressions& pool, std::span<const ExprId> a,
                                    std::span<const ExprId> b, const DecideOptions& options) {
  if (a.size() != b.size()) {
    return base::fail("one is an equation and the other an expression", {},
                      "compare equations with equations, and expressions with expressions");
  }
  if (a.size() == 1) return decide(pool, a.front(), b.front(), options);
  return decide_equations(pool, {a.front(), a.back()}, {b.front(), b.back()}, options);
}

}  // namespace noether::algebra
