// Whether a text is one prefix expression, and that text with one blank between tokens.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/formula/operator_tree.h"

namespace noether::egen {

// Keeps its buffers from one text to the next.
class ExpressionLine {
 public:
  base::Result<void> read(std::string_view text, std::string& expression);

 private:
  formula::OperatorTree tree_;
};

// Drops the blanks at both ends; every run of others becomes one.
void append_with_single_blanks(std::string_view text, std::string& out);

}  // namespace noether::egen
