// Points to try an expression at, fitted to it.
//
// Ordinary ones are spread over [-5, 5]; special ones have coordinates at which identities break;
// fitted ones lie at, beside and between the places where a part of the expression stops being
// defined, so that asech(6x + 5), which lives on [-5/6, -2/3], is met too; far ones are large and
// small. All coordinates are small multiples of 2^-36: exact as doubles, and for `Sampler`.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "noether/algebra/expression.h"
#include "noether/algebra/fingerprint_sampler.h"

namespace noether::egen {

enum class PointKind : std::uint8_t { Ordinary, Fitted, Boundary, Special, Far, Wide };

struct TrialPoint {
  PointKind kind = PointKind::Ordinary;
  std::vector<double> coordinates;  // one for each variable
};

class TrialPoints {
 public:
  // All but the wide ones, in the order of their kinds. `arena` gets expressions for solutions.
  std::vector<TrialPoint> around(algebra::Expressions& arena, algebra::ExprId root,
                                 std::span<const algebra::Head> variables);
  // Many more, for expressions that are seldom defined.
  std::vector<TrialPoint> wide(std::size_t variables) const;

 private:
  void add_fitted(algebra::Expressions& arena, algebra::ExprId root,
                  std::span<const algebra::Head> variables, std::vector<TrialPoint>& points);

  algebra::Sampler sampler_;
};

// The ordinary coordinate of a variable that only a member has.
double stray_coordinate(std::string_view name, std::size_t point);

}  // namespace noether::egen
