#include "noether/formula/latex/unknown_command.h"

#include <algorithm>
#include <array>
#include <vector>

#include "noether/formula/latex/command_table.h"
#include "noether/formula/latex/token_classes.h"

namespace noether::formula {
namespace {

// These are in no table: what begins before them reads them.
bool ends_or_divides(const Token& command) {
  return is_infix_fraction(command) || ends_line(command) || command.is_command("end") ||
         command.is_command("of");
}

}  // namespace

std::optional<Token> first_unknown_command(std::string_view latex) {
  constexpr auto kDefining = std::to_array<std::string_view>(
      {"newcommand", "renewcommand", "providecommand", "def", "DeclareMathOperator"});
  std::vector<std::string_view> defined;
  bool defines_next = false;
  LatexLexer lexer;
  lexer.reset(latex);
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) {
    if (token.kind != TokenKind::Command || token.text.empty()) continue;
    if (defines_next) {
      defined.push_back(token.text);
      defines_next = false;
      continue;
    }
    defines_next = std::ranges::find(kDefining, token.text) != kDefining.end();
    if (defines_next || ends_or_divides(token)) continue;
    if (CommandTable::standard().find(token.text) != nullptr) continue;
    if (std::ranges::find(defined, token.text) == defined.end()) return token;
  }
  return std::nullopt;
}

}  // namespace noether::formula
