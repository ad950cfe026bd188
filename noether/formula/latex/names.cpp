// Named operators and functions: \operatorname{rank}, \mathop{..}, \bmod, \pmod.
#include <array>
#include <string>

#include "noether/formula/latex/command_table.h"
#include "noether/formula/layout_builder.h"

namespace noether::formula {
namespace {

void operator_name(LatexParser& parser, const Token& command, std::string_view) {
  bool limits = false;
  if (parser.tokens().peek().is_character("*")) {
    parser.tokens().take();
    limits = true;
  }
  const std::string name = parser.argument_text();
  if (name.empty()) {
    parser.report("\\operatorname without a name", command.source);
    parser.push(parser.error_node(command.text, command.source));
    return;
  }
  const NodeId id = parser.tree().add(SymbolKind::Variable, name, command.source);
  parser.tree().node(id).names_operator = true;
  parser.push(id);
  if (limits) parser.expect_limits();
}

// \mathop{..} turns any content into an operator; a plain name or glyph becomes one symbol.
void math_operator(LatexParser& parser, const Token& command, std::string_view) {
  const NodeId row = parser.argument(command);
  const NodeId base = as_single(parser.tree(), row);
  LayoutNode& node = parser.tree().node(base);
  if (node.kind == SymbolKind::Variable || node.kind == SymbolKind::Text) {
    node.kind = SymbolKind::Operator;
  }
  parser.push(base);
  parser.expect_limits();
}

// \mathrel, \mathbin, ...: the class changes only spacing.
void pass_through(LatexParser& parser, const Token& command, std::string_view) {
  const NodeId row = parser.argument(command);
  parser.push_fenced("", "", row, command.source);
}

void modulo(LatexParser& parser, const Token& command, std::string_view) {
  parser.push_operator("mod", command.source);
}

void parenthesised_modulo(LatexParser& parser, const Token& command, std::string_view detail) {
  const NodeId row = parser.argument(command);
  parser.push_operator("(", command.source);
  if (detail == "mod") parser.push_operator("mod", command.source);
  parser.push_fenced("", "", row, command.source);
  parser.push_operator(")", command.source);
}

// \varlimsup and similar: lim with a mark over or under it.
void marked_limit(LatexParser& parser, const Token& command, std::string_view detail) {
  const NodeId base = parser.tree().add(SymbolKind::Variable, "lim", command.source);
  const NodeId mark = parser.tree().add(SymbolKind::Operator, detail.substr(1), command.source);
  parser.push(
      attach(parser.tree(), base, detail[0] == 'o' ? Relation::Over : Relation::Under, mark));
}

// \dots is centred before a binary operator or a relation, on the line elsewhere.
void dots(LatexParser& parser, const Token& command, std::string_view) {
  const Token next = parser.tokens().peek();
  const Symbol* symbol = nullptr;
  if (next.kind == TokenKind::Command) symbol = symbol_by_command(next.text);
  if (next.kind == TokenKind::Character) symbol = symbol_by_glyph(next.text);
  const bool centred =
      symbol != nullptr &&
      (symbol->role == SymbolRole::Additive || symbol->role == SymbolRole::Multiplicative ||
       symbol->role == SymbolRole::Relation || symbol->role == SymbolRole::Connective ||
       symbol->role == SymbolRole::Logical);
  parser.push(parser.tree().add(SymbolKind::Variable, centred ? "⋯" : "…", command.source));
}

}  // namespace

void register_names(CommandTable& table) {
  table.add("operatorname", operator_name);
  table.add("operatornamewithlimits", operator_name);
  table.add("mathop", math_operator);
  for (const std::string_view name : std::to_array<std::string_view>(
           {"mathrel", "mathbin", "mathord", "mathopen", "mathclose", "mathpunct", "mathinner"})) {
    table.add(name, pass_through);
  }
  table.add("dots", dots);
  table.add("bmod", modulo);
  table.add("mod", modulo);
  table.add("pmod", parenthesised_modulo, "mod");
  table.add("pod", parenthesised_modulo, "");
  table.add("varlimsup", marked_limit, "o¯");
  table.add("varliminf", marked_limit, "u¯");
  table.add("varinjlim", marked_limit, "u→");
  table.add("varprojlim", marked_limit, "u←");
}

}  // namespace noether::formula
