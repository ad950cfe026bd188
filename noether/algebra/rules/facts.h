// Facts: what is known about the value of an expression, whatever its variables are.
//
// Facts are what conditions of rules are decided by, and they hold only when known: `positive`
// means proved positive wherever the expression is defined. They also carry the value at a few
// fixed points, by which an e-graph refuses to merge what certainly differs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "noether/algebra/expression/vocabulary.h"
#include "noether/algebra/numeric/ranges/range.h"

namespace noether::algebra {

struct Facts {
  static constexpr std::size_t kPoints = 3;
  static constexpr Head kNoLeaf{0xFFFFFFFF};

  Head leaf = kNoLeaf;          // the number or variable that it equals
  bool real = true;             // takes real values only; in the real field always so
  std::uint64_t variables = 0;  // those it may depend on, see variable_bit
  Range range;
  std::array<Range, kPoints> at;  // at the guard points

  bool is_number() const { return leaf != kNoLeaf && leaf.op() == Op::Number; }
  bool is_variable() const { return leaf != kNoLeaf && leaf.op() == Op::Variable; }
  bool is_total() const { return range.defined == Defined::Always; }

  friend bool operator==(const Facts&, const Facts&) = default;
};

// Variables beyond the 63rd share a bit: facts then say "may depend" once too often, never too
// rarely.
inline std::uint64_t variable_bit(Head variable) {
  return std::uint64_t{1} << (variable.index() < 63 ? variable.index() : 63);
}

// Derives the facts of a node from those of its operands.
class FactMaker {
 public:
  FactMaker(Vocabulary& vocabulary, bool complex) : vocabulary_(&vocabulary), complex_(complex) {}

  bool is_complex() const { return complex_; }
  Vocabulary& vocabulary() const { return *vocabulary_; }

  // From now on the variable is known to be real and in this range.
  void assume(Head variable, const Range& range);
  void forget_assumptions() { assumed_.clear(); }

  Facts of(Head head, std::span<const Facts* const> operands) const;

 private:
  Facts of_number(Head head) const;
  Facts of_variable(Head head) const;
  Range complex_range(Op op, std::span<const Facts* const> operands, bool& real) const;

  Vocabulary* vocabulary_;
  bool complex_;
  std::unordered_map<std::uint32_t, Range> assumed_;
};

// Both are true of the same expression: what they say together. False when they cannot both be
// true; `both` is of no use then. With `same_domain`, that includes that both are defined at the
// same points.
bool join(const Facts& a, const Facts& b, bool same_domain, Facts& both);

}  // namespace noether::algebra
