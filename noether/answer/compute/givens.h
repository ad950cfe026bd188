// The statements of a question about its letters: values, functions, and equations that they
// satisfy.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/solve/statement.h"

namespace noether::answer {

class Givens {
 public:
  explicit Givens(algebra::Expressions& pool) : pool_(&pool) {}

  // Adds a statement. `f(x) = …` defines f, and `x = …` gives x a value; anything else is an
  // equation.
  void add(algebra::ExprId left, algebra::ExprId right);

  bool empty() const { return functions_.empty() && values_.empty() && equations_.empty(); }
  const std::vector<algebra::Relation>& equations() const { return equations_; }

  // Substitutes functions and values repeatedly until nothing changes. Returns kNoExpr if this does
  // not end, or if the expression becomes too large.
  algebra::ExprId put_in(algebra::ExprId expression) const;

 private:
  struct Function {
    algebra::Head name;
    algebra::Head parameter;
    algebra::ExprId body;
  };

  algebra::ExprId once(algebra::ExprId expression) const;

  algebra::Expressions* pool_;
  std::vector<Function> functions_;
  std::vector<std::pair<algebra::Head, algebra::ExprId>> values_;
  std::vector<algebra::Relation> equations_;
};

}  // namespace noether::answer
