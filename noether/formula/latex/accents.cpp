// Accents and lines: \hat x, \overline{ab}, \underbrace{a+b}_n.
#include <array>
#include <utility>

#include "noether/formula/latex/command_table.h"
#include "noether/formula/layout_builder.h"

namespace noether::formula {
namespace {

void mark(LatexParser& parser, const Token& command, std::string_view glyph, Relation relation) {
  const NodeId base = parser.single_argument(command);
  const NodeId accent = parser.tree().add(SymbolKind::Operator, glyph, command.source);
  const NodeId marked = attach(parser.tree(), base, relation, accent);
  LayoutNode& node = parser.tree().node(marked);
  node.source.begin = command.source.begin;
  parser.push(marked);
}

void accent(LatexParser& parser, const Token& command, std::string_view glyph) {
  mark(parser, command, glyph, Relation::Over);
}

void under_accent(LatexParser& parser, const Token& command, std::string_view glyph) {
  mark(parser, command, glyph, Relation::Under);
}

void over_brace(LatexParser& parser, const Token& command, std::string_view glyph) {
  mark(parser, command, glyph, Relation::Over);
  parser.expect_limits();
}

void under_brace(LatexParser& parser, const Token& command, std::string_view glyph) {
  mark(parser, command, glyph, Relation::Under);
  parser.expect_limits();
}

}  // namespace

void register_accents(CommandTable& table) {
  using Entry = std::pair<std::string_view, std::string_view>;
  for (const auto& [name, glyph] : std::to_array<Entry>({
           {"hat", "^"},           {"widehat", "^"},
           {"tilde", "~"},         {"widetilde", "~"},
           {"bar", "¯"},           {"overline", "¯"},
           {"vec", "→"},           {"overrightarrow", "→"},
           {"overleftarrow", "←"}, {"dot", "˙"},
           {"ddot", "¨"},          {"dddot", "˙˙˙"},
           {"ddddot", "˙˙˙˙"},     {"check", "ˇ"},
           {"widecheck", "ˇ"},     {"breve", "˘"},
           {"acute", "´"},         {"grave", "`"},
           {"mathring", "˚"},      {"overleftrightarrow", "↔"},
           {"overparen", "⏜"},     {"wideparen", "⏜"},
           {"overarc", "⏜"},       {"Hat", "^"},
           {"Bar", "¯"},           {"Tilde", "~"},
           {"Vec", "→"},           {"Dot", "˙"},
           {"Ddot", "¨"},          {"overlinesegment", "¯"},
           {"overgroup", "⏠"},     {"underparen", "⏝"},
       })) {
    table.add(name, accent, glyph);
  }
  for (const auto& [name, glyph] : std::to_array<Entry>({
           {"underline", "¯"},
           {"underbar", "¯"},
           {"utilde", "~"},
           {"underrightarrow", "→"},
           {"underleftarrow", "←"},
           {"underleftrightarrow", "↔"},
           {"undergroup", "⏡"},
           {"underparen", "⏝"},
       })) {
    table.add(name, under_accent, glyph);
  }
  table.add("overbrace", over_brace, "⏞");
  table.add("overbracket", over_brace, "⎴");
  table.add("underbrace", under_brace, "⏟");
  table.add("underbracket", under_brace, "⎵");
}

}  // namespace noether::formula
