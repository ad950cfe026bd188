// Where an expression of one real variable can be 0: a finite set of numbers that holds every zero.
//
// Each step replaces an equation by one that all of its solutions satisfy: a product by its
// factors, P + Q sqrt(u) = 0 by P^2 = Q^2 u, a sum of logarithms by the product under them, an
// exponential by the exponent. So a number that is found need not be a zero; who wants to know puts
// it in. Between two neighbouring numbers a continuous expression has no zero, or is 0 throughout.
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

  // None when no such set is known.
  std::optional<std::vector<RealNumber>> zeros(ExprId expression);
  // Where a part of the expression may start or stop to have a value, or to be smooth.
  std::optional<std::vector<RealNumber>> boundaries(ExprId expression);

 private:
  using Found = std::optional<std::vector<RealNumber>>;
  // A polynomial in one atom; coefficients of ascending powers.
  using Coefficients = std::vector<ExprId>;

  // An expression that is 0 everywhere has no zeros that would part cells, if what was asked for is
  // the same expression on them; after squaring and the like it says nothing.
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
