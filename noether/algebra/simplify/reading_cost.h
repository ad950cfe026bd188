// What a reader pays for an expression: the one place that says which of two forms is simpler.
//
// A cost counts what is drawn, in tenths of a letter: letters, digits, signs, fraction bars,
// brackets, and half as much for what is small and raised. On top of that come the habits of
// teachers: no root in a denominator, no square under a root, no negative exponent, no fraction in
// a fraction, tangents before secants, and nothing that is still to be computed.
#pragma once

#include <cstdint>
#include <span>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/simplify/side_condition.h"

namespace noether::algebra {

struct ReadingCost {
  // What stands at the root, as far as brackets around it depend on it.
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

// Of a node, from the costs of its operands: never below any of these.
ReadingCost reading_cost(const Vocabulary& vocabulary, Head head,
                         std::span<const ReadingCost> operands);
// Of a whole expression.
std::uint64_t reading_cost(const Expressions& pool, ExprId root);

// What a condition costs that must be said with a form. To cancel a factor is what fractions are
// for.
inline std::uint64_t condition_cost(const SideCondition& condition) {
  return condition.kind == SideCondition::Kind::Nonzero ? 4 : 12;
}

}  // namespace noether::algebra
