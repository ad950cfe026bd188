// Fractions, roots and enclosures: \frac, \binom, \genfrac, \sqrt[n]{x}, \boxed{x}, \cancel{x}. The
// parser's rows read \over and similar commands.
#include <array>
#include <string>

#include "noether/formula/latex/command_table.h"
#include "noether/formula/layout_builder.h"

namespace noether::formula {
namespace {

void fraction(LatexParser& parser, const Token& command, std::string_view detail) {
  NodeId ignored = kNoNode;
  if (detail == "continued") parser.optional_argument(ignored);
  const NodeId over = parser.argument(command);
  const NodeId under = parser.argument(command);
  parser.push(parser.fraction(over, under, true, command.source));
}

// detail: the fences, two characters.
void binomial(LatexParser& parser, const Token& command, std::string_view detail) {
  const NodeId over = parser.argument(command);
  const NodeId under = parser.argument(command);
  const NodeId stack = parser.fraction(over, under, false, command.source);
  parser.push(
      fence_row(parser.tree(), detail.substr(0, 1), detail.substr(1), stack, command.source));
}

// \genfrac{left}{right}{thickness}{style}{over}{under}
void general(LatexParser& parser, const Token& command, std::string_view) {
  const std::string open = parser.argument_text();
  const std::string close = parser.argument_text();
  const std::string thickness = parser.argument_text();
  parser.argument_text();
  const NodeId over = parser.argument(command);
  const NodeId under = parser.argument(command);
  const bool bar = thickness.empty() || thickness[0] != '0';
  const NodeId made = parser.fraction(over, under, bar, command.source);
  parser.push_fenced(open == "." ? "" : open, close == "." ? "" : close, made, command.source);
}

}  // namespace

void register_fractions(CommandTable& table) {
  for (const std::string_view name : std::to_array<std::string_view>(
           {"frac", "dfrac", "tfrac", "nicefrac", "sfrac", "flatfrac"})) {
    table.add(name, fraction);
  }
  table.add("cfrac", fraction, "continued");
  for (const std::string_view name :
       std::to_array<std::string_view>({"binom", "dbinom", "tbinom"})) {
    table.add(name, binomial, "()");
  }
  table.add("genfrac", general);
}

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

// \fbox{$x$}: in LaTeX its contents are words, in MathJax they are a formula.
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
