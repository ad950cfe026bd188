// Checks whether two expressions agree at points: finds a counterexample, or counts agreeing
// points.
#pragma once

#include <functional>
#include <optional>

#include "noether/algebra/expression/assumptions.h"
#include "noether/algebra/numeric/compare.h"
#include "noether/algebra/numeric/points.h"

namespace noether::algebra {

class AgreementTest {
 public:
  struct Counterexample {
    Point point;
    std::string left;
    std::string right;
  };

  AgreementTest(Expressions& pool, ExprId left, ExprId right, Field field, Equality equality,
                const Assumptions& assumptions, Deadline deadline);

  // Both of the following return a point where the values differ. A point where only one side has a
  // value is kept as the hole, and the search continues, because two values are more instructive.

  // Compares at points where one of the sides may stop being defined.
  std::optional<Counterexample> try_critical_points(int digits);
  // Compares at further points until `wanted` more were tried, the time is over or no points are
  // left. A counterexample ends the search, and so does `is_over`, which is called before each
  // point.
  std::optional<Counterexample> try_points(int wanted, int digits,
                                           const std::function<bool()>& is_over = {});

  // The first point found where one side has a value and the other has none; absent if only points
  // count where both sides have values.
  const std::optional<Counterexample>& hole() const { return hole_; }

  int special_count() const { return static_cast<int>(points_.special_count()); }
  // Points at which both sides were defined and agreed.
  int agreeing() const { return agreeing_; }
  int undefined() const { return undefined_; }  // both sides
  int unclear() const { return unclear_; }
  bool out_of_points() const { return out_of_points_; }
  bool is_numeric() const { return evaluator_.is_numeric(0) && evaluator_.is_numeric(1); }
  bool has_variables() const { return has_variables_; }
  void restart_count() { agreeing_ = undefined_ = unclear_ = 0; }

 private:
  std::optional<Counterexample> try_point(const Point& point, int digits);

  Expressions& pool_;
  ExprId left_;
  ExprId right_;
  bool is_free_;  // of assumptions
  BallEvaluator evaluator_;
  PointSource points_;
  Field field_;
  Equality equality_;
  Deadline deadline_;
  bool has_variables_;
  int agreeing_ = 0;
  int undefined_ = 0;
  int unclear_ = 0;
  bool out_of_points_ = false;
  std::optional<Counterexample> hole_;
};

}  // namespace noether::algebra
