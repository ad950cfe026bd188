#include "noether/algebra/solve/statement.h"

#include <algorithm>

namespace noether::algebra {
namespace {

// Returns whether a definite integral of the expression binds the variable, and it occurs nowhere
// free.
bool is_bound(const Expressions& pool, ExprId root, Head variable) {
  if (!contains(pool, root, Op::DefiniteIntegral)) return false;
  std::vector<ExprId> open = {root};
  while (!open.empty()) {
    const ExprId id = open.back();
    open.pop_back();
    if (pool.head(id) == variable) return false;
    const auto operands = pool.operands(id);
    const bool binds = pool.op(id) == Op::DefiniteIntegral && pool.head(operands[1]) == variable;
    // The bounds of the integral are outside the scope.
    for (std::size_t i = binds ? 2 : 0; i < operands.size(); ++i) open.push_back(operands[i]);
  }
  return true;
}

}  // namespace

bool Statement::has_only_equations() const {
  return std::ranges::all_of(
      any, [](const All& all) { return all.size() == 1 && all[0].kind == Relation::Kind::Equal; });
}

std::vector<Head> variables_of(const Expressions& pool, const Statement& statement) {
  std::vector<Head> variables;
  for (const Statement::All& all : statement.any) {
    for (const Relation& relation : all) {
      for (const ExprId side : {relation.left, relation.right}) {
        for (const Head variable : variables_of(pool, side)) {
          const bool is_new = std::ranges::find(variables, variable) == variables.end();
          if (is_new && !is_bound(pool, side, variable)) variables.push_back(variable);
        }
      }
    }
  }
  return variables;
}

Statement substitute(Expressions& pool, const Statement& statement, Head from, ExprId to) {
  Statement result = statement;
  for (Statement::All& all : result.any) {
    for (Relation& relation : all) {
      relation.left = substitute(pool, relation.left, from, to);
      relation.right = substitute(pool, relation.right, from, to);
    }
  }
  return result;
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
