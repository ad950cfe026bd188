// Points at which expressions are tried: first special ones, where identities break, then random
// ones.
//
// The sequence is the same for the same arguments. Coordinates are exact constants: 3/7, pi/2, 1 +
// 2 i.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "noether/algebra/expression/assumptions.h"
#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// Values for one variable: the special ones within its bounds, and random ones.
class CoordinateSource {
 public:
  // Kind Complex gives complex values, unless there are bounds, which apply only to real numbers.
  CoordinateSource(Expressions& pool, const VariableAssumption& assumption);

  // The special values that are certainly within the bounds, the most significant first.
  const std::vector<ExprId>& special() const { return special_; }
  // A random value that is certainly within the bounds; kNoExpr if none was found.
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
  Rational lower_;  // the approximate bounds, for placing random values between them
  Rational upper_;
  std::vector<ExprId> special_;
};

class PointSource {
 public:
  // Automatic counts as Real. A variable assumed to be Real or Integer stays real in the complex
  // field, too. The pool must outlive the source.
  PointSource(Expressions& pool, std::vector<Head> variables, Field field, Assumptions assumptions,
              std::uint64_t seed);

  // Returns the next point that the assumptions allow; nothing if they refuse many in a row.
  // Without variables, there is one point, the empty one.
  std::optional<Point> next();
  // The number of special points that come first, whether or not `accepts` allows them.
  std::size_t special_count() const { return recipes_.size(); }
  // Continues with the random points.
  void skip_special() { given_ = std::max(given_, recipes_.size()); }

 private:
  // The combination of special values of several variables: a grid over the first values of each,
  // all equal, far apart in their lists, or from both ends of the lists.
  enum class Mixture : std::uint8_t { Grid, Equal, Apart, Ends };
  struct Recipe {
    Mixture mixture;
    std::size_t number;
  };
  void plan_special_points();
  Point special(const Recipe& recipe) const;
  std::optional<Point> random();

  std::vector<Head> variables_;
  Assumptions assumptions_;
  std::vector<CoordinateSource> sources_;  // one for each variable
  std::mt19937_64 random_;
  std::vector<Recipe> recipes_;
  std::size_t grid_side_ = 1;
  std::size_t given_ = 0;
};

}  // namespace noether::algebra
