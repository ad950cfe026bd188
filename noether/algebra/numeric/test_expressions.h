// For tests: expressions from text such as `(+ 1 (* x pi))`, without the formula readers.
#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// The text must be well-formed. `(- x)` is -x; a token that is neither a number nor an operator is
// a variable.
inline ExprId parse_for_test(Expressions& pool, std::string_view text) {
  struct Open {
    std::string head;
    std::vector<ExprId> operands;
  };
  const auto close = [&](const Open& open) {
    if (open.head == "-" && open.operands.size() == 1) return pool.negate(open.operands[0]);
    if (const auto op = op_by_name(open.head)) return pool.make(Head(*op), open.operands);
    return pool.call(open.head, open.operands);
  };
  const auto leaf = [&](const std::string& token) {
    if (const auto number = Rational::parse(token)) return pool.number(*number);
    const auto op = op_by_name(token);
    return op && op_arity(*op) == 0 ? pool.leaf(*op) : pool.variable(token);
  };
  std::vector<Open> stack(1);
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '(') {
      stack.emplace_back();
      ++i;
      while (text[i] != ' ' && text[i] != ')') stack.back().head += text[i++];
    } else if (text[i] == ')') {
      const ExprId done = close(stack.back());
      stack.pop_back();
      stack.back().operands.push_back(done);
      ++i;
    } else if (std::isspace(static_cast<unsigned char>(text[i])) != 0) {
      ++i;
    } else {
      std::string token;
      while (i < text.size() && text[i] != ' ' && text[i] != ')') token += text[i++];
      stack.back().operands.push_back(leaf(token));
    }
  }
  return stack.front().operands.front();
}

}  // namespace noether::algebra
