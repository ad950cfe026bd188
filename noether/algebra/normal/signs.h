// What is known of the value of an expression: that it is real, and the range it lies in.
//
// In the real field every value is real. In the complex field one is called real when its variables
// are assumed to be and each operator, as a real function, is defined on all of the range of its
// operands (or fails only at poles): there the principal branches are the real functions.
#pragma once

#include <optional>
#include <unordered_map>

#include "noether/algebra/expression/assumptions.h"
#include "noether/algebra/expression/expression.h"
#include "noether/algebra/numeric/ranges/range.h"

namespace noether::algebra::normal {

class Signs {
 public:
  Signs(const Expressions& pool, Field field, const Assumptions& assumptions);

  Field field() const { return field_; }
  // The range of a value that is real; none when it may be something else.
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

}  // namespace noether::algebra::normal
