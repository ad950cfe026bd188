// Certified values of expressions at points.
//
// An evaluator is prepared once for its roots and then used at many points; an evaluation usually
// allocates nothing. The same pool, point, field and precision give the same result.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "noether/algebra/expression/assumptions.h"
#include "noether/algebra/expression/expression.h"
#include "noether/algebra/numeric/balls/value.h"
#include "noether/algebra/numeric/program.h"

namespace noether::algebra {

class BallEvaluator {
 public:
  static constexpr slong kMaxBits = 16384;

  // The pool must outlive the evaluator; meanwhile it may grow but not be cleared.
  BallEvaluator(const Expressions& pool, std::span<const ExprId> roots);
  BallEvaluator(const Expressions& pool, std::initializer_list<ExprId> roots)
      : BallEvaluator(pool, std::span(roots.begin(), roots.size())) {}

  // Evaluates all roots at `point`, whose coordinates are constant expressions of the pool. A
  // variable without a coordinate is Unclear. Automatic: complex if a root contains i.
  void evaluate(const Point& point, Field field, slong bits, Deadline deadline = kNoDeadline);

  // The result of the last evaluate().
  const Value& value(std::size_t root = 0) const { return program_.root(root); }
  std::size_t root_count() const { return program_.root_count(); }
  // The variables of all roots, in an unspecified order.
  std::span<const Head> variables() const { return program_.variables(); }
  // False if the root has a part that is Unclear at every point and precision: an unknown function,
  // a derivative, an antiderivative.
  bool is_numeric(std::size_t root) const { return program_.is_numeric(root); }
  bool mentions_i() const { return program_.mentions_i(); }

 private:
  struct Coordinate {
    ExprId expression = kNoExpr;
    Program program;
  };
  // Whether long rationals keep their exact values, which cost more than the balls and help only
  // where a ball does not decide.
  enum class Exactness : std::uint8_t { Short, All };

  void run(const Point& point, Exactness exactness, bool real, slong bits, Deadline deadline);
  void set_variable(std::size_t index, ExprId coordinate, Exactness exactness, bool real,
                    slong bits, Deadline deadline);
  bool all_clear(slong bits) const;

  const Expressions* pool_;
  Program program_;
  std::vector<Coordinate> coordinates_;  // of each variable, from its last evaluation
  Functions functions_;
  bool dropped_exactness_ = false;  // by the last run
};

}  // namespace noether::algebra
