// The wanted terms of a graph as an unambiguous grammar: every wanted term of a class has exactly
// one derivation from the row of that class. The other algorithms (counts, ranks, samples) only
// follow derivations, and twins and padding do not concern them.
//
// A row is a nonterminal. Most rows are classes. A class that holds a padding leaf has further
// rows, for the arguments where that leaf is unwanted: a core without any such leaf, and rows that
// are the core and some of the leaves. Nodes of three and more children are chained into sequences,
// so a production has at most two rows to its right.
//
// Invariants: the productions of a row ascend by symbol (a root symbol is a contiguous range);
// inclusions come last in their row and lead to a row with a smaller number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "noether/egraph/terms/term_graph.h"

namespace noether::egraph {

struct Production {
  enum class Kind : std::uint8_t {
    Leaf,       // symbol
    Unary,      // symbol left
    Pair,       // symbol left right
    TwinPair,   // symbol left right, where both are one row and the order does not matter
    Sequence,   // left right: the last arguments of a longer node; writes no token
    Inclusion,  // left: all terms of the core; writes no token
  };

  std::uint32_t symbol = 0;
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::uint16_t arity = 0;  // of the token that is written
  Kind kind = Kind::Leaf;

  bool writes_token() const { return kind != Kind::Sequence && kind != Kind::Inclusion; }
  bool has_left() const { return kind != Kind::Leaf; }
  bool has_right() const {
    return kind == Kind::Pair || kind == Kind::TwinPair || kind == Kind::Sequence;
  }
};

class TermGrammar {
 public:
  static constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();

  TermGrammar(const TermGraph& graph, const TermRules& rules);

  std::uint32_t row_count() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::uint32_t production_count() const { return static_cast<std::uint32_t>(productions_.size()); }
  // The row of all wanted terms of a class of the graph.
  std::uint32_t row_of(std::uint32_t class_id) const { return row_of_class_[class_id]; }
  // The row of all wanted terms of the class to which the terms of this row belong; kNoRow for the
  // row of a sequence.
  std::uint32_t whole_of(std::uint32_t row) const { return whole_of_[row]; }
  std::uint32_t class_count() const { return static_cast<std::uint32_t>(row_of_class_.size()); }

  std::uint32_t first_production(std::uint32_t row) const { return first_[row]; }
  std::span<const Production> productions(std::uint32_t row) const {
    return {productions_.data() + first_[row], productions_.data() + first_[row + 1]};
  }
  const Production& production(std::uint32_t number) const { return productions_[number]; }
  bool is_commutative(std::uint32_t symbol) const {
    return std::ranges::find(commutative_, symbol) != commutative_.end();
  }

 private:
  std::vector<std::uint32_t> row_of_class_;
  std::vector<std::uint32_t> whole_of_;  // by row
  std::vector<std::uint32_t> first_;     // by row, and one past the last
  std::vector<Production> productions_;
  std::vector<std::uint32_t> commutative_;
};

}  // namespace noether::egraph
