// \newcommand, \def, \let, \DeclareMathOperator: macros that the formula defines.
#include <array>
#include <string>

#include "noether/formula/latex/command_table.h"

namespace noether::formula {
namespace {

constexpr int kMaxParameters = 9;  // as in TeX

void incomplete(LatexParser& parser, const Token& command) {
  parser.report("incomplete \\" + std::string(command.text), command.source,
                "it needs a command name and a body in braces");
  parser.push(parser.error_node(command.text, command.source));
}

// \newcommand{\name}[n][default]{body}
void new_command(LatexParser& parser, const Token& command, std::string_view detail) {
  TokenStream& tokens = parser.tokens();
  if (tokens.peek_unexpanded().is_character("*")) tokens.take_unexpanded();
  std::vector<Token> name;
  if (!tokens.take_argument(name) || name.empty() || name[0].kind != TokenKind::Command) {
    incomplete(parser, command);
    return;
  }
  Macro macro;
  macro.name = name[0].text;
  std::vector<Token> count;
  if (tokens.take_optional_argument(count)) {
    if (count.size() == 1 && count[0].text.size() == 1 && count[0].text[0] >= '0' &&
        count[0].text[0] <= '9') {
      macro.parameters = count[0].text[0] - '0';
    }
    macro.first_is_optional = tokens.take_optional_argument(macro.pattern);
  }
  if (!tokens.take_argument(macro.body)) {
    incomplete(parser, command);
    return;
  }
  if (detail == "provide" && tokens.defines(macro.name)) return;
  tokens.define(std::move(macro));
}

// \def\name#1#2{body}, \def\name(#1,#2){body}
void define(LatexParser& parser, const Token& command, std::string_view) {
  TokenStream& tokens = parser.tokens();
  const Token name = tokens.take_unexpanded();
  Macro macro;
  macro.name = name.text;
  while (tokens.peek_unexpanded().kind != TokenKind::OpenBrace &&
         tokens.peek_unexpanded().kind != TokenKind::CloseBrace &&
         tokens.peek_unexpanded().kind != TokenKind::End && macro.parameters <= kMaxParameters) {
    macro.pattern.push_back(tokens.take_unexpanded());
    const bool parameter = macro.pattern.back().kind == TokenKind::Parameter;
    if (parameter) ++macro.parameters;
    macro.delimited = macro.delimited || !parameter;
  }
  if (name.kind != TokenKind::Command || tokens.peek_unexpanded().kind != TokenKind::OpenBrace) {
    incomplete(parser, command);
    return;
  }
  if (!tokens.take_argument(macro.body)) {
    incomplete(parser, command);
    return;
  }
  tokens.define(std::move(macro));
}

// \let\name=\other
void let(LatexParser& parser, const Token& command, std::string_view) {
  TokenStream& tokens = parser.tokens();
  const Token name = tokens.take_unexpanded();
  if (tokens.peek_unexpanded().is_character("=")) tokens.take_unexpanded();
  const Token meaning = tokens.take_unexpanded();
  if (name.kind != TokenKind::Command || meaning.kind == TokenKind::End) {
    incomplete(parser, command);
    return;
  }
  if (meaning.kind == TokenKind::Command && meaning.text == name.text) return;
  Macro macro;
  macro.name = name.text;
  macro.body.push_back(meaning);
  tokens.define(std::move(macro));
}

// \DeclareMathOperator{\name}{text}: the body is \operatorname{text}.
void declare_operator(LatexParser& parser, const Token& command, std::string_view) {
  TokenStream& tokens = parser.tokens();
  bool limits = false;
  if (tokens.peek_unexpanded().is_character("*")) {
    tokens.take_unexpanded();
    limits = true;
  }
  std::vector<Token> name;
  std::vector<Token> text;
  if (!tokens.take_argument(name) || name.empty() || name[0].kind != TokenKind::Command ||
      !tokens.take_argument(text)) {
    incomplete(parser, command);
    return;
  }
  Macro macro;
  macro.name = name[0].text;
  const base::Span source = command.source;
  macro.body.push_back({TokenKind::Command, false, "operatorname", source});
  if (limits) macro.body.push_back({TokenKind::Character, false, "*", source});
  macro.body.push_back({TokenKind::OpenBrace, false, "{", source});
  macro.body.insert(macro.body.end(), text.begin(), text.end());
  macro.body.push_back({TokenKind::CloseBrace, false, "}", source});
  tokens.define(std::move(macro));
}

}  // namespace

void register_definitions(CommandTable& table) {
  table.add("newcommand", new_command);
  table.add("renewcommand", new_command);
  table.add("providecommand", new_command, "provide");
  for (const std::string_view name :
       std::to_array<std::string_view>({"def", "gdef", "edef", "xdef"})) {
    table.add(name, define);
  }
  table.add("let", let);
  table.add("DeclareMathOperator", declare_operator);
}

}  // namespace noether::formula
