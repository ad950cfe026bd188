#include "noether/egen/expression_line.h"

#include "noether/formula/notation/prefix.h"

namespace noether::egen {

void append_with_single_blanks(std::string_view text, std::string& out) {
  bool blank = false;
  const std::size_t begin = out.size();
  for (const char c : text) {
    if (c == ' ' || c == '\t' || c == '\r') {
      blank = true;
      continue;
    }
    if (blank && out.size() > begin) out += ' ';
    blank = false;
    out += c;
  }
}

base::Result<void> ExpressionLine::read(std::string_view text, std::string& expression) {
  expression.clear();
  append_with_single_blanks(text, expression);
  return formula::read_prefix(expression, tree_);
}

}  // namespace noether::egen
