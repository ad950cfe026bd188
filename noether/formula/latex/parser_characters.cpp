// Characters of a row: numbers, letters, signs.
#include <string>
#include <utility>
#include <vector>

#include "noether/formula/latex/lexer.h"
#include "noether/formula/latex/parser.h"

namespace noether::formula {

void LatexParser::character(const Token& token) {
  if (is_digit(token)) {
    number(token);
    return;
  }
  if (is_ascii_letter(token)) {
    letters(token);
    return;
  }
  if (token.text == ".") {
    const Token next = tokens_.peek();
    if (is_digit(next) && !next.space_before) {
      number(token);
      return;
    }
    if (next.is_character(".")) {
      // Three full stops are an ellipsis.
      const Token second = tokens_.take();
      if (tokens_.peek().is_character(".")) {
        const Token third = tokens_.take();
        push(tree_->add(SymbolKind::Variable, "…", {token.source.begin, third.source.end}));
        return;
      }
      push_operator(".", token.source);
      push_operator(".", second.source);
      return;
    }
  }
  if (token.text == "~") return;  // a space
  if (token.text == "$") {
    report("unexpected $", token.source, "the formula is already in math mode");
    push(error_node("$", token.source));
    return;
  }
  if (token.text.size() == 1 && static_cast<unsigned char>(token.text[0]) < 0x80) {
    if (const Symbol* symbol = symbol_by_glyph(token.text)) {
      push_symbol(*symbol, token.source);
    } else if (static_cast<unsigned char>(token.text[0]) < 0x20 || token.text[0] == 0x7F) {
      return;  // control characters draw nothing
    } else {
      push(tree_->add(SymbolKind::Variable, token.text, token.source));
    }
    return;
  }
  read_unicode_character(*this, token);
}

void LatexParser::number(const Token& first) {
  std::string digits;
  append_styled(digits, first.text, font_.alphabet);
  base::Span source = first.source;
  bool point = first.text == ".";
  for (;;) {
    const Token next = tokens_.peek();
    if (thousands_separator(next) && !point && read_thousands(digits, source)) continue;
    if (next.kind == TokenKind::OpenBrace && read_braced_mark(digits, source, point)) continue;
    if (!is_digit(next) && !(next.is_character(".") && !point)) break;
    if (next.text == ".") {
      // A point belongs to the number only if a digit follows it.
      const Token dot = tokens_.take();
      if (!is_digit(tokens_.peek()) || tokens_.peek().space_before) {
        push(tree_->add(SymbolKind::Number, digits, source));
        character(dot);
        return;
      }
      point = true;
      digits += '.';
      source.end = dot.source.end;
      continue;
    }
    append_styled(digits, next.text, font_.alphabet);
    source.end = next.source.end;
    tokens_.take();
  }
  push(tree_->add(SymbolKind::Number, digits, source));
}

// 1\,000 and 1\ 000: exactly three more digits after a thin space belong to the number. The label
// keeps the gap as one blank, because it is drawn.
bool LatexParser::read_thousands(std::string& digits, base::Span& source) {
  std::vector<Token> ahead = {tokens_.take()};
  while (ahead.size() < 5) {
    ahead.push_back(tokens_.take());
    if (!is_digit(ahead.back())) break;
  }
  const bool three = ahead.size() == 5 && !is_digit(ahead.back());
  if (!three) {
    tokens_.push_front(std::move(ahead));
    return false;
  }
  digits += ' ';
  for (std::size_t i = 1; i < 4; ++i) digits += ahead[i].text;
  source.end = ahead[3].source.end;
  tokens_.push_front({ahead.back()});
  return true;
}

// 1{,}000 and 3{,}14: the braces remove the space after the comma, as in a number. The comma groups
// digits if exactly three follow, else it is the decimal point. 3{.}14 is 3.14.
bool LatexParser::read_braced_mark(std::string& digits, base::Span& source, bool& point) {
  if (point) return false;
  std::vector<Token> ahead;
  const auto next = [&]() -> const Token& {
    ahead.push_back(tokens_.take());
    return ahead.back();
  };
  const auto is_mark = [](const Token& token) {
    return token.is_character(",") || token.is_character(".");
  };
  const bool is_number = next().kind == TokenKind::OpenBrace && is_mark(next()) &&
                         next().kind == TokenKind::CloseBrace && is_digit(next());
  if (!is_number) {
    tokens_.push_front(std::move(ahead));
    return false;
  }
  const std::string_view mark = ahead[1].text;
  digits += mark;
  std::size_t count = 0;
  Token digit = ahead.back();
  for (;; ++count) {
    append_styled(digits, digit.text, font_.alphabet);
    source.end = digit.source.end;
    if (!is_digit(tokens_.peek())) break;
    digit = tokens_.take();
  }
  point = mark == "." || count != 2;
  return true;
}

std::string_view LatexParser::styled(std::string_view text) {
  if (font_.alphabet == Alphabet::Plain) return text;
  label_.clear();
  append_styled(label_, text, font_.alphabet);
  return label_;
}

// Whether the symbol before the letter is a plain letter without scripts that it touches. The
// tokens of a macro's body all have the place of its call.
bool LatexParser::touches_last(const Token& letter) const {
  if (row_.size() == row_begin_ || letter.space_before || wide_space_) return false;
  const LayoutNode& last = tree_->node(row_.back());
  if (last.kind != SymbolKind::Variable || last.height != 1 || last.label.length != 1) return false;
  const char before = tree_->label(row_.back())[0];
  const bool is_letter = (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z');
  return is_letter && (last.source.end == letter.source.begin || last.source == letter.source);
}

void LatexParser::letters(const Token& first) {
  if (!font_.joins_letters) {
    const bool touches = font_.alphabet == Alphabet::Plain && touches_last(first);
    push(tree_->add(SymbolKind::Variable, styled(first.text), first.source));
    tree_->node(row_.back()).touches_previous = touches;
    return;
  }
  label_.clear();
  append_styled(label_, first.text, font_.alphabet);
  base::Span source = first.source;
  while (is_ascii_letter(tokens_.peek())) {
    const Token next = tokens_.take();
    append_styled(label_, next.text, font_.alphabet);
    source.end = next.source.end;
  }
  push(tree_->add(SymbolKind::Variable, label_, source));
}

}  // namespace noether::formula
