#include "noether/algebra/solve/statement.h"

#include <algorithm>

namespace noether::algebra {

bool Statement::has_only_equations() const {
  return std::ranges::all_of(any, [](const All& all) {
    return all.size() == 1 && all[0].kind == Relation::Kind::Equal;
  });
}

std::vector<Head> variables_of(const Expressions& pool, const Statement& statement) {
  std::vector<Head> variables;
  for (const Statement::All& all : statement.any) {
    for (const Relation& relation : all) {
      for (const ExprId side : {relation.left, relation.right}) {
        for (const Head variable : variables_of(pool, side)) {
          if (std::ranges::find(variables, variable) == variables.end()) {
            variables.push_back(variable);
          }
        }
      }
    }
  }
  return variables;
}

std::optional<Head> solved_variable(const Expressions& pool, const Statement& statement) {
  std::optional<Head> solved;
  if (!statement.has_only_equations()) return std::nullopt;
  for (const Statement::All& all : statement.any) {
    const ExprId left = all[0].left;
    if (pool.op(left) != Op::Variable) return std::nullopt;
    const Head variable = pool.head(left);
    if (solved && *solved != variable) return std::nullopt;
    const auto others = variables_of(pool, all[0].right);
    if (std::ranges::find(others, variable) != others.end()) return std::nullopt;
    solved = variable;
  }
  return solved;
}

}  // namespace noether::algebra
