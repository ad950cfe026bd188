// Lines and cells, for every environment and for lines without one.
#include <algorithm>
#include <string>
#include <vector>

#include "noether/formula/latex/lexer.h"
#include "noether/formula/latex/parser.h"
#include "noether/formula/layout_builder.h"
#include "noether/formula/limits.h"

namespace noether::formula {

// \\, \\* and \\[2pt], with the extra space between the lines.
void LatexParser::line_break() {
  tokens_.take();
  if (tokens_.peek().is_character("*")) tokens_.take();
  // A bracket without a length is the beginning of the formula in the next line.
  if (!tokens_.peek().space_before) {
    skip_option([](std::string_view text) {
      return !text.empty() && std::string_view("+-.0123456789 ").contains(text[0]) &&
             text.find_first_of(",=") == std::string_view::npos;
    });
  }
  space_before_next();
}

NodeId LatexParser::table(RowEnd end, std::string_view open, std::string_view close,
                          base::Span source, std::size_t least_columns) {
  std::vector<NodeId> cells;
  std::vector<std::size_t> row_starts = {0};
  for (;;) {
    cells.push_back(row(RowEnd::Cell));
    const Token token = tokens_.peek();
    if (token.kind == TokenKind::Alignment) {
      tokens_.take();
    } else if (ends_line(token)) {
      line_break();
      wide_space_ = false;
      row_starts.push_back(cells.size());
    } else if (end == RowEnd::Input && token.kind != TokenKind::End) {
      const Token stray = tokens_.take();
      report("unexpected " + std::string(stray.text), stray.source);
      cells.back() = error_node(stray.text, stray.source);
    } else {
      break;
    }
    if (tree_->node_count() + cells.size() >= kMaxNodes) break;
  }
  // A line break after the last line does not open another one.
  if (row_starts.size() > 1 && row_starts.back() + 1 == cells.size() && cells.back() == kNoNode) {
    cells.pop_back();
    row_starts.pop_back();
  }
  row_starts.push_back(cells.size());
  std::size_t columns = least_columns;
  for (std::size_t i = 0; i + 1 < row_starts.size(); ++i) {
    columns = std::max(columns, row_starts[i + 1] - row_starts[i]);
  }
  const std::size_t rows = row_starts.size() - 1;
  if (rows > 0xFFFF || columns > 0xFFFF || rows * columns >= kMaxNodes) {
    report("table too large", source);
    return error_node("", source);
  }
  std::vector<NodeId> grid;
  grid.reserve(rows * columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      const std::size_t at = row_starts[i] + j;
      grid.push_back(at < row_starts[i + 1] ? cells[at] : kNoNode);
    }
  }
  return make_table(*tree_, open, close, static_cast<std::uint16_t>(rows),
                    static_cast<std::uint16_t>(columns), grid, source);
}

}  // namespace noether::formula
