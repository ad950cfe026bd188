// One symbol over another: \overset, \stackrel, arrows with labels.
#include <array>
#include <string>

#include "noether/formula/latex/command_table.h"
#include "noether/formula/layout_builder.h"

namespace noether::formula {
namespace {

// \overset{above}{base}; detail 'o' or 'u'.
void overset(LatexParser& parser, const Token& command, std::string_view detail) {
  NodeId below = kNoNode;
  const bool has_below = detail == "ou" && parser.optional_argument(below);
  const NodeId script = parser.argument(command);
  NodeId base = parser.single_argument(command);
  const Relation relation = detail[0] == 'o' ? Relation::Over : Relation::Under;
  base = attach(parser.tree(), base, relation, script);
  if (has_below) base = attach(parser.tree(), base, Relation::Under, below);
  parser.push(base);
}

void overunderset(LatexParser& parser, const Token& command, std::string_view) {
  const NodeId over = parser.argument(command);
  const NodeId under = parser.argument(command);
  NodeId base = parser.single_argument(command);
  base = attach(parser.tree(), base, Relation::Over, over);
  parser.push(attach(parser.tree(), base, Relation::Under, under));
}

// \xrightarrow[under]{over}
void arrow(LatexParser& parser, const Token& command, std::string_view glyph) {
  NodeId under = kNoNode;
  const bool has_under = parser.optional_argument(under);
  const NodeId over = parser.argument(command);
  NodeId base = parser.tree().add(SymbolKind::Operator, glyph, command.source);
  if (over != kNoNode) base = attach(parser.tree(), base, Relation::Over, over);
  if (has_under && under != kNoNode) {
    base = attach(parser.tree(), base, Relation::Under, under);
  }
  parser.push(base);
}

// \buildrel above \over base
void build_relation(LatexParser& parser, const Token& command, std::string_view) {
  const std::size_t mark = parser.row_mark();
  while (!parser.tokens().peek().is_command("over") &&
         parser.tokens().peek().kind != TokenKind::End &&
         parser.tokens().peek().kind != TokenKind::CloseBrace) {
    const NodeId part = parser.argument(command);
    parser.push_fenced("", "", part, command.source);
  }
  const NodeId script = parser.take_row(mark);
  if (parser.tokens().peek().is_command("over")) parser.tokens().take();
  const NodeId base = parser.single_argument(command);
  parser.push(attach(parser.tree(), base, Relation::Over, script));
}

}  // namespace

void register_stacking(CommandTable& table) {
  table.add("overset", overset, "o");
  table.add("stackrel", overset, "ou");
  table.add("underset", overset, "u");
  table.add("overunderset", overunderset);
  table.add("buildrel", build_relation);
  using Entry = std::pair<std::string_view, std::string_view>;
  for (const auto& [name, glyph] : std::to_array<Entry>({
           {"xrightarrow", "→"},
           {"xleftarrow", "←"},
           {"xleftrightarrow", "↔"},
           {"xRightarrow", "⇒"},
           {"xLeftarrow", "⇐"},
           {"xLeftrightarrow", "⇔"},
           {"xmapsto", "↦"},
           {"xhookrightarrow", "↪"},
           {"xhookleftarrow", "↩"},
           {"xlongequal", "="},
           {"xrightharpoonup", "⇀"},
           {"xtwoheadrightarrow", "↠"},
           {"xrightleftharpoons", "⇌"},
           {"xlongrightarrow", "⟶"},
       })) {
    table.add(name, arrow, glyph);
  }
}

}  // namespace noether::formula
