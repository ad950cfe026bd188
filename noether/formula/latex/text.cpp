// Words in formulas: \text{if $x > 0$}, \mbox, \textbf.
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "noether/formula/latex/command_table.h"
#include "noether/formula/layout_builder.h"

namespace noether::formula {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return {};
  const std::size_t end = text.find_last_not_of(" \t");
  return text.substr(begin, end - begin + 1);
}

void push_words(LatexParser& parser, const std::vector<Token>& words, base::Span source) {
  const std::string text = trimmed(LatexParser::plain_text(words));
  if (text.empty()) return;
  if (!words.empty()) source = {words.front().source.begin, words.back().source.end};
  parser.push(parser.tree().add(SymbolKind::Text, text, source));
}

void text(LatexParser& parser, const Token& command, std::string_view) {
  std::vector<Token> tokens;
  if (!parser.tokens().take_argument(tokens)) {
    parser.report("missing argument of \\" + std::string(command.text), command.source,
                  "the command needs {...}");
    parser.push(parser.error_node(command.text, command.source));
    return;
  }
  parser.read_words(tokens, command);
}

// Whether a group contains a dollar sign, apart from nested groups: \fbox{\mbox{$x$}}.
bool has_dollar(const std::vector<Token>& tokens) {
  int depth = 0;
  for (const Token& token : tokens) {
    if (token.kind == TokenKind::OpenBrace) ++depth;
    if (token.kind == TokenKind::CloseBrace) --depth;
    if (depth == 0 && (token.is_character("$") || token.is_command("("))) return true;
  }
  return false;
}

}  // namespace

void LatexParser::read_words(const std::vector<Token>& tokens, const Token& command) {
  std::vector<Token> part;
  bool math = false;
  for (const Token& token : tokens) {
    const bool dollar = token.is_character("$");
    if (dollar || (math ? token.is_command(")") : token.is_command("("))) {
      if (math) {
        read_tokens(std::exchange(part, {}), token.source);
      } else {
        push_words(*this, part, token.source);
        part.clear();
      }
      math = !math;
      continue;
    }
    part.push_back(token);
  }
  if (math) {
    report("unpaired $ in \\" + std::string(command.text), command.source);
    push(error_node("$", command.source));
  }
  push_words(*this, part, command.source);
}

bool LatexParser::read_words_in_box(const Token& command) {
  const Token open = tokens_.peek();
  std::vector<Token> tokens;
  if (open.kind != TokenKind::OpenBrace || !tokens_.take_argument(tokens)) return false;
  if (has_dollar(tokens)) {
    read_words(tokens, command);
    return true;
  }
  const base::Span end = tokens.empty() ? open.source : tokens.back().source;
  tokens.insert(tokens.begin(), open);
  tokens.push_back({TokenKind::CloseBrace, false, "}", {end.end, end.end + 1}});
  tokens_.push_front(std::move(tokens));
  return false;
}

std::string LatexParser::plain_text(const std::vector<Token>& tokens) {
  std::string out;
  for (const Token& token : tokens) {
    if (token.space_before && !out.empty() && out.back() != ' ') out += ' ';
    switch (token.kind) {
      case TokenKind::Command:
        // \& \% \_ are the characters themselves; \, and \quad are spaces; other commands set a
        // style.
        if (token.text == "&" || token.text == "%" || token.text == "_" || token.text == "#" ||
            token.text == "$" || token.text == "{" || token.text == "}") {
          out += token.text;
        } else if (token.text == " " || token.text == "," || token.text == ";" ||
                   token.text == "quad" || token.text == "qquad" || token.text == "\\") {
          if (!out.empty() && out.back() != ' ') out += ' ';
        } else if (const Symbol* symbol = symbol_by_command(token.text)) {
          out += symbol->glyph;
        }
        break;
      case TokenKind::OpenBrace:
      case TokenKind::CloseBrace:
      case TokenKind::End:
        break;
      default:
        if (token.text == "~") {
          out += ' ';
        } else if (static_cast<unsigned char>(token.text[0]) >= 0x20) {
          out += token.text;
        }
        break;
    }
  }
  return out;
}

std::string LatexParser::argument_text() {
  std::vector<Token> tokens;
  tokens_.take_argument(tokens);
  return trimmed(plain_text(tokens));
}

void register_text(CommandTable& table) {
  for (const std::string_view name : std::to_array<std::string_view>(
           {"text", "textrm", "textit", "textbf", "textsf", "texttt", "textnormal", "textup",
            "textsc", "textsl", "textmd", "mbox", "hbox", "emph", "intertext", "shortintertext",
            "vbox", "footnote", "url"})) {
    table.add(name, text);
  }
}

}  // namespace noether::formula
