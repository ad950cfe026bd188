// Arguments of commands, and the fractions and fences built from them.
#include <string>
#include <utility>

#include "noether/formula/latex/lexer.h"
#include "noether/formula/latex/parser.h"
#include "noether/formula/layout_builder.h"

namespace noether::formula {

bool names_infix_fraction(std::string_view command) {
  constexpr std::string_view fences = "withdelims";
  if (command.size() > 6) {
    if (!command.ends_with(fences)) return false;
    command.remove_suffix(fences.size());
    return command == "over" || command == "atop" || command == "above";
  }
  return command == "over" || command == "choose" || command == "atop" || command == "brace" ||
         command == "brack" || command == "above";
}

void LatexParser::infix_fraction(const Token& command, std::size_t mark, RowEnd end) {
  const NodeId over = take_row(mark);
  std::string open;  // \overwithdelims and similar commands name their fences
  std::string close;
  if (command.text.ends_with("withdelims")) {
    open = delimiter(command);
    close = delimiter(command);
  }
  if (command.text.starts_with("above")) skip_length();  // the thickness of the bar
  const NodeId under = row(end);
  const bool bar = command.text.starts_with("over") || command.text.starts_with("above");
  const NodeId made = fraction(over, under, bar, command.source);
  if (!open.empty() || !close.empty()) {
    push_fenced(open, close, made, command.source);
  } else if (command.text == "choose") {
    push_fenced("(", ")", made, command.source);
  } else if (command.text == "brace") {
    push_fenced("{", "}", made, command.source);
  } else if (command.text == "brack") {
    push_fenced("[", "]", made, command.source);
  } else {
    push(made);
  }
}

NodeId LatexParser::argument(const Token& command) {
  while (tokens_.peek().is_character("~")) tokens_.take();
  const Token token = tokens_.peek();
  if (token.kind == TokenKind::End || at_row_end(token, RowEnd::Input)) {
    report("missing argument of \\" + std::string(command.text), command.source,
           "the command needs another {...}");
    return error_node(command.text, command.source);
  }
  const std::size_t mark = row_.size();
  if (!enter(token.source)) {
    leave();
    return take_row(mark);
  }
  const bool space = std::exchange(wide_space_, false);
  if (is_digit(token)) {
    const Token taken = tokens_.take();
    push(tree_->add(SymbolKind::Number, styled(taken.text), taken.source));
  } else if (is_ascii_letter(token)) {
    const Token taken = tokens_.take();
    push(tree_->add(SymbolKind::Variable, styled(taken.text), taken.source));
  } else {
    nucleus(tokens_.take());
    limits_ = false;
  }
  wide_space_ = space;
  leave();
  return take_row(mark);
}

NodeId LatexParser::single_argument(const Token& command) {
  return as_single(*tree_, argument(command));
}

bool LatexParser::optional_argument(NodeId& out) {
  if (!tokens_.peek().is_character("[")) return false;
  tokens_.take();
  out = row(RowEnd::Bracket);
  if (tokens_.peek().is_character("]")) tokens_.take();
  return true;
}

// Options are short; the limit keeps a row of unclosed brackets cheap.
constexpr std::size_t kMaxOptionTokens = 48;

bool LatexParser::skip_option(OptionTest accepts) {
  if (!tokens_.peek().is_character("[")) return false;
  std::vector<Token> ahead = {tokens_.take()};
  while (ahead.size() < kMaxOptionTokens && !ahead.back().is_character("]") &&
         ahead.back().kind != TokenKind::End) {
    ahead.push_back(tokens_.take_unexpanded());
  }
  if (ahead.back().is_character("]") && accepts(plain_text({ahead.begin() + 1, ahead.end() - 1}))) {
    return true;
  }
  tokens_.push_front(std::move(ahead));
  return false;
}

void LatexParser::read_tokens(std::vector<Token> tokens, base::Span source) {
  const Token open{TokenKind::OpenBrace, false, "{", source};
  tokens.push_back({TokenKind::CloseBrace, false, "}", source});
  tokens_.push_front(std::move(tokens));
  group_contents(open);
}

NodeId LatexParser::fraction(NodeId over, NodeId under, bool bar, base::Span source) {
  const NodeId id = tree_->add(SymbolKind::Fraction, "divide", source);
  tree_->node(id).barless = !bar;
  attach(*tree_, id, Relation::Over, over);
  attach(*tree_, id, Relation::Under, under);
  return id;
}

void LatexParser::push_fenced(std::string_view open, std::string_view close, NodeId within,
                              base::Span source) {
  if (!open.empty()) push_operator(open, {source.begin, source.begin});
  for (NodeId id = within; id != kNoNode;) {
    const NodeId next = std::exchange(tree_->node(id).link(Relation::Next), kNoNode);
    push(id);
    id = next;
  }
  if (!close.empty()) push_operator(close, {source.end, source.end});
}

}  // namespace noether::formula
