#include "noether/formula/mathml/presentation_tokens.h"

#include <array>
#include <string>
#include <utility>

#include "noether/base/utf8.h"
#include "noether/formula/mathml/token_text.h"

namespace noether::formula {
namespace {

constexpr auto kVariants = std::to_array<std::pair<std::string_view, Alphabet>>({
    {"normal", Alphabet::Plain},
    {"italic", Alphabet::Plain},
    {"bold", Alphabet::Bold},
    {"bold-italic", Alphabet::BoldItalic},
    {"double-struck", Alphabet::DoubleStruck},
    {"fraktur", Alphabet::Fraktur},
    {"bold-fraktur", Alphabet::BoldFraktur},
    {"script", Alphabet::Script},
    {"bold-script", Alphabet::Script},
    {"sans-serif", Alphabet::SansSerif},
    {"bold-sans-serif", Alphabet::SansSerif},
    {"sans-serif-italic", Alphabet::SansSerif},
    {"sans-serif-bold-italic", Alphabet::SansSerif},
    {"monospace", Alphabet::Monospace},
});

// LaTeXML marks the d of an integral as an operator, but draws it as the letter it is.
bool is_italic_letter(const XmlTree& xml, NodeId token) {
  const NodeId child = xml.first_child(token);
  if (child == kNoNode || !xml.is_text(child)) return false;
  std::string_view text = xml.text(child);
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  text = text.substr(start, text.find_last_not_of(" \t\r\n") - start + 1);
  const base::CodePoint first = base::decode_code_point(text);
  if (first.bytes.size() != text.size()) return false;
  const char32_t letter = first.value;
  return unstyle_italic(letter) != letter ||
         (to_italic(letter) != letter && xml.attribute(token, "mathvariant") == "italic");
}

}  // namespace

Alphabet alphabet_of_variant(std::string_view variant, Alphabet otherwise) {
  for (const auto& [name, alphabet] : kVariants) {
    if (name == variant) return alphabet;
  }
  return otherwise;
}

NodeId add_token(const XmlTree& xml, NodeId token, Alphabet inherited, LayoutTree& tree) {
  const std::string_view name = xml.name(token);
  SymbolKind symbol = SymbolKind::Text;
  LabelKind kind = LabelKind::Text;
  if (name == "mi") {
    symbol = SymbolKind::Variable;
    kind = LabelKind::Identifier;
  } else if (name == "mn") {
    symbol = SymbolKind::Number;
    kind = LabelKind::Number;
  } else if (name == "mo") {
    symbol = is_italic_letter(xml, token) ? SymbolKind::Variable : SymbolKind::Operator;
    kind = LabelKind::Operator;
  }
  const Alphabet alphabet = alphabet_of_variant(xml.attribute(token, "mathvariant"), inherited);
  std::string label;
  if (name == "ms") {
    label += xml.has_attribute(token, "lquote") ? xml.attribute(token, "lquote") : "\"";
    append_label(xml, token, kind, alphabet, label);
    label += xml.has_attribute(token, "rquote") ? xml.attribute(token, "rquote") : "\"";
  } else {
    append_label(xml, token, kind, alphabet, label);
  }
  if (label.empty()) return kNoNode;
  // The text, not its tags: then only what the producer wrote as one token touches.
  const NodeId text = xml.first_child(token);
  const bool plain = text != kNoNode && xml.is_text(text);
  return tree.add(symbol, label, xml.source(plain ? text : token));
}

NodeId add_operator(std::string_view text, base::Span source, LayoutTree& tree) {
  std::string label;
  append_folded(label, text, LabelKind::Operator);
  if (label.empty()) return kNoNode;
  return tree.add(SymbolKind::Operator, label, source);
}

}  // namespace noether::formula
