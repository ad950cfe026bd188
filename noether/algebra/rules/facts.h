// Facts about the value of an expression that hold for all values of its variables.
//
// Conditions of rules are decided by facts, and hold only if they are known to: `positive` means
// proved positive wherever the expression is defined. Facts also contain the value at a few fixed
// points, by which an e-graph refuses to merge expressions that certainly differ.
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

  Head leaf = kNoLeaf;          // the number or variable that the expression equals
  bool real = true;             // has only real values; always true in the real field
  std::uint64_t variables = 0;  // those on which it may depend, see variable_bit
  Range range;
  std::array<Range, kPoints> at;  // at the guard points

  bool is_number() const { return leaf != kNoLeaf && leaf.op() == Op::Number; }
  bool is_variable() const { return leaf != kNoLeaf && leaf.op() == Op::Variable; }
  bool is_total() const { return range.defined == Defined::Always; }

  friend bool operator==(const Facts&, const Facts&) = default;
};

// Variables beyond the 63rd share a bit: facts may then report a dependence that does not exist,
// but never miss one.
inline std::uint64_t variable_bit(Head variable) {
  return std::uint64_t{1} << (variable.index() < 63 ? variable.index() : 63);
}

// Derives the facts of a node from those of its operands.
class FactMaker {
 public:
  FactMaker(Vocabulary& vocabulary, bool complex) : vocabulary_(&vocabulary), complex_(complex) {}

  bool is_complex() const { return complex_; }
  Vocabulary& vocabulary() const { return *vocabulary_; }

  // Records that the variable is real and in this range.
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

// Joins two facts about the same expression. Returns false if they cannot both be true; `both` is
// then unspecified. `same_domain` requires that both are defined at the same points.
bool join(const Facts& a, const Facts& b, bool same_domain, Facts& both);

}  // namespace noether::algebra
