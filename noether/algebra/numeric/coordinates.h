// Values for one variable: the special ones within its bounds, and random ones.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "noether/algebra/expression/assumptions.h"
#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

class CoordinateSource {
 public:
  // Kind Complex makes complex values, unless there are bounds, which only real numbers have.
  CoordinateSource(Expressions& pool, const VariableAssumption& assumption);

  // The special values that are certainly within the bounds, the most telling first.
  const std::vector<ExprId>& special() const { return special_; }
  // A random value that is certainly within the bounds; kNoExpr when none was found.
  ExprId random(std::mt19937_64& random);

 private:
  void add_special(ExprId value);
  void add_special_reals();
  void add_special_complex();
  void add_special_near_bounds();
  ExprId shifted(ExprId bound, const Rational& distance);
  bool certainly_within(ExprId value) const;
  Rational draw_within(std::mt19937_64& random) const;

  Expressions* pool_;
  VariableAssumption assumption_;
  Rational lower_;  // the bounds, nearly: for placing random values between them
  Rational upper_;
  std::vector<ExprId> special_;
};

}  // namespace noether::algebra
