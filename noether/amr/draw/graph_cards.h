// Makes the cards of a picture from a meaning graph: one card for each node, with its attributes on
// it.
// A name (`:name (n / name :op1 "Emmy")`) is a line on the card of the named node. A reference to a
// node that has a card elsewhere is a small card. The operator tree of a formula is a picture
// inside the formula's card; a formula of one symbol is shown as the symbol. A node that only
// contains a formula (`string-entity`) shares the formula's card.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "noether/amr/draw/matched_parts.h"
#include "noether/amr/penman.h"
#include "noether/formula/notation/svg.h"

namespace noether::amr {

// The operator tree of a formula as a small picture inside the card of its node: operators above
// their operands, with the signs of mathematical notation.
struct FormulaInset {
  struct Symbol {
    enum class Kind { Operator, Name, Number, LeftOut };
    Kind kind = Kind::Operator;
    std::string face;
    NodeId node = kNoNode;  // its node of the tree; a number has no node
    bool is_matched = false;
  };

  static constexpr double kSymbolHeight = 21;
  static constexpr double kLevelHeight = 37;
  static constexpr double kFontSize = 14;

  std::vector<Symbol> symbols;            // the first is the root
  std::vector<formula::TidyNode> places;  // for each symbol
  double width = 0;
  double height = 0;
};

// `branch` of `node` leads to the operator tree. At most `most_symbols` symbols are drawn, the
// upper ones first.
FormulaInset make_inset(const PenmanTree& tree, NodeId node, std::size_t branch,
                        const MatchedParts& matched, std::size_t most_symbols);

// The maximum number of cards and symbols of formulas. The lowest levels of a larger graph are left
// out, and dots mark the places.
inline constexpr std::size_t kMaxDrawnNodes = 400;

struct Card {
  enum class Kind {
    Thing,
    Predicate,  // the concept has a sense: want-01
    Unknown,    // the node that the sentence asks for
    Formula,
    Reference,
    LeftOut,
  };

  struct Line {
    std::string role;
    std::string value;
    bool is_negation = false;
    bool is_matched = false;
  };

  static constexpr double kFontSize = 14;
  static constexpr double kHeadHeight = 27;
  static constexpr double kLineFontSize = 11.5;
  static constexpr double kLineHeight = 16;
  static constexpr double kPadding = 10;
  static constexpr double kRoleFontSize = 11;

  Kind kind = Kind::Thing;
  NodeId node = kNoNode;     // its node of the tree; for a reference, the node that it refers to
  NodeId carrier = kNoNode;  // the node that shares the formula's card
  std::string role;          // the branch that leads to the card; the root has none
  std::string label;         // the concept without its sense
  std::string sense;         // "-01"
  std::vector<Line> lines;
  std::optional<FormulaInset> inset;
  bool is_symbol = false;  // the label is a name or a number of mathematics
  NodeId name = kNoNode;   // of a formula that is only a name
  bool is_queried = false;
  bool is_matched = false;
  bool role_is_matched = false;
  std::vector<std::size_t> children;  // cards, each listed after this one

  double role_width = 0;  // the space for the role, to the left of the card
  double width = 0;
  double height = 0;
  double x = 0;  // the left upper corner, to the right of the role
  double y = 0;

  double middle() const { return y + kHeadHeight / 2; }  // where edges meet the card
  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

// The first card is that of the root. Returns no cards for a tree without nodes.
std::vector<Card> make_cards(const PenmanTree& tree, const MatchedParts& matched);

}  // namespace noether::amr
