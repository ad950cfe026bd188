#include "noether/algebra/equivalents/assumed_ranges.h"

#include <unordered_map>

namespace noether::algebra {

Range range_of_constant(const Expressions& pool, ExprId constant) {
  std::unordered_map<ExprId, Range> ranges;
  std::vector<Range> operands;
  for (const ExprId id : subexpressions(pool, constant)) {
    operands.clear();
    for (const ExprId operand : pool.operands(id)) operands.push_back(ranges[operand]);
    ranges[id] = pool.is_number(id) ? range_of(pool.value(id)) : range_of(pool.op(id), operands);
  }
  return ranges[constant];
}

std::vector<std::pair<Head, Range>> assumed_ranges(const Expressions& pool,
                                                   const Assumptions& assumptions) {
  std::vector<std::pair<Head, Range>> ranges;
  for (const VariableAssumption& assumed : assumptions.variables) {
    if (assumed.kind == VariableAssumption::Kind::Complex) continue;
    Range range = everything();
    bool nonzero = false;
    if (assumed.lower != kNoExpr) {
      range.lo = range_of_constant(pool, assumed.lower).lo;
      nonzero = nonzero || (range.lo == 0 && assumed.lower_open);
    }
    if (assumed.upper != kNoExpr) {
      range.hi = range_of_constant(pool, assumed.upper).hi;
      nonzero = nonzero || (range.hi == 0 && assumed.upper_open);
    }
    const bool integer = assumed.kind == VariableAssumption::Kind::Integer;
    ranges.emplace_back(assumed.variable,
                        make_range(range.lo, range.hi, Defined::Always, nonzero, integer));
  }
  return ranges;
}

}  // namespace noether::algebra
