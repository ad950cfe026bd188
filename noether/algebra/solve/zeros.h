// Finds a finite set of numbers that contains every zero of an expression of one real variable.
//
// Each step replaces an equation by one that all of its solutions satisfy: a product by its
// factors, P + Q sqrt(u) = 0 by P^2 = Q^2 u, a sum of logarithms by the product under them, an
// exponential by the exponent. A number in the set need not be a zero; substitution decides that.
// Between two neighbouring numbers, a continuous expression has no zero, or is 0 throughout.
#pragma once

#include <optional>
#include <vector>

#include "noether/algebra/normal/workspace.h"
#include "noether/algebra/solve/real_number.h"

namespace noether::algebra {

class ZeroFinder {
 public:
  ZeroFinder(RealNumbers& numbers, normal::Normalizer& normalizer, Head variable)
      : numbers_(numbers),
        pool_(numbers.pool()),
        normalizer_(normalizer),
        variable_(variable),
        leaf_(pool_.leaf(variable)) {}

  // Returns nothing if no such set is known.
  std::optional<std::vector<RealNumber>> zeros(ExprId expression);
  // The numbers where a part of the expression may start or stop to have a value, or to be smooth.
  std::optional<std::vector<RealNumber>> boundaries(ExprId expression);

 private:
  using Found = std::optional<std::vector<RealNumber>>;
  // The coefficients of a polynomial in one atom, in ascending order of powers.
  using Coefficients = std::vector<ExprId>;

  // An expression that is 0 everywhere has no zeros that separate cells if it is the original
  // expression; after squaring and the like, nothing follows from it.
  enum class Vanishing : std::uint8_t { SaysNothing, PartsNothing };
  Found zeros_at_depth(ExprId expression, int depth, Vanishing vanishing = Vanishing::SaysNothing);
  Found factor_zeros(ExprId factor, int depth, Vanishing vanishing);
  Found zeros_through(ExprId atom, const Coefficients& coefficients, int depth);
  Found inverse(ExprId atom, ExprId value, int depth);
  Found without_absolute(ExprId atom, const Coefficients& coefficients, int depth,
                         Vanishing vanishing);
  Found without_root(ExprId atom, const Coefficients& coefficients, int depth);
  Found without_logarithms(const std::vector<normal::Term>& terms, int depth);
  Found without_exponentials(const std::vector<normal::Term>& terms, int depth);
  Found both(ExprId first, ExprId second, int depth, Vanishing vanishing = Vanishing::SaysNothing);
  Found node_boundaries(ExprId id);

  bool depends(ExprId id);
  Coefficients collect(const std::vector<normal::Term>& terms, ExprId atom);
  ExprId rest_of(const normal::Term& term, ExprId without);
  ExprId subtract(ExprId a, ExprId b) { return pool_.make(Op::Subtract, {a, b}); }

  RealNumbers& numbers_;
  Expressions& pool_;
  normal::Normalizer& normalizer_;
  Head variable_;
  ExprId leaf_;
};

}  // namespace noether::algebra
