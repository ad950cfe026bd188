// Marks over, under or through a symbol: accents and lines (\hat x, \overline{ab},
// \underbrace{a+b}_n), other symbols (\overset, \stackrel, arrows with labels), and strokes (\not).
#include <array>
#include <string>
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

namespace {

// One symbol over another: \overset, \stackrel, arrows with labels.

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

namespace {

// \not: a stroke through the next symbol.

using Negation = std::pair<std::string_view, std::string_view>;
constexpr std::array kNegations = std::to_array<Negation>({
    {"=", "≠"}, {"∈", "∉"}, {"∋", "∌"}, {"⊂", "⊄"}, {"⊃", "⊅"}, {"⊆", "⊈"}, {"⊇", "⊉"},
    {"≡", "≢"}, {"≈", "≉"}, {"≅", "≇"}, {"∼", "≁"}, {"≃", "≄"}, {"<", "≮"}, {">", "≯"},
    {"≤", "≰"}, {"≥", "≱"}, {"∃", "∄"}, {"∣", "∤"}, {"|", "∤"}, {"∥", "∦"}, {"⊢", "⊬"},
    {"⊨", "⊭"}, {"⊧", "⊭"}, {"→", "↛"}, {"←", "↚"}, {"⇒", "⇏"}, {"⇐", "⇍"}, {"⇔", "⇎"},
    {"↔", "↮"}, {"≺", "⊀"}, {"≻", "⊁"}, {"⪯", "⋠"}, {"⪰", "⋡"}, {"⊲", "⋪"}, {"⊳", "⋫"},
});

void negate(LatexParser& parser, const Token& command, std::string_view) {
  const NodeId row = parser.argument(command);
  if (row == kNoNode) return;
  LayoutNode& first = parser.tree().node(row);
  const std::string_view label = parser.tree().label(row);
  std::string negated;
  for (const auto& [plain, struck] : kNegations) {
    if (plain == label) negated = struck;
  }
  if (first.kind != SymbolKind::Error) {
    if (negated.empty()) {
      negated = label;
      negated += "\xCC\xB8";  // combining long solidus overlay
    }
    first.source.begin = command.source.begin;
    parser.tree().set_label(row, negated);
  }
  parser.push_fenced("", "", row, command.source);
}

}  // namespace

void register_negations(CommandTable& table) { table.add("not", negate); }

}  // namespace noether::formula
