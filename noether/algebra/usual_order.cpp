#include "noether/algebra/usual_order.h"

#include <unordered_map>
#include <utility>
#include <vector>

namespace noether::algebra {

ExprId in_usual_order(Expressions& pool, ExprId root) {
  std::unordered_map<ExprId, ExprId> image;
  std::vector<ExprId> operands;
  for (const ExprId id : subexpressions(pool, root)) {
    operands.clear();
    for (const ExprId operand : pool.operands(id)) operands.push_back(image[operand]);
    const Op op = pool.op(id);
    if (op == Op::Multiply || op == Op::Add) {
      const bool first = pool.is_number(operands[0]);
      const bool second = pool.is_number(operands[1]);
      if (first != second && first == (op == Op::Add)) std::swap(operands[0], operands[1]);
    }
    image[id] = pool.make(pool.head(id), operands);
  }
  return image[root];
}

}  // namespace noether::algebra
