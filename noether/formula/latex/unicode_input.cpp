// Unicode characters in LaTeX input: 𝑥, ∑, ≤, ², −.
#include "noether/formula/latex/parser.h"

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "noether/base/utf8.h"
#include "noether/formula/latex/command_table.h"
#include "noether/formula/layout_builder.h"

namespace noether::formula {
namespace {

// Characters that look the same as one in the symbol table.
constexpr std::array kSameGlyph = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"−", "-"},  {"–", "-"},  {"‐", "-"},  {"‑", "-"},  {"·", "⋅"},  {"•", "∙"},  {"∕", "/"},
    {"⁄", "/"},  {"‖", "∥"},  {"〈", "⟨"}, {"〉", "⟩"}, {"〈", "⟨"}, {"〉", "⟩"}, {"，", ","},
    {"（", "("}, {"）", ")"}, {"＝", "="}, {"＋", "+"}, {"：", ":"}, {"；", ";"}, {"≔", ":="},
    {"∶", ":"},  {"⩵", "="},  {"µ", "μ"},  {"Ω", "Ω"},  {"Å", "Å"},  {"¦", "|"},
});

// Superscript and subscript characters with the plain characters that they raise or lower: those
// that notation/unicode_line.cpp writes, except brackets and Greek letters.
struct ScriptCharacter {
  std::string_view character;
  char plain;
  bool raised;
};
constexpr std::array kScripts = std::to_array<ScriptCharacter>({
    {"⁰", '0', true},  {"¹", '1', true},  {"²", '2', true},  {"³", '3', true},  {"⁴", '4', true},
    {"⁵", '5', true},  {"⁶", '6', true},  {"⁷", '7', true},  {"⁸", '8', true},  {"⁹", '9', true},
    {"⁺", '+', true},  {"⁻", '-', true},  {"⁼", '=', true},  {"ᵃ", 'a', true},  {"ᵇ", 'b', true},
    {"ᶜ", 'c', true},  {"ᵈ", 'd', true},  {"ᵉ", 'e', true},  {"ᶠ", 'f', true},  {"ᵍ", 'g', true},
    {"ʰ", 'h', true},  {"ⁱ", 'i', true},  {"ʲ", 'j', true},  {"ᵏ", 'k', true},  {"ˡ", 'l', true},
    {"ᵐ", 'm', true},  {"ⁿ", 'n', true},  {"ᵒ", 'o', true},  {"ᵖ", 'p', true},  {"ʳ", 'r', true},
    {"ˢ", 's', true},  {"ᵗ", 't', true},  {"ᵘ", 'u', true},  {"ᵛ", 'v', true},  {"ʷ", 'w', true},
    {"ˣ", 'x', true},  {"ʸ", 'y', true},  {"ᶻ", 'z', true},  {"ᴬ", 'A', true},  {"ᴮ", 'B', true},
    {"ᴰ", 'D', true},  {"ᴱ", 'E', true},  {"ᴳ", 'G', true},  {"ᴴ", 'H', true},  {"ᴵ", 'I', true},
    {"ᴶ", 'J', true},  {"ᴷ", 'K', true},  {"ᴸ", 'L', true},  {"ᴹ", 'M', true},  {"ᴺ", 'N', true},
    {"ᴼ", 'O', true},  {"ᴾ", 'P', true},  {"ᴿ", 'R', true},  {"ᵀ", 'T', true},  {"ᵁ", 'U', true},
    {"ⱽ", 'V', true},  {"ᵂ", 'W', true},  {"₀", '0', false}, {"₁", '1', false}, {"₂", '2', false},
    {"₃", '3', false}, {"₄", '4', false}, {"₅", '5', false}, {"₆", '6', false}, {"₇", '7', false},
    {"₈", '8', false}, {"₉", '9', false}, {"₊", '+', false}, {"₋", '-', false}, {"₌", '=', false},
    {"ₐ", 'a', false}, {"ₑ", 'e', false}, {"ₕ", 'h', false}, {"ᵢ", 'i', false}, {"ⱼ", 'j', false},
    {"ₖ", 'k', false}, {"ₗ", 'l', false}, {"ₘ", 'm', false}, {"ₙ", 'n', false}, {"ₒ", 'o', false},
    {"ₚ", 'p', false}, {"ᵣ", 'r', false}, {"ₛ", 's', false}, {"ₜ", 't', false}, {"ᵤ", 'u', false},
    {"ᵥ", 'v', false}, {"ₓ", 'x', false},
});

std::optional<ScriptCharacter> script_character(const Token& token) {
  if (token.kind != TokenKind::Character) return std::nullopt;
  for (const ScriptCharacter& script : kScripts) {
    if (script.character == token.text) return script;
  }
  return std::nullopt;
}

// A run of raised or lowered characters becomes one script of the symbol before it.
void read_scripts(LatexParser& parser, ScriptCharacter first, base::Span source) {
  std::vector<NodeId> script;
  std::string digits;
  const auto flush = [&] {
    if (digits.empty()) return;
    script.push_back(parser.tree().add(SymbolKind::Number, digits, source));
    digits.clear();
  };
  const auto add = [&](char plain) {
    if (plain >= '0' && plain <= '9') {
      digits += plain;
      return;
    }
    flush();
    const bool letter = (plain | 0x20) >= 'a' && (plain | 0x20) <= 'z';
    script.push_back(parser.tree().add(letter ? SymbolKind::Variable : SymbolKind::Operator,
                                       std::string_view(&plain, 1), source));
  };
  add(first.plain);
  for (;;) {
    const auto next = script_character(parser.tokens().peek());
    if (!next || next->raised != first.raised) break;
    add(next->plain);
    source.end = parser.tokens().take().source.end;
  }
  flush();
  const NodeId row = link_row(parser.tree(), script);
  const NodeId base = parser.pop_or_blank();
  parser.push(attach(parser.tree(), base, first.raised ? Relation::Above : Relation::Below, row));
}

bool is_unicode_space(char32_t c) {
  return c == 0xA0 || (c >= 0x2000 && c <= 0x200F) || c == 0x202F || c == 0x205F || c == 0x3000 ||
         (c >= 0x2060 && c <= 0x2064) || c == 0xFEFF || (c >= 0x80 && c < 0xA0);
}

// Blocks whose characters are drawn and spaced as operators.
bool is_operator_block(char32_t c) {
  return (c >= 0x2190 && c <= 0x22FF) || (c >= 0x27C0 && c <= 0x27EF) ||
         (c >= 0x27F0 && c <= 0x27FF) || (c >= 0x2900 && c <= 0x2AFF) ||
         (c >= 0x2B30 && c <= 0x2B4C);
}

// \unicode{8594}, \unicode{x2192}: a character by its number; any other argument is kept as words.
void numbered_character(LatexParser& parser, const Token& command, std::string_view) {
  while (parser.skip_option([](std::string_view) { return true; })) continue;
  const std::string text = parser.argument_text();
  const bool hexadecimal = text.starts_with('x') || text.starts_with('X');
  const char* const begin = text.data() + (hexadecimal ? 1 : 0);
  const char* const end = text.data() + text.size();
  std::uint32_t code = 0;
  const auto [read, error] = std::from_chars(begin, end, code, hexadecimal ? 16 : 10);
  std::string character;
  if (error == std::errc() && read == end && begin != end && code >= 0x20 && code <= 0x10FFFF &&
      (code < 0xD800 || code > 0xDFFF)) {
    base::append_code_point(character, static_cast<char32_t>(code));
    if (code >= 0x80) {
      read_unicode_character(parser, {TokenKind::Character, false, character, command.source});
    } else if (const Symbol* symbol = symbol_by_glyph(character)) {
      parser.push_symbol(*symbol, command.source);
    } else {
      const bool digit = code >= '0' && code <= '9';
      parser.push(parser.tree().add(digit ? SymbolKind::Number : SymbolKind::Variable, character,
                                    command.source));
    }
  } else if (!text.empty()) {
    parser.push(parser.tree().add(SymbolKind::Text, text, command.source));
  }
}

}  // namespace

void register_unicode(CommandTable& table) { table.add("unicode", numbered_character); }

void read_unicode_character(LatexParser& parser, const Token& token) {
  if (const auto script = script_character(token)) {
    read_scripts(parser, *script, token.source);
    return;
  }
  std::string_view text = token.text;
  for (const auto& [character, glyph] : kSameGlyph) {
    if (character == text) {
      text = glyph;
      break;
    }
  }
  const base::CodePoint decoded = base::decode_code_point(text);
  const char32_t code = decoded.value;
  if (!decoded.valid) {
    parser.report("not valid UTF-8", token.source, "the input must be UTF-8");
    parser.push(parser.error_node("\xEF\xBF\xBD", token.source));
    return;
  }
  if (is_unicode_space(code)) return;
  std::string label;
  if (text.size() == token.text.size() && text == token.text) {
    append_unstyled(label, text);
    // A plain letter in the alphabet of an active font command: \mathbb ℝ stays ℝ.
    text = label;
  }
  if (const Symbol* symbol = symbol_by_glyph(text)) {
    parser.push_symbol(*symbol, token.source);
    return;
  }
  parser.push(parser.tree().add(is_operator_block(code) || text[0] == ':' || text.starts_with("′")
                                    ? SymbolKind::Operator
                                    : SymbolKind::Variable,
                                text, token.source));
}

}  // namespace noether::formula
