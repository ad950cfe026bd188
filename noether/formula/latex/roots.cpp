// Roots and enclosures: \sqrt[n]{x}, \boxed{x}, \cancel{x}.
#include <array>

#include "noether/formula/latex/command_table.h"
#include "noether/formula/layout_builder.h"

namespace noether::formula {
namespace {

void root(LatexParser& parser, const Token& command, std::string_view) {
  NodeId degree = kNoNode;
  const bool has_degree = parser.optional_argument(degree);
  const NodeId inside = parser.argument(command);
  const NodeId id = parser.tree().add(SymbolKind::Root, "root", command.source);
  attach(parser.tree(), id, Relation::Within, inside);
  if (has_degree && degree != kNoNode) attach(parser.tree(), id, Relation::PreAbove, degree);
  parser.push(id);
}

// \root n \of x
void plain_root(LatexParser& parser, const Token& command, std::string_view) {
  const NodeId degree = parser.argument(command);
  if (parser.tokens().peek().is_command("of")) parser.tokens().take();
  const NodeId inside = parser.argument(command);
  const NodeId id = parser.tree().add(SymbolKind::Root, "root", command.source);
  attach(parser.tree(), id, Relation::Within, inside);
  attach(parser.tree(), id, Relation::PreAbove, degree);
  parser.push(id);
}

void enclosure(LatexParser& parser, const Token& command, std::string_view notation) {
  if (notation == "roundedbox") parser.argument_text();  // \enclose{circle}{x}
  const NodeId inside = parser.argument(command);
  const NodeId id = parser.tree().add(SymbolKind::Enclosure, notation, command.source);
  attach(parser.tree(), id, Relation::Within, inside);
  parser.push(id);
}

// \fbox{$x$}: its contents are words to LaTeX, and a formula to MathJax.
void text_box(LatexParser& parser, const Token& command, std::string_view notation) {
  const std::size_t mark = parser.row_mark();
  if (!parser.read_words_in_box(command)) {
    enclosure(parser, command, notation);
    return;
  }
  const NodeId inside = parser.take_row(mark);
  const NodeId id = parser.tree().add(SymbolKind::Enclosure, notation, command.source);
  attach(parser.tree(), id, Relation::Within, inside);
  parser.push(id);
}

}  // namespace

void register_roots(CommandTable& table) {
  table.add("sqrt", root);
  table.add("root", plain_root);
  table.add("boxed", enclosure, "box");
  table.add("fbox", text_box, "box");
  table.add("cancel", enclosure, "updiagonalstrike");
  table.add("bcancel", enclosure, "downdiagonalstrike");
  table.add("xcancel", enclosure, "updiagonalstrike downdiagonalstrike");
  table.add("sout", enclosure, "horizontalstrike");
  table.add("enclose", enclosure, "roundedbox");
}

}  // namespace noether::formula
