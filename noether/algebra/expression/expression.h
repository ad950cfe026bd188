// Expressions: a hash-consed arena of heads applied to operands.
//
// Equal expressions of one arena have equal ids, and operands have smaller ids than their users, so
// a pass over the ids in order goes from the leaves up. Sums and products are binary; -x is (* -1
// x); a derivative is (d x body). Nothing is simplified on construction.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "noether/algebra/expression/vocabulary.h"

namespace noether::algebra {

using ExprId = std::uint32_t;
inline constexpr ExprId kNoExpr = 0xFFFFFFFF;

class Expressions {
 public:
  explicit Expressions(Vocabulary& vocabulary) : vocabulary_(&vocabulary) {}

  Vocabulary& vocabulary() { return *vocabulary_; }
  const Vocabulary& vocabulary() const { return *vocabulary_; }

  ExprId make(Head head, std::span<const ExprId> operands);
  ExprId make(Op op, std::initializer_list<ExprId> operands) {
    return make(Head(op), std::span<const ExprId>(operands.begin(), operands.size()));
  }
  ExprId leaf(Head head) { return make(head, std::span<const ExprId>()); }
  ExprId leaf(Op op) { return leaf(Head(op)); }
  ExprId number(const Rational& value) { return leaf(vocabulary_->number(value)); }
  ExprId variable(std::string_view name) { return leaf(vocabulary_->variable(name)); }
  ExprId call(std::string_view name, std::span<const ExprId> operands) {
    return make(vocabulary_->function(name), operands);
  }
  ExprId negate(ExprId a) { return make(Op::Multiply, {leaf(Vocabulary::kMinusOne), a}); }

  std::size_t size() const { return nodes_.size(); }
  Head head(ExprId id) const { return nodes_[id].head; }
  Op op(ExprId id) const { return nodes_[id].head.op(); }
  std::span<const ExprId> operands(ExprId id) const {
    return std::span(operands_).subspan(nodes_[id].first, nodes_[id].count);
  }
  ExprId operand(ExprId id, std::size_t index) const { return operands_[nodes_[id].first + index]; }
  bool is_number(ExprId id) const { return op(id) == Op::Number; }
  const Rational& value(ExprId id) const { return vocabulary_->value(head(id)); }

  void clear();

 private:
  struct Node {
    Head head;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  std::size_t slot_of(Head head, std::span<const ExprId> operands) const;
  void grow();

  Vocabulary* vocabulary_;
  std::vector<Node> nodes_;
  std::vector<ExprId> operands_;
  std::vector<ExprId> table_;  // open addressing; its size is a power of two
};

// The ids of `root` and everything below it, ascending: every operand before its user, each once.
// Two operands. Written in braces they are made from left to right, so that their ids are the same
// on every machine; the order of arguments in parentheses differs between machines.
struct OperandPair {
  ExprId first;
  ExprId second;
};

std::vector<ExprId> subexpressions(const Expressions& pool, ExprId root);
// The variables of `root` in the order of their first appearance from left to right.
std::vector<Head> variables_of(const Expressions& pool, ExprId root);
bool contains(const Expressions& pool, ExprId root, Op op);
// The number of nodes of the expression as a tree, which is its number of prefix tokens; at most
// `cap`.
std::uint64_t tree_size(const Expressions& pool, ExprId root, std::uint64_t cap = UINT64_MAX);
// `root` with every occurrence of the leaf `from` replaced.
ExprId substitute(Expressions& pool, ExprId root, Head from, ExprId to);

}  // namespace noether::algebra
