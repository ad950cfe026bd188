#include "noether/formula/notation/latex_tokens.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "noether/base/ascii.h"
#include "noether/base/utf8.h"
#include "noether/formula/bare_names.h"
#include "noether/formula/math_alphabet.h"
#include "noether/formula/notation/plain_labels.h"

namespace noether::formula {
namespace {

constexpr std::string_view kStroke = "\xCC\xB8";  // combining long solidus overlay: \not

// Negated signs without a separate command.
constexpr auto kNegated =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"⊄", "\\not\\subset"},
                                                                  {"⊅", "\\not\\supset"},
                                                                  {"≢", "\\not\\equiv"},
                                                                  {"≉", "\\not\\approx"},
                                                                  {"≄", "\\not\\simeq"},
                                                                  {"∌", "\\not\\ni"},
                                                                  {"∄", "\\not\\exists"}});

constexpr auto kEnclosures = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"updiagonalstrike", "cancel"},
    {"downdiagonalstrike", "bcancel"},
    {"updiagonalstrike downdiagonalstrike", "xcancel"},
    {"horizontalstrike", "sout"},
});

struct Style {
  Alphabet alphabet;
  char32_t plain;
};

std::string_view font_command(Alphabet alphabet) {
  switch (alphabet) {
    case Alphabet::Bold:
      return "mathbf";
    case Alphabet::BoldItalic:
      return "boldsymbol";
    case Alphabet::DoubleStruck:
      return "mathbb";
    case Alphabet::Fraktur:
      return "mathfrak";
    case Alphabet::Script:
      return "mathcal";
    case Alphabet::SansSerif:
      return "mathsf";
    case Alphabet::Monospace:
      return "mathtt";
    default:
      return "";
  }
}

// The alphabet and the letter or digit of a character; nullptr if no command draws it.
const Style* style_of(char32_t character) {
  static const auto styles = [] {
    std::unordered_map<char32_t, Style> made;
    for (const Alphabet alphabet :
         {Alphabet::DoubleStruck, Alphabet::Bold, Alphabet::Script, Alphabet::Fraktur,
          Alphabet::SansSerif, Alphabet::Monospace, Alphabet::BoldItalic}) {
      for (char32_t plain = U'0'; plain <= U'z'; ++plain) {
        const char32_t styled = to_alphabet(plain, alphabet);
        if (styled != plain) made.emplace(styled, Style{alphabet, plain});
      }
    }
    return made;
  }();
  const auto it = styles.find(character);
  return it == styles.end() ? nullptr : &it->second;
}

using SymbolIndex = std::unordered_map<std::string_view, const Symbol*>;

SymbolIndex index_symbols(bool identifiers) {
  SymbolIndex index;
  for (const Symbol& symbol : all_symbols()) {
    if (symbol.letter_kind != identifiers) continue;
    const auto [it, added] = index.emplace(symbol.glyph, &symbol);
    // Both \amalg and \coprod draw ∐; only the latter can have limits.
    if (!added && symbol.role == SymbolRole::BigOperator) it->second = &symbol;
  }
  return index;
}

bool is_number(std::string_view label) {
  bool point = false;
  for (std::size_t i = 0; i < label.size(); ++i) {
    const bool is_point = label[i] == '.' && !point && i + 1 < label.size();
    const bool is_gap =
        (label[i] == ' ' || label[i] == ',') && i > 0 && i + 1 < label.size() && !point;
    if (is_point) point = true;
    if (!is_digit(label[i]) && !is_point && !is_gap) return false;
  }
  return !label.empty();
}

}  // namespace

std::string_view enclosure_command(std::string_view notation) {
  for (const auto& [name, command] : kEnclosures) {
    if (name == notation) return command;
  }
  return {};
}

void blank_controls(std::string& out, std::size_t begin) {
  std::replace_if(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), is_control, ' ');
}

const Symbol* symbol_for(std::string_view glyph, bool identifier) {
  static const SymbolIndex identifiers = index_symbols(true);
  static const SymbolIndex operators = index_symbols(false);
  const SymbolIndex& index = identifier ? identifiers : operators;
  const auto it = index.find(glyph);
  return it == index.end() ? nullptr : it->second;
}

void LatexTokens::put(std::string_view latex) {
  if (latex.empty()) return;
  // A control word ends where its letters end.
  if (base::is_letter(latex[0]) && out_.size() == word_end_ && word_end_ > 0) out_ += ' ';
  out_ += latex;
  if (const std::size_t word = latex.rfind('\\'); word != std::string_view::npos) {
    const auto tail = latex.substr(word + 1);
    if (!tail.empty() && std::ranges::all_of(tail, base::is_letter)) word_end_ = out_.size();
  }
}

void LatexTokens::command(std::string_view name) {
  out_ += '\\';
  out_ += name;
  if (base::is_letter(name.back())) word_end_ = out_.size();
}

void LatexTokens::escaped(std::string_view text) {
  for (const char c : text) {
    if (c == '\\') {
      out_ += "\\backslash{}";
    } else if (is_control(c)) {
      out_ += ' ';
    } else {
      if (c == '{' || c == '}' || c == '%' || c == '#' || c == '_' || c == '&' || c == '$') {
        out_ += '\\';
      }
      out_ += c;
    }
  }
}

void LatexTokens::styled(std::string_view label, bool variable_kind) {
  // Either one font for the whole label, or no font.
  Alphabet alphabet = Alphabet::Plain;
  std::string plain;
  for (const base::CodePoint& c : base::code_points(label)) {
    const Style* style = style_of(c.value);
    if (!variable_kind && c.value == U'.') {
      plain += '.';
      continue;
    }
    if (style == nullptr || (alphabet != Alphabet::Plain && style->alphabet != alphabet)) {
      plain.clear();
      break;
    }
    alphabet = style->alphabet;
    base::append_code_point(plain, style->plain);
  }
  const bool joins = alphabet == Alphabet::Bold || alphabet == Alphabet::SansSerif ||
                     alphabet == Alphabet::Monospace;
  if (alphabet != Alphabet::Plain && !plain.empty() && (plain.size() == 1 || joins)) {
    command(font_command(alphabet));
    out_ += '{';
    out_ += plain;
    out_ += '}';
    return;
  }
  const bool single = !label.empty() && base::decode_code_point(label).bytes.size() == label.size();
  if (single && static_cast<unsigned char>(label[0]) >= 0x80 && variable_kind) {
    put(label);
    return;
  }
  command("operatorname");
  out_ += '{';
  escaped(label);
  out_ += '}';
}

// The letters at the end, unless they belong to a control word.
std::string_view LatexTokens::last_letters() const {
  std::size_t begin = out_.size();
  while (begin > word_end_ && begin + kMaxBareRun > out_.size() &&
         base::is_letter(out_[begin - 1])) {
    --begin;
  }
  return std::string_view(out_).substr(begin);
}

// If a run of letters would be read as the name of a function, a space is put before its last
// letter.
void LatexTokens::letter(std::string_view letter) {
  if (const std::string_view before = last_letters(); !before.empty()) {
    std::string run(before);
    run += letter;
    if (ends_in_bare_name(run)) out_ += ' ';
  }
  put(letter);
}

void LatexTokens::begin_run(std::string_view letters) {
  const std::string_view before = last_letters();
  bool names = ends_in_bare_name(before);
  for (std::size_t end = 2; end <= letters.size() && !names; ++end) {
    names = ends_in_bare_name(letters.substr(0, end));
  }
  if (!before.empty() && names) out_ += ' ';
}

void LatexTokens::operator_name(std::string_view label) {
  const bool name = label.size() > 1 && std::ranges::all_of(label, base::is_letter) &&
                    symbol_for(label, true) == nullptr && symbol_for(label, false) == nullptr;
  if (!name) return variable(label);
  command("operatorname{");
  out_ += label;
  out_ += '}';
}

void LatexTokens::variable(std::string_view label) {
  if (label.size() == 1 && base::is_letter(label[0])) return letter(label);
  if (label.size() > kStroke.size() && label.ends_with(kStroke)) {
    command("not{");
    variable(label.substr(0, label.size() - kStroke.size()));
    return put("}");
  }
  const Symbol* symbol = symbol_for(label, true);
  if (symbol != nullptr && !symbol->command.empty()) return command(symbol->command);
  // Functions that are common in mathematics but have no command in LaTeX.
  if (symbol != nullptr && label.size() > 1 && base::is_letter(label[0])) symbol = nullptr;
  const bool ascii = label.size() == 1 && !is_control(label[0]) && label[0] != ' ';
  constexpr std::string_view unsafe = "\\{}^_&%#$~'";
  if (symbol != nullptr || (ascii && symbol_for(label, false) == nullptr && !is_digit(label[0]) &&
                            unsafe.find(label[0]) == std::string_view::npos)) {
    return put(label);
  }
  // A character that is an operator in the symbol table needs a command to be an identifier.
  if (symbol_for(label, false) != nullptr) {
    command("operatorname{");
    escaped(label);
    return put("}");
  }
  // A name that does not belong to an operator takes no argument.
  if (label.size() > 1 && symbol_by_glyph(label) == nullptr &&
      std::ranges::all_of(label, base::is_letter)) {
    command("mathrm{");
    out_ += label;
    out_ += '}';
    return;
  }
  styled(label, true);
}

void LatexTokens::sign(std::string_view label) {
  // := and !! are read as one sign if they are adjacent.
  const bool touches = out_.size() == sign_end_ && !last_sign_.empty();
  if (touches && ((last_sign_ == ":" && label.starts_with('=')) ||
                  (last_sign_ == "!" && label.starts_with('!')) ||
                  (last_sign_.ends_with("′") && label.starts_with("′")))) {
    out_ += ' ';
  }
  if ((label == "." && (out_.ends_with('.') || out_.size() == number_end_))) {
    out_ += "{.}";
    number_end_ = out_.size();
    return;
  }
  const Symbol* symbol = symbol_for(label, false);
  const auto negated = std::ranges::find(kNegated, label, [](auto& e) { return e.first; });
  if (label.starts_with("′") && label.size() % 3 == 0) {
    for (std::size_t i = 0; i < label.size(); i += 3) command("prime");
  } else if (label == "{" || label == "}") {
    command(label);
  } else if (negated != kNegated.end()) {
    put(negated->second);
  } else if (symbol != nullptr) {
    symbol->command.empty() ? put(label) : command(symbol->command);
  } else if (label == ":=" || label == "!!") {
    put(label);
  } else if (label.size() > kStroke.size() && label.ends_with(kStroke)) {
    command("not{");
    sign(label.substr(0, label.size() - kStroke.size()));
    put("}");
  } else if (!label.empty() && static_cast<unsigned char>(label[0]) >= 0x80) {
    put(label);
  } else if (!label.empty()) {
    command("mathop{");
    variable(label);
    put("}");
  }
  sign_end_ = out_.size();
  last_sign_ = label;
  if (label == ".") number_end_ = out_.size();
}

void LatexTokens::number(std::string_view label) {
  const bool touches = out_.size() == number_end_ && number_end_ > 0;
  if (touches) out_ += '{';
  if (out_.size() == word_end_ && word_end_ > 0) out_ += ' ';  // only for readability: \leq 0
  if (is_number(label)) {
    // The blanks and commas between thousands are drawn.
    for (const char c : label) {
      if (c == ' ') {
        out_ += "\\ ";
      } else if (c == ',') {
        out_ += "{,}";
      } else {
        out_ += c;
      }
    }
  } else {
    styled(label, false);
  }
  if (touches) out_ += '}';
  number_end_ = out_.size();
}

void LatexTokens::words(std::string_view text) {
  command("text{");
  escaped(text);
  out_ += '}';
}

void LatexTokens::insert(std::size_t position, std::string_view latex) {
  out_.insert(position, latex);
  for (std::size_t* end : {&word_end_, &sign_end_, &number_end_}) {
    if (*end > position) *end += latex.size();
  }
}

}  // namespace noether::formula
