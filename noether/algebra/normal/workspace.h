// Canonical expressions and their lowered forms, cached for one pool of expressions.
//
// Lowering writes an expression with few functions: sums, products, quotients and whole powers of
// atoms, where an atom is a variable, a constant, or a function (exp, ln, sin, cos, pow, abs, asin,
// ...) of canonical operands. A lowered expression is evaluated as a fraction of polynomials in
// independent generators, and this fraction, written as an expression, is the canonical expression.
// So sin(1 + x) and sin(x + 1) become one atom.
//
// Each rewriting may only extend the domain: where the expression before it is defined, the one
// after it has the same value. (Some introduced atoms have no value of their own at some points but
// can be given one that satisfies all relations; the comments beside them name these points.)
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/algebra/expression/assumptions.h"
#include "noether/algebra/expression/expression.h"
#include "noether/algebra/normal/budget.h"
#include "noether/algebra/normal/lattice.h"
#include "noether/algebra/numeric/ranges/range.h"

namespace noether::algebra::normal {

// Facts about the value of an expression: whether it is real, and its range.
//
// In the real field every value is real. In the complex field, an expression counts as real if its
// variables are assumed to be real and each operator, as a real function, is defined on the whole
// range of its operands (or fails only at poles): there the principal branches are the real
// functions.
class Signs {
 public:
  Signs(const Expressions& pool, Field field, const Assumptions& assumptions);

  Field field() const { return field_; }
  // The range of a real value; absent if the value may not be real.
  std::optional<Range> range(ExprId root);
  bool real(ExprId id) { return field_ == Field::Real || range(id).has_value(); }
  bool positive(ExprId id);
  bool negative(ExprId id);
  bool nonnegative(ExprId id);
  bool nonzero(ExprId id);

 private:
  std::optional<Range> compute(ExprId id) const;

  const Expressions* pool_;
  Field field_;
  std::unordered_map<std::uint32_t, std::optional<Range>> variables_;
  std::unordered_map<ExprId, std::optional<Range>> ranges_;
};

// One term of a canonical sum: coefficient * (i, if imaginary) * monomial.
struct Term {
  Rational coefficient;
  bool imaginary = false;
  ExprId monomial = kNoExpr;  // the number 1 in a constant term
  // The monomial as a product of powers of atoms; `whole` if there is no other denominator.
  std::vector<std::pair<ExprId, std::int64_t>> atoms;
  bool whole = true;
};

struct Canonical {
  ExprId expression = kNoExpr;
  std::vector<Term> terms;  // empty for 0

  bool is_zero() const { return terms.empty(); }
};

// A product of powers of canonical expressions that are irreducible polynomials in atoms.
struct Factored {
  struct Factor {
    ExprId expression;
    std::int64_t exponent;
    bool nonnegative;  // wherever it is defined
    bool positive;
  };
  Rational content;
  std::vector<Factor> factors;
};

class Workspace {
 public:
  Workspace(Expressions& pool, Field field, const Assumptions& assumptions)
      : pool_(&pool), signs_(pool, field, assumptions) {
    no_canonical_.expression = pool.number(0);
  }

  Expressions& pool() { return *pool_; }
  Signs& signs() { return signs_; }
  bool is_real_field() const { return signs_.field() == Field::Real; }
  Meter& meter() { return *meter_; }
  void use(Meter& meter) { meter_ = &meter; }

  // Vectors that every lattice of exponents or angles along their directions must contain, so that
  // 1 - exp(2 x) is factored as a polynomial in exp(x) if exp(x) occurs elsewhere, and the sine
  // inside ln(sin(2 x)) is written with the angle that other places need. Clears the caches.
  struct Refinement {
    std::set<Combination> exponents;
    std::set<Combination> angles;
  };
  void refine(Refinement refinement);
  const Refinement& refinement() const { return refinement_; }
  // Every vector found since refine(), up to a limit.
  const Refinement& met() const { return met_; }
  void meet(const std::vector<Combination>& exponents, const std::vector<Combination>& angles);

  // Once the meter has run out, all three return a valid but meaningless result.
  ExprId lower(ExprId root);
  const Canonical& canonical(ExprId id);
  const Factored& factored(ExprId id);
  // The value if the canonical form is a rational number.
  std::optional<Rational> number(ExprId id);

  ExprId sum_of(const Combination& combination);
  ExprId sum_of(const std::vector<Term>& terms);
  Combination combination_of(ExprId id);

  // Small constructors that omit zeros and ones.
  ExprId number_expr(const Rational& value) { return pool_->number(value); }
  ExprId add(ExprId a, ExprId b);
  ExprId subtract(ExprId a, ExprId b) { return add(a, multiply(number_expr(-1), b)); }
  ExprId multiply(ExprId a, ExprId b);
  ExprId divide(ExprId a, ExprId b);
  ExprId add(OperandPair pair) { return add(pair.first, pair.second); }
  ExprId subtract(OperandPair pair) { return subtract(pair.first, pair.second); }
  ExprId multiply(OperandPair pair) { return multiply(pair.first, pair.second); }
  ExprId divide(OperandPair pair) { return divide(pair.first, pair.second); }
  ExprId scale(const Rational& by, ExprId a) { return multiply(number_expr(by), a); }
  ExprId whole_power(ExprId a, std::int64_t exponent);

 private:
  // Counts one level of recursion; too many make the meter give up.
  class Level {
   public:
    explicit Level(Workspace& workspace) : workspace_(workspace) {
      workspace.meter_->check(++workspace.depth_ <= kMaxDepth);
    }
    ~Level() { --workspace_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Workspace& workspace_;
  };
  static constexpr int kMaxDepth = 100;

  ExprId lower_node(ExprId id);
  ExprId lower_opaque(ExprId id);
  // base^exponent for any two expressions.
  ExprId lower_power(ExprId base, ExprId exponent);
  ExprId power_atom(ExprId base, ExprId exponent);
  ExprId power_of_rest(int sign, std::vector<Factored::Factor> rest, ExprId exponent);
  ExprId power_of_number(const Rational& positive, ExprId exponent);
  ExprId complex_power_of_rest(int sign, std::vector<Factored::Factor> rest, ExprId exponent);
  bool is_split_by_sum(int sign, std::vector<Factored::Factor>& rest);
  ExprId power_of_unit(std::int64_t quarters, ExprId exponent);  // (i^quarters)^exponent
  std::optional<ExprId> power_by_conjugate(ExprId base, ExprId exponent);
  ExprId lower_exp(ExprId exponent);
  ExprId lower_ln(ExprId argument);
  ExprId lower_abs(ExprId argument);
  struct SinCos {
    ExprId sin;
    ExprId cos;
  };
  SinCos lower_angle(ExprId angle);
  SinCos sum_of_angles(const SinCos& a, const SinCos& b);
  std::optional<SinCos> exact_angle(const Rational& over_pi);
  SinCos multiple_of_angle(const SinCos& a, std::int64_t times);
  std::optional<SinCos> angle_of_inverse(const Term& term);
  std::optional<ExprId> exp_of_inverse(const Term& term);
  ExprId lower_trigonometric(Op op, ExprId argument);
  ExprId lower_hyperbolic(Op op, ExprId argument);
  ExprId lower_inverse(Op op, ExprId argument);
  ExprId odd_function(Op op, ExprId argument);
  ExprId lower_discrete(ExprId id);

  Expressions* pool_;
  Signs signs_;
  Meter* meter_ = nullptr;
  std::unordered_map<ExprId, ExprId> lowered_;
  std::unordered_map<ExprId, Canonical> canonical_;
  std::unordered_map<ExprId, Factored> factored_;
  Refinement refinement_;
  Refinement met_;
  int depth_ = 0;
  Canonical no_canonical_;
  Factored no_factored_;
};

}  // namespace noether::algebra::normal
