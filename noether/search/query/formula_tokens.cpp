#include "noether/search/query/formula_tokens.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "noether/base/utf8.h"
#include "noether/formula/plain/plain_vocabulary.h"
#include "noether/formula/symbols.h"

namespace noether::search {
namespace {

using formula::is_plain_blank;
using formula::is_plain_digit;
using formula::is_plain_letter;
using formula::PlainRole;
using formula::SymbolRole;

// All other runs of two letters are products of variables.
constexpr std::array<std::string_view, 52> kShortWords = {
    "of", "in", "is", "to", "if", "by", "we", "an", "at", "as", "be", "do", "go",
    "he", "it", "me", "my", "no", "on", "or", "so", "up", "us", "am", "ok", "vs",
    "th", "st", "nd", "rd", "eg", "ie", "cm", "mm", "km", "kg", "pm", "id", "hi",
    "oh", "de", "la", "le", "et", "el", "un", "il", "es", "ad", "ex", "re", "al"};

bool is_short_word(std::string_view letters) {
  if (letters.size() != 2) return false;
  const std::array<char, 2> small = {static_cast<char>(letters[0] | 0x20),
                                     static_cast<char>(letters[1] | 0x20)};
  // AS, OR and IF may be words in capitals for emphasis; DE is the side of a triangle.
  const bool is_loud = letters[0] == (small[0] & ~0x20) && letters[1] == (small[1] & ~0x20);
  const std::string_view word(small.data(), 2);
  if (is_loud) return word == "or" || word == "is" || word == "if" || word == "of" || word == "in";
  return std::ranges::find(kShortWords, word) != kShortWords.end();
}

// abc and xyz: consecutive letters of the alphabet.
bool is_series(std::string_view letters) {
  if (letters.size() < 3 || letters.size() > 4) return false;
  for (std::size_t i = 1; i < letters.size(); ++i) {
    if (letters[i] != letters[i - 1] + 1) return false;
  }
  return true;
}

bool is_any_letter(char32_t c) {
  if (c < 0x80) return is_plain_letter(static_cast<char>(c));
  if (formula::is_script_character(c)) return false;
  return (c >= 0xC0 && c <= 0x24F && c != 0xD7 && c != 0xF7) || (c >= 0x370 && c <= 0x1FFF);
}
bool is_greek(char32_t c) { return c >= 0x370 && c <= 0x3FF; }

class Tokenizer {
 public:
  Tokenizer(std::string_view text, std::span<const base::Span> kept) : text_(text), kept_(kept) {
    pair_braces();
  }

  std::vector<FormulaToken> run() {
    while (at_ < text_.size()) {
      if (is_plain_blank(text_[at_])) {
        blank_ = true;
        ++at_;
        continue;
      }
      while (!kept_.empty() && kept_.front().end <= at_) kept_ = kept_.subspan(1);
      if (!kept_.empty() && kept_.front().begin <= at_) {
        add(TokenKind::Word, kept_.front().end - at_);
      } else {
        read();
      }
    }
    return std::move(tokens_);
  }

 private:
  char byte(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  std::string_view rest() const { return text_.substr(at_); }
  // The end of the text that may be read: tokens do not extend into kept spans.
  std::size_t limit() const { return kept_.empty() ? text_.size() : kept_.front().begin; }

  FormulaToken& add(TokenKind kind, std::size_t bytes) {
    const std::size_t end = std::min(at_ + bytes, text_.size());
    tokens_.push_back({.kind = kind,
                       .blank_before = blank_ || at_ == 0,
                       .begin = static_cast<std::uint32_t>(at_),
                       .end = static_cast<std::uint32_t>(end)});
    at_ = end;
    blank_ = false;
    return tokens_.back();
  }

  void read() {
    const char c = text_[at_];
    if (is_address()) {
      std::size_t end = at_;
      while (end < text_.size() && !is_plain_blank(text_[end])) ++end;
      add(TokenKind::Word, end - at_);
    } else if (is_plain_letter(c) || static_cast<unsigned char>(c) >= 0x80) {
      read_letters();
    } else if (is_plain_digit(c) || (c == '.' && is_plain_digit(byte(at_ + 1)))) {
      read_number();
    } else if (c == '\\') {
      read_command();
    } else if (c == '^' || c == '_') {
      read_script();
    } else if (c == '{') {
      read_set();
    } else {
      read_sign();
    }
  }

  bool is_address() const {
    if (!blank_ && at_ > 0) return false;
    return rest().starts_with("http://") || rest().starts_with("https://") ||
           rest().starts_with("www.");
  }

  void read_letters() {
    const base::CodePoint first = base::decode_code_point(rest());
    if (!is_any_letter(first.value)) {
      read_symbol(first);
      return;
    }
    std::size_t end = at_;
    std::size_t letters = 0;
    bool is_ascii = true;
    bool all_greek = true;
    while (end < text_.size()) {
      const base::CodePoint point = base::decode_code_point(text_.substr(end));
      if (!point.valid || !is_any_letter(point.value)) break;
      // π and x in πx are two letters; a word in Greek is one word.
      if (point.value >= 0x80) is_ascii = false;
      if (!is_greek(point.value)) all_greek = false;
      ++letters;
      end += point.bytes.size();
    }
    // don't, Euler's, d's
    if (byte(end) == '\'' && is_plain_letter(byte(end + 1))) {
      ++end;
      while (is_plain_letter(byte(end))) ++end;
      add(TokenKind::Word, end - at_);
      return;
    }
    // i.e., s.t., a.e.
    if (letters == 1 && byte(end) == '.' && is_plain_letter(byte(end + 1)) &&
        byte(end + 2) == '.') {
      add(TokenKind::Word, end + 3 - at_);
      return;
    }
    const std::string_view run = text_.substr(at_, end - at_);
    if (!is_ascii) {
      const bool is_product =
          letters <= 2 && (all_greek || is_greek(first.value) || is_plain_letter(run.front()));
      const bool has_accent = std::ranges::any_of(base::code_points(run), [](const auto& point) {
        return point.value >= 0x80 && !is_greek(point.value);
      });
      add(is_product && !has_accent ? TokenKind::Letter : TokenKind::Word, run.size());
      return;
    }
    read_run(run);
  }

  void read_run(std::string_view run) {
    if (run.size() == 1 || is_series(run)) {
      add(TokenKind::Letter, run.size());
      return;
    }
    const auto name = formula::plain_name(run);
    // sinx before a sign; otherwise it may be a word.
    const bool is_called = formula::function_before_variable(run) > 0;
    if (name && name->role != PlainRole::Operator && name->role != PlainRole::Choose) {
      const char next = byte(at_ + run.size());
      const bool is_applied = next == '(' || next == '^' || next == '_';
      const bool is_variable = name->role == PlainRole::Operand;
      const bool is_function = is_only_a_function(run);
      const bool is_integral = run == "int" && has_differential(at_ + run.size());
      // max and sum are also words, unless an argument follows.
      if (is_applied || is_variable || is_function || is_integral) {
        FormulaToken& token = add(TokenKind::Name, run.size());
        token.takes_operand = !is_variable;
        return;
      }
    }
    const bool is_product =
        run.size() == 2 && (is_between_signs(run.size()) || (!is_short_word(run) && !name));
    add(is_product || is_called ? TokenKind::Letter : TokenKind::Word, run.size());
  }

  // The by in ax+by=c.
  bool is_between_signs(std::size_t bytes) const {
    constexpr std::string_view kBefore = "+-*/=(^";
    constexpr std::string_view kBehind = "+*/=)^";
    return !blank_ && at_ > 0 && kBefore.find(text_[at_ - 1]) != std::string_view::npos &&
           at_ + bytes < text_.size() && kBehind.find(text_[at_ + bytes]) != std::string_view::npos;
  }

  static bool is_only_a_function(std::string_view letters) {
    std::string run(letters);
    for (char& c : run) c = static_cast<char>(c | 0x20);
    constexpr std::array<std::string_view, 18> kFunctions = {
        "sin", "cos", "tan",  "cot",  "csc",  "log",    "ln",     "exp",  "lim",
        "gcd", "lcm", "sinh", "cosh", "tanh", "arcsin", "arctan", "sqrt", "cbrt"};
    return std::ranges::find(kFunctions, run) != kFunctions.end();
  }

  // The dx in int f(x) dx, if it is not far behind.
  bool has_differential(std::size_t at) const {
    constexpr std::size_t kLookedAt = 64;
    const std::size_t end = std::min(limit(), at + kLookedAt);
    for (; at + 1 < end; ++at) {
      if (text_[at] != 'd' || is_plain_letter(text_[at - 1])) continue;
      if (letters_from(at) == 2 && !is_short_word(text_.substr(at, 2))) return true;
    }
    return false;
  }

  void read_symbol(const base::CodePoint& point) {
    const std::size_t bytes = point.bytes.size();
    if (!point.valid) {
      add(TokenKind::Word, bytes);
      return;
    }
    if (formula::is_script_character(point.value)) {
      std::size_t end = bytes;
      while (at_ + end < text_.size()) {
        const base::CodePoint next = base::decode_code_point(rest().substr(end));
        if (!formula::is_script_character(next.value)) break;
        end += next.bytes.size();
      }
      add(TokenKind::Script, end);
      return;
    }
    if (!formula::vulgar_fraction_latex(point.bytes).empty()) {
      add(TokenKind::Number, bytes);
      return;
    }
    constexpr char32_t kDoubleBar = 0x2016;
    if (point.value == kDoubleBar) {
      add(TokenKind::Bar, bytes);
      return;
    }
    if (!formula::root_sign_latex(point.bytes).empty()) {
      add(TokenKind::Symbol, bytes).takes_operand = true;
      return;
    }
    if (point.value >= 0x2032 && point.value <= 0x2034) {
      add(TokenKind::Prime, bytes);
      return;
    }
    const formula::Symbol* symbol = formula::symbol_by_glyph(point.bytes);
    if (symbol == nullptr) {
      const bool is_operator = point.value >= 0x2190 && point.value <= 0x22FF;
      const bool is_minus = point.value == 0x2212;
      const bool is_styled = point.value >= 0x2100 && point.value <= 0x214F;
      const bool is_alphabet = point.value >= 0x1D400 && point.value <= 0x1D7FF;
      add(is_minus || point.value == 0xB7 ? TokenKind::Sign
          : is_operator                   ? TokenKind::Relation
          : is_styled || is_alphabet      ? TokenKind::Letter
                                          : TokenKind::Word,
          bytes);
      return;
    }
    add_by_role(symbol->role, bytes, TokenKind::Symbol);
  }

  void add_by_role(SymbolRole role, std::size_t bytes, TokenKind otherwise) {
    switch (role) {
      case SymbolRole::Relation:
      case SymbolRole::Connective:
        add(TokenKind::Relation, bytes);
        return;
      case SymbolRole::Additive:
      case SymbolRole::Multiplicative:
      case SymbolRole::Logical:
        add(TokenKind::Sign, bytes);
        return;
      case SymbolRole::Dots:
        add(TokenKind::Dots, bytes);
        return;
      case SymbolRole::Function:
      case SymbolRole::LimitFunction:
      case SymbolRole::BigOperator:
      case SymbolRole::Integral:
      case SymbolRole::Prefix:
      case SymbolRole::Quantifier:
        add(otherwise, bytes).takes_operand = true;
        return;
      case SymbolRole::Punctuation:
        add(TokenKind::Word, bytes);
        return;
      default:
        add(otherwise, bytes);
        return;
    }
  }

  void read_number() {
    std::size_t end = at_;
    while (is_plain_digit(byte(end))) ++end;
    while ((byte(end) == '.' || byte(end) == ',') && is_plain_digit(byte(end + 1)) &&
           (byte(end) == '.' || is_thousands(end))) {
      ++end;
      while (is_plain_digit(byte(end))) ++end;
    }
    add(TokenKind::Number, end - at_);
  }
  bool is_thousands(std::size_t comma) const {
    return is_plain_digit(byte(comma + 1)) && is_plain_digit(byte(comma + 2)) &&
           is_plain_digit(byte(comma + 3)) && !is_plain_digit(byte(comma + 4));
  }

  // The position behind the braces that are opened here; empty if they are not closed.
  std::optional<std::size_t> braces_end(std::size_t at) const {
    if (brace_ends_[at] == 0) return std::nullopt;
    return brace_ends_[at];
  }

  // Pairs all braces in one pass, so that unclosed ones are not searched repeatedly.
  void pair_braces() {
    brace_ends_.assign(text_.size(), 0);
    std::vector<std::size_t> opened;
    auto kept = kept_;
    for (std::size_t at = 0; at < text_.size(); ++at) {
      if (!kept.empty() && at == kept.front().begin) {
        opened.clear();
        at = std::max<std::size_t>(kept.front().end, at + 1) - 1;
        kept = kept.subspan(1);
      } else if (text_[at] == '\\') {
        ++at;
      } else if (text_[at] == '{') {
        opened.push_back(at);
      } else if (text_[at] == '}' && !opened.empty()) {
        brace_ends_[opened.back()] = static_cast<std::uint32_t>(at + 1);
        opened.pop_back();
      }
    }
  }

  // A command with its arguments in brackets and braces.
  std::size_t command_end(std::size_t at) const {
    std::size_t end = at + 1;
    while (is_plain_letter(byte(end))) ++end;
    if (end == at + 1) return std::min(at + 2, text_.size());
    const std::string_view name = text_.substr(at + 1, end - at - 1);
    if (name == "left" || name == "right" || name.starts_with("big") || name.starts_with("Big")) {
      if (name.starts_with("big") && formula::symbol_by_command(name) != nullptr) return end;
      const std::size_t letters = byte(end) == '\\' ? letters_from(end + 1) : 0;
      return std::min(end + 1 + (byte(end) == '\\' ? std::max<std::size_t>(letters, 1) : 0),
                      text_.size());
    }
    if (byte(end) == '[' && name == "sqrt") {
      const std::size_t close = text_.find(']', end);
      if (close < limit()) end = close + 1;
    }
    for (;;) {
      std::size_t brace = end;
      while (is_plain_blank(byte(brace)) && brace < limit()) ++brace;
      if (byte(brace) != '{') return end;
      const auto close = braces_end(brace);
      if (!close) return end;
      end = *close;
    }
  }

  void read_command() {
    if (byte(at_ + 1) == '$' || at_ + 1 >= text_.size() || is_plain_blank(byte(at_ + 1))) {
      add(TokenKind::Word, 2);  // money, or a stray backslash
      return;
    }
    const std::size_t end = command_end(at_);
    std::size_t name_end = at_ + 1;
    while (is_plain_letter(byte(name_end))) ++name_end;
    const std::string_view name = text_.substr(at_ + 1, name_end - at_ - 1);
    if (name.empty()) {
      const char c = text_[at_ + 1];
      const TokenKind kind = c == '{'   ? TokenKind::Open
                             : c == '}' ? TokenKind::Close
                             : c == '|' ? TokenKind::Bar
                                        : TokenKind::Command;
      add(kind, end - at_).is_spacing = kind == TokenKind::Command;
      return;
    }
    if (name == "left" || name == "right") {
      add(name == "left" ? TokenKind::Open : TokenKind::Close, end - at_);
      return;
    }
    constexpr std::array<std::string_view, 6> kSpaces = {"quad",   "qquad",        "limits",
                                                         "hspace", "displaystyle", "nolimits"};
    if (std::ranges::find(kSpaces, name) != kSpaces.end()) {
      FormulaToken& token = add(TokenKind::Command, end - at_);
      token.is_spacing = true;
      token.takes_operand = true;
      return;
    }
    const formula::Symbol* symbol = formula::symbol_by_command(name);
    if (symbol != nullptr && symbol->role != SymbolRole::Open &&
        symbol->role != SymbolRole::Close) {
      add_by_role(symbol->role, end - at_, TokenKind::Command);
    } else {
      add(TokenKind::Command, end - at_);
    }
  }

  void read_script() {
    // A blank before it is common in LaTeX: \int _0^1, 2 ^ {n}.
    const bool hangs =
        !tokens_.empty() && tokens_.back().kind != TokenKind::Word &&
        (!blank_ || tokens_.back().kind == TokenKind::Command ||
         (text_[at_] == '^' && tokens_.back().ends_operand()) || byte(at_ + 1) == '{');
    std::size_t end = at_ + 1;
    while (byte(end) == ' ') ++end;
    if (end >= text_.size()) end = at_ + 1;
    if (byte(end) == '{') {
      end = braces_end(end).value_or(at_ + 1);
    } else if (byte(end) == '(') {
      // The bracket is read as its own token; braces form a group whatever they contain.
      end = at_ + 1;
    } else if (byte(end) == '\\') {
      const bool is_lost = end + 1 >= text_.size() || is_plain_blank(text_[end + 1]);
      end = is_lost ? at_ + 1 : command_end(end);
    } else {
      if (byte(end) == '-' || byte(end) == '+') ++end;
      if (is_plain_digit(byte(end))) {
        while (is_plain_digit(byte(end))) ++end;
      } else if (end < text_.size() && !is_plain_blank(byte(end))) {
        const std::size_t letters = letters_from(end);
        const bool is_name =
            letters > 1 && formula::plain_name(text_.substr(end, letters)).has_value();
        end += is_name ? letters : base::decode_code_point(text_.substr(end)).bytes.size();
      }
    }
    end = std::min(end, limit());
    FormulaToken& token =
        add(hangs ? TokenKind::Script : TokenKind::Word, std::max<std::size_t>(end - at_, 1));
    token.takes_operand = byte(token.end) == '(';
  }
  std::size_t letters_from(std::size_t at) const {
    std::size_t end = at;
    while (is_plain_letter(byte(end))) ++end;
    return end - at;
  }

  // A set, unless it contains words.
  void read_set() {
    const auto end = braces_end(at_);
    if (!end) {
      add(TokenKind::Word, 1);
      return;
    }
    const std::string_view inner = text_.substr(at_ + 1, *end - at_ - 2);
    std::size_t letters = 0;
    bool has_word = inner.find_first_not_of(' ') == std::string_view::npos;
    bool in_command = false;
    for (const char c : inner) {
      in_command = c == '\\' || (in_command && is_plain_letter(c));
      letters = is_plain_letter(c) && !in_command ? letters + 1 : 0;
      has_word = has_word || letters > 3;
    }
    add(has_word ? TokenKind::Word : TokenKind::Set, has_word ? 1 : *end - at_);
  }

  void read_sign() {
    constexpr std::array<std::string_view, 13> kRelations = {
        "<=>", "<->", "|->", "=/=", "-->", "<=", ">=", "=<", "!=", "<>", "==", "=>", "->"};
    for (const std::string_view relation : kRelations) {
      if (rest().starts_with(relation)) {
        add(TokenKind::Relation, relation.size());
        return;
      }
    }
    if (rest().starts_with("..")) {
      std::size_t end = 0;
      while (byte(at_ + end) == '.') ++end;
      add(TokenKind::Dots, end);
      return;
    }
    const char c = text_[at_];
    switch (c) {
      case '=':
      case '<':
      case '>':
        add(TokenKind::Relation, 1);
        return;
      case '+':
      case '-':
      case '*':
      case '/':
        add(TokenKind::Sign, 1);
        return;
      case '(':
      case '[':
        add(TokenKind::Open, 1);
        return;
      case ')':
      case ']':
        add(TokenKind::Close, 1);
        return;
      case '|':
        add(TokenKind::Bar, byte(at_ + 1) == '|' ? 2 : 1);
        return;
      case ',':
      case ';':
        add(TokenKind::Comma, 1);
        return;
      case ':':
        add(TokenKind::Colon, 1);
        return;
      case '\'':
      case '!':
      case '%': {
        const bool hangs = !tokens_.empty() && !blank_ && tokens_.back().ends_operand();
        add(hangs ? TokenKind::Prime : TokenKind::Word, 1);
        return;
      }
      case '?':
        // Wildcards: ?a and ??.
        if (byte(at_ + 1) == '?' ||
            (is_plain_letter(byte(at_ + 1)) && letters_from(at_ + 1) <= 2)) {
          add(TokenKind::Letter, 1 + std::max<std::size_t>(letters_from(at_ + 1), 1));
          return;
        }
        break;
      default:
        break;
    }
    add(TokenKind::Word, 1);
  }

  std::string_view text_;
  std::span<const base::Span> kept_;
  std::size_t at_ = 0;
  bool blank_ = false;
  std::vector<std::uint32_t> brace_ends_;  // by the place of the opening one; 0: not closed
  std::vector<FormulaToken> tokens_;
};

// mod and choose are operators between operands, as in a mod n; mod is also one in (mod n). This
// does not yet decide whether they belong to a formula.
void read_operator_words(std::string_view text, std::vector<FormulaToken>& tokens) {
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    FormulaToken& token = tokens[i];
    if (token.kind != TokenKind::Word) continue;
    const std::string_view word = text.substr(token.begin, token.end - token.begin);
    const bool is_modulus = word == "mod";
    if (!is_modulus && word != "choose") continue;
    const FormulaToken& left = tokens[i - 1];
    const FormulaToken& right = tokens[i + 1];
    if (!right.begins_operand() || right.kind == TokenKind::Dots || !right.blank_before) continue;
    const std::string_view before = text.substr(left.begin, left.end - left.begin);
    if (left.ends_operand() && token.blank_before && (is_modulus || before != "I")) {
      token.kind = TokenKind::Sign;
    } else if (is_modulus && before == "(") {
      token.kind = TokenKind::Name;
      token.takes_operand = true;
    }
  }
}

// Pairs brackets. Those that contain words, and those without a partner, become words.
void pair_brackets(std::vector<FormulaToken>& tokens) {
  struct Opened {
    std::size_t at;
    bool has_word;
  };
  std::vector<Opened> stack;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    FormulaToken& token = tokens[i];
    if (token.kind == TokenKind::Open) {
      stack.push_back({i, false});
    } else if (token.kind == TokenKind::Close && !stack.empty()) {
      const Opened opened = stack.back();
      stack.pop_back();
      if (opened.has_word || opened.at + 1 == i) {
        tokens[opened.at].kind = TokenKind::Word;
        token.kind = TokenKind::Word;
        if (!stack.empty()) stack.back().has_word = true;
        continue;
      }
      tokens[opened.at].partner = static_cast<std::uint32_t>(i);
      token.partner = static_cast<std::uint32_t>(opened.at);
    } else if (token.kind == TokenKind::Close) {
      token.kind = TokenKind::Word;
    } else if (token.kind == TokenKind::Word && !stack.empty()) {
      stack.back().has_word = true;
    }
  }
  for (const Opened& opened : stack) tokens[opened.at].kind = TokenKind::Word;
}

}  // namespace

std::vector<FormulaToken> formula_tokens(std::string_view text, std::span<const base::Span> kept) {
  std::vector<FormulaToken> tokens = Tokenizer(text, kept).run();
  read_operator_words(text, tokens);
  pair_brackets(tokens);
  return tokens;
}

}  // namespace noether::search
