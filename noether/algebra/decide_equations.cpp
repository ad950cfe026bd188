#include "noether/algebra/decide_equations.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/fingerprint.h"
#include "noether/algebra/simplify.h"

namespace noether::algebra {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostVariables = 8;
constexpr double kLeastShare = 0.01;

// What must be equal for the equations to say the same, and how to say so.
struct Claim {
  ExprId left;
  ExprId right;
  std::string_view text;
};

class EquationPair {
 public:
  EquationPair(Expressions& pool, const Equation& a, const Equation& b,
               const DecideOptions& options)
      : pool_(pool), a_(a), b_(b), options_(options), fingerprinter_(pool), begun_(Clock::now()) {
    for (const ExprId side : {a.left, a.right, b.left, b.right}) {
      for (const Head variable : variables_of(pool, side)) {
        if (std::ranges::find(variables_, variable) == variables_.end()) {
          variables_.push_back(variable);
        }
      }
    }
  }

  Decision decide() {
    if (const auto claimed = claim()) return prove(*claimed);
    if (auto refuted = refute()) return *std::move(refuted);
    Decision unknown;
    unknown.reason =
        "neither are the sides equal, nor are the differences of the sides multiples of one "
        "another";
    return unknown;
  }

 private:
  double seconds_left() const {
    const std::chrono::duration<double> passed = Clock::now() - begun_;
    return std::max(options_.seconds - passed.count(), kLeastShare);
  }
  bool is_out_of_time() const {
    const std::chrono::duration<double> passed = Clock::now() - begun_;
    return passed.count() >= options_.seconds;
  }

  base::Digest print(ExprId root) { return fingerprinter_.fingerprint(root, Names::Keep); }
  bool looks_zero(ExprId root) { return print(root) == print(pool_.number(0)); }

  ExprId difference(const Equation& equation) {
    return pool_.make(Op::Add, {equation.left, pool_.negate(equation.right)});
  }

  ExprId value_at(ExprId root, const Point& point) {
    for (const auto& [variable, value] : point.coordinates) {
      root = substitute(pool_, root, variable, value);
    }
    return root;
  }

  // A point where no coordinate is special.
  Point common_point() {
    Point point;
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      const Rational value(17 + 6 * static_cast<int>(i), 7);
      point.coordinates.emplace_back(variables_[i], pool_.number(value));
    }
    return point;
  }

  // Told by fingerprints.
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
    // By the factor that they have at one point where neither is 0.
    const Point point = common_point();
    const ExprId own_value = value_at(own, point);
    const ExprId other_value = value_at(other, point);
    if (looks_zero(own_value) || looks_zero(other_value)) return std::nullopt;
    const ExprId factor = simplified(pool_.make(Op::Divide, {own_value, other_value}));
    const ExprId multiple = pool_.make(Op::Multiply, {factor, other});
    if (print(own) != print(multiple)) return std::nullopt;
    return Claim{own, multiple, "the differences of the sides are multiples of one another"};
  }

  // Of fingerprints nothing is proven: where algebra finds a difference after all, it says nothing
  // about the equations.
  Decision prove(const Claim& claim) {
    DecideOptions options = options_;
    options.seconds = seconds_left();
    Decision decision = algebra::decide(pool_, claim.left, claim.right, options);
    if (decision.verdict == Verdict::Refuted) {
      decision = {};
      decision.reason = std::string(claim.text) + ", but not everywhere";
    } else if (decision.verdict != Verdict::Unknown) {
      decision.reason = claim.text;
    }
    return decision;
  }

  bool holds(const Equation& equation, const Point& point, bool expected) {
    DecideOptions options = options_;
    options.seconds = std::min(seconds_left(), 0.2);
    options.want_proof = false;
    const Decision decision = algebra::decide(pool_, value_at(equation.left, point),
                                              value_at(equation.right, point), options);
    return decision.verdict == (expected ? Verdict::Proven : Verdict::Refuted);
  }

  std::optional<Decision> refuted_at(const Point& point) {
    const bool a_may_hold = looks_zero(value_at(difference(a_), point));
    const bool b_may_hold = looks_zero(value_at(difference(b_), point));
    if (a_may_hold == b_may_hold) return std::nullopt;
    if (!holds(a_, point, a_may_hold) || !holds(b_, point, b_may_hold)) return std::nullopt;
    Decision refuted;
    refuted.verdict = Verdict::Refuted;
    refuted.reason = "one holds where the other does not";
    refuted.point = point;
    refuted.left_value = a_may_hold ? "true" : "false";
    refuted.right_value = b_may_hold ? "true" : "false";
    return refuted;
  }

  // Where the difference would be 0 if it were linear in this variable, the others being as they
  // are.
  std::optional<ExprId> linear_root(const Equation& equation, const Point& point, std::size_t at) {
    Point changed = point;
    changed.coordinates[at].second = pool_.number(0);
    const ExprId at_zero = value_at(difference(equation), changed);
    changed.coordinates[at].second = pool_.number(1);
    const ExprId at_one = value_at(difference(equation), changed);
    const ExprId slope = pool_.make(Op::Add, {at_zero, pool_.negate(at_one)});
    if (looks_zero(slope)) return std::nullopt;
    return simplified(pool_.make(Op::Divide, {at_zero, slope}));
  }

  ExprId simplified(ExprId constant) {
    return simplify(pool_, constant,
                    {.field = options_.field, .assumptions = {}, .nodes = 200, .seconds = 0.1});
  }

  // Some small points, and the roots that they lead to.
  std::optional<Decision> refute() {
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
  const Equation& a_;
  const Equation& b_;
  const DecideOptions& options_;
  Fingerprinter fingerprinter_;
  Clock::time_point begun_;
  std::vector<Head> variables_;
};

}  // namespace

Decision decide_equations(Expressions& pool, const Equation& a, const Equation& b,
                          const DecideOptions& options) {
  return EquationPair(pool, a, b, options).decide();
}

}  // namespace noether::algebra
