#include "noether/algebra/simplify/usual_order.h"

#include <algorithm>

namespace noether::algebra {

int factor_rank(const Expressions& pool, ExprId id) {
  switch (pool.op(id)) {
    case Op::Number:
      return 0;
    case Op::Sqrt:
      return pool.is_number(pool.operand(id, 0)) ? 1 : 9;
    case Op::Pi:
      return 2;
    case Op::E:
      return 3;
    case Op::I:
      return 4;
    case Op::Variable:
      return 5;
    case Op::Factorial:
      return 6;
    case Op::Add:
    case Op::Subtract:
      return 7;
    case Op::Power:
      if (pool.op(pool.operand(id, 0)) == Op::E) return 8;
      return std::max(5, factor_rank(pool, pool.operand(id, 0)));
    case Op::Call:
      return pool.operands(id).empty() ? 12 : 11;
    default:
      return 10;
  }
}

double degree(const Expressions& pool, ExprId id) {
  switch (pool.op(id)) {
    case Op::Variable:
      return 1;
    case Op::Multiply:
      return degree(pool, pool.operand(id, 0)) + degree(pool, pool.operand(id, 1));
    case Op::Divide:
      return degree(pool, pool.operand(id, 0)) - degree(pool, pool.operand(id, 1));
    case Op::Add:
    case Op::Subtract:
      return std::max(degree(pool, pool.operand(id, 0)), degree(pool, pool.operand(id, 1)));
    case Op::Power:
      if (!pool.is_number(pool.operand(id, 1))) return 0;
      return degree(pool, pool.operand(id, 0)) * pool.value(pool.operand(id, 1)).to_double();
    case Op::Sqrt:
      return degree(pool, pool.operand(id, 0)) / 2;
    default:
      return 0;
  }
}

bool is_total(const Expressions& pool, ExprId id) {
  return std::ranges::all_of(subexpressions(pool, id), [&](ExprId part) {
    switch (pool.op(part)) {
      case Op::Number:
      case Op::Variable:
      case Op::Pi:
      case Op::E:
      case Op::Add:
      case Op::Subtract:
      case Op::Multiply:
      case Op::Sin:
      case Op::Cos:
      case Op::Abs:
        return true;
      case Op::Power: {
        const ExprId exponent = pool.operand(part, 1);
        return pool.op(pool.operand(part, 0)) == Op::E ||
               (pool.is_number(exponent) && pool.value(exponent).is_integer() &&
                pool.value(exponent).sign() > 0);
      }
      default:
        return false;
    }
  });
}

void add_letters(const Expressions& pool, ExprId id, double times,
                 std::map<std::string, double>& letters) {
  switch (pool.op(id)) {
    case Op::Variable:
      letters[pool.vocabulary().name(pool.head(id))] += times;
      return;
    case Op::Multiply:
      add_letters(pool, pool.operand(id, 0), times, letters);
      return add_letters(pool, pool.operand(id, 1), times, letters);
    case Op::Divide:
      add_letters(pool, pool.operand(id, 0), times, letters);
      return add_letters(pool, pool.operand(id, 1), -times, letters);
    case Op::Power:
      if (!pool.is_number(pool.operand(id, 1))) return;
      return add_letters(pool, pool.operand(id, 0),
                         times * pool.value(pool.operand(id, 1)).to_double(), letters);
    default:
      return;
  }
}

int constant_rank(const Expressions& pool, ExprId id) {
  if (pool.is_number(id)) return 1;
  const bool has_root = std::ranges::any_of(subexpressions(pool, id), [&](ExprId part) {
    return pool.op(part) == Op::I || pool.op(part) == Op::Sqrt;
  });
  return has_root && variables_of(pool, id).empty() ? 2 : 0;
}

}  // namespace noether::algebra
