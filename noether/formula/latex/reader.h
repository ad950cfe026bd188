// Reads LaTeX into a layout tree.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/latex/parser.h"
#include "noether/formula/layout_tree.h"

namespace noether::formula {

// Keeps its buffers between formulas: create one reader and read many formulas. Not thread-safe.
class LatexReader {
 public:
  // Never fails as a whole: a part that cannot be read becomes an Error node with a diagnostic, and
  // the tree around it is kept. `tree` is cleared first; diagnostics are appended.
  void read(std::string_view latex, LayoutTree& tree, std::vector<base::Error>& diagnostics);

  // The first unknown command of the last formula, with its place in the text.
  const std::optional<UnknownCommand>& first_unknown() const { return first_unknown_; }

 private:
  LatexParser parser_;
  std::optional<UnknownCommand> first_unknown_;
};

// The formula without surrounding blanks and one pair of $ $, $$ $$, \( \) or \[ \].
std::string_view strip_delimiters(std::string_view latex);

}  // namespace noether::formula
