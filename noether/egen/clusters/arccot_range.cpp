#include "noether/egen/clusters/arccot_range.h"

#include <unordered_map>
#include <vector>

namespace noether::egen {

using algebra::ExprId;
using algebra::Op;

ExprId with_positive_arccot(algebra::Expressions& pool, ExprId root) {
  if (!algebra::contains(pool, root, Op::Acot)) return root;
  std::unordered_map<ExprId, ExprId> written;
  std::vector<ExprId> operands;
  for (const ExprId id : algebra::subexpressions(pool, root)) {
    operands.clear();
    for (const ExprId operand : pool.operands(id)) operands.push_back(written.at(operand));
    if (pool.op(id) == Op::Acot) {
      const ExprId right_angle =
          pool.make(Op::Divide, {pool.leaf(Op::Pi), pool.number(algebra::Rational(2))});
      written[id] = pool.make(Op::Subtract, {right_angle, pool.make(Op::Atan, {operands[0]})});
    } else {
      written[id] = pool.make(pool.head(id), operands);
    }
  }
  return written.at(root);
}

}  // namespace noether::egen
