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

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/fingerprint/fingerprint_sampler.h"

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
  // Many more around the same expression, when it is seldom defined.
  std::vector<TrialPoint> wide() const;

 private:
  void find_critical(algebra::Expressions& arena, algebra::ExprId root,
                     std::span<const algebra::Head> variables);
  void add_fitted(std::size_t variable, std::span<const double> shares,
                  std::vector<TrialPoint>& points) const;
  void add_boundaries(std::size_t variable, std::vector<TrialPoint>& points) const;
  void add(PointKind kind, std::size_t variable, double place, std::size_t number,
           std::vector<TrialPoint>& points) const;

  algebra::Sampler sampler_;
  // By variable, ascending: where a part of the expression may stop being defined.
  std::vector<std::vector<double>> critical_;
};

// The ordinary coordinate of a variable that only a member has.
double stray_coordinate(std::string_view name, std::size_t point);

}  // namespace noether::egen
