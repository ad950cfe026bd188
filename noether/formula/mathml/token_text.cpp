#include "noether/formula/mathml/token_text.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "noether/base/utf8.h"

namespace noether::formula {
namespace {

constexpr auto kOperatorFolds = std::to_array<std::pair<char32_t, std::string_view>>({
    {U'\'', "′"},
    {U'″', "′′"},
    {U'‴', "′′′"},
    {U'⁗', "′′′′"},
    {U'‖', "∥"},
    {0x2329, "⟨"},
    {0x232A, "⟩"},
    {0x3008, "⟨"},
    {0x3009, "⟩"},
    {0x00B7, "⋅"},
    {0x2215, "/"},
    {0x2236, ":"},
    {0x2254, ":="},
    {0x02C6, "^"},
    {0x02DC, "~"},
    {0x02C9, "¯"},
    {0x203E, "¯"},
    {0x20D7, "→"},
});

bool is_token_space(char32_t c) {
  return c == U' ' || c == U'\t' || c == U'\n' || c == U'\r' || c == 0xA0 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
}

// Soft hyphen, zero-width and directional marks, invisible operators, byte order mark.
bool draws_nothing(char32_t c) {
  return c == 0xAD || (c >= 0x200B && c <= 0x200F) || (c >= 0x2060 && c <= 0x2064) || c == 0xFEFF;
}

// XML 1.0 has no other control characters, no surrogates and no U+FFFE, U+FFFF.
bool xml_can_hold(char32_t c) {
  return c == U'\t' || c == U'\n' || (c >= 0x20 && c < 0xFFFE) || (c >= 0x10000 && c <= 0x10FFFF);
}

void append_folded(std::string& out, char32_t c, LabelKind kind, Alphabet alphabet) {
  if (draws_nothing(c)) return;
  if (kind != LabelKind::Text && c == 0x2212) c = U'-';
  if (kind == LabelKind::Operator) {
    for (const auto& [from, to] : kOperatorFolds) {
      if (from == c) {
        out += to;
        return;
      }
    }
  }
  append_styled(out, unstyle_italic(c), alphabet);
}

constexpr std::string_view kHexDigits = "0123456789abcdef";

void append_escape(std::string& out, char byte) {
  const auto value = static_cast<unsigned char>(byte);
  out += "\\x";
  out += kHexDigits[value >> 4];
  out += kHexDigits[value & 15];
}

// The byte of an escape \x1f at the start of the text; -1 if there is no escape.
int escaped_byte(std::string_view text) {
  if (text.size() < 4 || text[0] != '\\' || text[1] != 'x') return -1;
  const std::size_t high = kHexDigits.find(text[2]);
  const std::size_t low = kHexDigits.find(text[3]);
  if (high == std::string_view::npos || low == std::string_view::npos) return -1;
  return static_cast<int>(high * 16 + low);
}

// Collects a label; white space is held back until another character follows.
class LabelWriter {
 public:
  LabelWriter(std::string& out, LabelKind kind, Alphabet alphabet)
      : out_(out), start_(out.size()), kind_(kind), alphabet_(alphabet) {}

  void add_text(std::string_view text) {
    for (const base::CodePoint& c : base::code_points(text)) {
      if (is_token_space(c.value)) {
        space_ = out_.size() > start_;
      } else if (!draws_nothing(c.value)) {
        flush_space();
        append_folded(out_, c.value, kind_, alphabet_);
      }
    }
  }
  void add_glyph(std::string_view alt) {
    flush_space();
    append_attribute_as_label(out_, alt);
  }

 private:
  void flush_space() {
    if (space_) out_ += ' ';
    space_ = false;
  }

  std::string& out_;
  std::size_t start_;
  LabelKind kind_;
  Alphabet alphabet_;
  bool space_ = false;
};

// Whether the character between two others reads back unchanged.
bool survives(const base::CodePoint& c, LabelKind kind) {
  if (!c.valid || !xml_can_hold(c.value) || draws_nothing(c.value)) return false;
  if (is_token_space(c.value)) return c.value == U' ';
  std::string folded;
  append_folded(folded, c.value, kind, Alphabet::Plain);
  return folded == c.bytes;
}

void append_guarded(std::string& out, std::string_view bytes) {
  constexpr std::string_view close = "\"/>";
  if (out.ends_with(close)) {  // one glyph for a run of such bytes
    out.resize(out.size() - close.size());
  } else {
    out += "<mglyph alt=\"";
  }
  for (const char byte : bytes) append_escape(out, byte);
  out += close;
}

}  // namespace

void append_label(const XmlTree& xml, NodeId token, LabelKind kind, Alphabet alphabet,
                  std::string& out) {
  LabelWriter label(out, kind, alphabet);
  std::vector<NodeId> pending = {xml.first_child(token)};
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    if (id == kNoNode) continue;
    pending.push_back(xml.next_sibling(id));
    if (xml.is_text(id)) {
      label.add_text(xml.text(id));
    } else if (xml.name(id) == "mglyph") {
      label.add_glyph(xml.attribute(id, "alt"));
    } else {
      pending.push_back(xml.first_child(id));
    }
  }
}

void append_folded(std::string& out, std::string_view text, LabelKind kind) {
  for (const base::CodePoint& c : base::code_points(text)) {
    append_folded(out, c.value, kind, Alphabet::Plain);
  }
}

void append_token_content(std::string& out, std::string_view label, LabelKind kind) {
  bool after_plain = false;  // the last character was written as text and is not a space
  while (!label.empty()) {
    const base::CodePoint c = base::decode_code_point(label);
    label.remove_prefix(c.bytes.size());
    bool plain = survives(c, kind);
    if (plain && c.value == U' ') {
      // A space is kept only between two characters of one piece of text.
      plain = after_plain && !label.empty() && label.front() != ' ' &&
              survives(base::decode_code_point(label), kind);
    }
    if (plain) {
      append_xml(out, c.bytes);
    } else {
      append_guarded(out, c.bytes);
    }
    after_plain = plain && c.value != U' ';
  }
}

void append_xml(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
}

void append_label_as_attribute(std::string& out, std::string_view label) {
  while (!label.empty()) {
    const base::CodePoint c = base::decode_code_point(label);
    // A backslash is escaped only if it would read as the start of an escape.
    if (c.valid && xml_can_hold(c.value) && c.value >= U' ' && escaped_byte(label) < 0) {
      append_xml(out, c.bytes);
    } else {
      for (const char byte : c.bytes) append_escape(out, byte);
    }
    label.remove_prefix(c.bytes.size());
  }
}

void append_attribute_as_label(std::string& out, std::string_view value) {
  while (!value.empty()) {
    const int byte = escaped_byte(value);
    out += byte < 0 ? value.front() : static_cast<char>(byte);
    value.remove_prefix(byte < 0 ? 1 : 4);
  }
}

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

// LaTeXML marks the d of an integral as an operator, but draws it as a letter.
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
  // Spans cover the text without its tags, so only letters in one token of the producer are
  // adjacent.
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
