// The cost of reading an expression: the only criterion for which of two forms is simpler.
//
// A cost counts the drawn signs in tenths of a letter: letters, digits, signs, fraction bars and
// brackets, and half as much for small, raised ones. It also includes the conventions of teachers:
// no root in a denominator, no square under a root, no negative exponent, no fraction in a
// fraction, tangents before secants, and nothing that is still to be computed.
#pragma once

#include <cstdint>
#include <span>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/simplify/side_condition.h"

namespace noether::algebra {

struct ReadingCost {
  // The form of the root, as far as brackets around it depend on it.
  enum class Shape : std::uint8_t {
    Letter,
    Unit,  // i
    Number,
    MinusOne,
    Zero,
    NegativeNumber,
    Fraction,
    NegativeFraction,
    Sum,
    Product,
    NegativeProduct,
    Power,
    NumberPower,  // of a number
    NumberRoot,
    Root,
    Function,
  };
  std::uint64_t value = 0;
  Shape shape = Shape::Letter;
  bool has_inverse = false;      // arcsin, artanh, ... somewhere in it
  bool has_number_root = false;  // \sqrt 2 as a term or a factor

  bool is_negative() const {
    return shape == Shape::MinusOne || shape == Shape::NegativeNumber ||
           shape == Shape::NegativeProduct || shape == Shape::NegativeFraction;
  }
  friend bool operator<(const ReadingCost& a, const ReadingCost& b) { return a.value < b.value; }
};

// The cost of a node from the costs of its operands, never below any of these.
ReadingCost reading_cost(const Vocabulary& vocabulary, Head head,
                         std::span<const ReadingCost> operands);
// The cost of a whole expression.
std::uint64_t reading_cost(const Expressions& pool, ExprId root);

// The cost of a condition that a form needs. Cancelling a factor is cheap, because fractions are
// meant to be cancelled.
inline std::uint64_t condition_cost(const SideCondition& condition) {
  return condition.kind == SideCondition::Kind::Nonzero ? 4 : 12;
}

// The cost function for egraph::cheapest_terms.
inline auto reading_cost_in(const Vocabulary& vocabulary) {
  return [&vocabulary](std::uint32_t symbol, std::span<const ReadingCost> children) {
    // A bound variable has its own mark; it costs as much as any letter.
    const Head head(symbol);
    if (head.op() == Op::Variable) return ReadingCost{10, ReadingCost::Shape::Letter};
    return reading_cost(vocabulary, head, children);
  };
}

}  // namespace noether::algebra
