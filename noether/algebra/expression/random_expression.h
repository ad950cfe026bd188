// Random expressions, for property tests.
#pragma once

#include <random>
#include <vector>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

class RandomExpression {
 public:
  RandomExpression(Expressions& pool, std::uint64_t seed) : pool_(pool), random_(seed) {}

  // Makes a tree of about `size` operators over the variables x and y.
  ExprId make(int size) {
    if (size <= 0) return leaf();
    const Op op = operators()[below(operators().size())];
    std::vector<ExprId> operands;
    for (std::size_t i = 0; i < op_arity(op); ++i) {
      const bool last = i + 1 == op_arity(op);
      const int part = last ? size - 1 : static_cast<int>(below(static_cast<std::size_t>(size)));
      operands.push_back(make(part));
      size -= part;
    }
    return pool_.make(Head(op), operands);
  }

  ExprId leaf() {
    switch (below(8)) {
      case 0:
        return pool_.leaf(Op::Pi);
      case 1:
        return pool_.leaf(Op::E);
      case 2:
        return pool_.number(Rational{integer(9), 1 + static_cast<std::int64_t>(below(4))});
      case 3:
        return pool_.number(Rational(integer(20)));
      case 4:
      case 5:
        return pool_.variable("y");
      default:
        return pool_.variable("x");
    }
  }

  std::int64_t integer(std::int64_t bound) {
    return static_cast<std::int64_t>(below(static_cast<std::size_t>(2 * bound + 1))) - bound;
  }
  std::size_t below(std::size_t bound) { return random_() % bound; }

 private:
  // Every operator with a value; arithmetic ones occur more often.
  static const std::vector<Op>& operators() {
    static const std::vector<Op> all = [] {
      std::vector<Op> ops;
      for (std::size_t i = 0; i < kOpCount; ++i) {
        const Op op = static_cast<Op>(i);
        if (op_arity(op) != 1 && op_arity(op) != 2) continue;
        if (op == Op::Derivative || op == Op::Integral) continue;
        ops.insert(ops.end(), op <= Op::Power ? 6 : 1, op);
      }
      return ops;
    }();
    return all;
  }

  Expressions& pool_;
  std::mt19937_64 random_;
};

}  // namespace noether::algebra
