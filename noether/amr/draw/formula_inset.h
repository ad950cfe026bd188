// The operator tree of a formula as a small picture inside the card of its node: operators over
// their operands, by the signs that people write.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "noether/amr/draw/matched_parts.h"
#include "noether/amr/penman.h"
#include "noether/formula/notation/svg.h"

namespace noether::amr {

struct FormulaInset {
  struct Symbol {
    enum class Kind { Operator, Name, Number, LeftOut };
    Kind kind = Kind::Operator;
    std::string face;
    NodeId node = kNoNode;  // of the tree; a number has none
    bool is_matched = false;
  };

  static constexpr double kSymbolHeight = 21;
  static constexpr double kLevelHeight = 37;
  static constexpr double kFontSize = 14;

  std::vector<Symbol> symbols;            // the first is the root
  std::vector<formula::TidyNode> places;  // of each symbol
  double width = 0;
  double height = 0;
};

// `branch` of `node` leads to the operator tree. At most `most_symbols` are drawn, the upper ones.
FormulaInset make_inset(const PenmanTree& tree, NodeId node, std::size_t branch,
                        const MatchedParts& matched, std::size_t most_symbols);

}  // namespace noether::amr
