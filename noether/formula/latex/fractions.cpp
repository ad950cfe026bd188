// \frac, \binom, \genfrac; \over and its kin are read by the parser's rows.
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

}  // namespace noether::formula
