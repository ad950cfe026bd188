// \left( ... \right), \middle|, \big( and their sizes.
#include <array>
#include <string>

#include "noether/formula/latex/command_table.h"
#include "noether/formula/layout_builder.h"

namespace noether::formula {
namespace {

bool grouped(std::string_view fence) {
  return fence == "(" || fence == "[" || fence == "{" || fence == "|" || fence == "∥" ||
         fence == ")" || fence == "]" || fence == "}";
}

void left_right(LatexParser& parser, const Token& command, std::string_view) {
  const std::string open(parser.delimiter(command));
  const std::size_t mark = parser.row_mark();
  parser.row_items(LatexParser::RowEnd::Right);
  const Token end = parser.tokens().peek();
  std::string close;
  const base::Span source{command.source.begin, end.source.end};
  if (end.is_command("right")) {
    parser.tokens().take();
    close = parser.delimiter(end);
  } else {
    parser.report("\\left without \\right", command.source, "add \\right) or \\right.");
    parser.push(parser.error_node("left", command.source));
  }
  const bool opens = open == "(" || open == "[" || open == "{" || open == "|" || open == "∥";
  const bool closes = grouped(close) && close != "(" && close != "[" && close != "{";
  const NodeId inside = parser.take_row(mark);
  if (opens && closes && inside != kNoNode) {
    parser.push(fence_row(parser.tree(), open, close, inside, source));
    return;
  }
  parser.push_fenced(open, close, inside, source);
}

void middle(LatexParser& parser, const Token& command, std::string_view) {
  const std::string_view fence = parser.delimiter(command);
  if (!fence.empty()) parser.push_operator(fence, command.source);
}

void sized(LatexParser& parser, const Token& command, std::string_view) {
  // Reads both \big{(} and \big(.
  if (parser.tokens().peek().kind == TokenKind::OpenBrace) {
    const Token open = parser.tokens().take();
    parser.group_contents(open);
    return;
  }
  const std::string_view fence = parser.delimiter(command);
  if (!fence.empty()) parser.push_operator(fence, command.source);
}

void stray_right(LatexParser& parser, const Token& command, std::string_view) {
  parser.report("\\right without \\left", command.source);
  parser.push(parser.error_node("right", command.source));
}

}  // namespace

std::string_view LatexParser::delimiter(const Token& command) {
  Token token = tokens_.peek();
  bool braced = false;
  if (token.kind == TokenKind::OpenBrace) {  // \left{ is a common mistake for \left\{
    tokens_.take();
    token = tokens_.peek();
    braced = true;
  }
  if (token.kind == TokenKind::End || token.kind == TokenKind::CloseBrace ||
      token.kind == TokenKind::Alignment) {
    if (braced && token.kind == TokenKind::CloseBrace) tokens_.take();
    report("missing delimiter after \\" + std::string(command.text), command.source,
           "write a full stop for an invisible one");
    push(error_node(command.text, command.source));
    return {};
  }
  if (braced) {
    const Token after = tokens_.take();
    if (tokens_.peek().kind == TokenKind::CloseBrace) {
      tokens_.take();
      token = after;
    } else {
      tokens_.push_front({after});
      return "{";
    }
  } else {
    tokens_.take();
  }
  if (token.kind == TokenKind::Character) {
    if (token.text == ".") return {};
    if (token.text == "<") return "⟨";
    if (token.text == ">") return "⟩";
    if (token.text == "‖") return "∥";
    return token.text;
  }
  if (token.kind == TokenKind::Command) {
    if (const Symbol* symbol = symbol_by_command(token.text)) return symbol->glyph;
    if (token.text == "lbrace") return "{";
    if (token.text == "rbrace") return "}";
    return token.text;
  }
  return token.text;
}

void register_delimiters(CommandTable& table) {
  table.add("left", left_right);
  table.add("right", stray_right);
  table.add("middle", middle);
  for (const std::string_view name : std::to_array<std::string_view>(
           {"big", "Big", "bigg", "Bigg", "bigl", "Bigl", "biggl", "Biggl", "bigr", "Bigr", "biggr",
            "Biggr", "bigm", "Bigm", "biggm", "Biggm"})) {
    table.add(name, sized);
  }
}

}  // namespace noether::formula
