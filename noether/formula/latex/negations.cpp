// \not: a stroke through the next symbol.
#include <array>
#include <string>

#include "noether/formula/latex/command_table.h"

namespace noether::formula {
namespace {

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
