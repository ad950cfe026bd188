// Superscripts, subscripts and primes, in any order.
#include <string>

#include "noether/formula/latex/lexer.h"
#include "noether/formula/latex/parser.h"
#include "noether/formula/layout_builder.h"

namespace noether::formula {

NodeId LatexParser::script_argument(const Token& script) {
  const Token token = tokens_.peek();
  if (token.kind == TokenKind::End || at_row_end(token, RowEnd::Input)) {
    report("missing script after " + std::string(script.text), script.source,
           "write {} for an empty one");
    return error_node(script.text, script.source);
  }
  const std::size_t mark = row_.size();
  if (!enter(token.source)) {
    leave();
    return take_row(mark);
  }
  if (token.kind == TokenKind::Character && !is_ascii_letter(token) && !is_digit(token)) {
    character(tokens_.take());
  } else if (is_digit(token) || is_ascii_letter(token)) {
    // Without braces a script is one character: x^23 is x² times 3.
    const Token taken = tokens_.take();
    push(tree_->add(is_digit(taken) ? SymbolKind::Number : SymbolKind::Variable, styled(taken.text),
                    taken.source));
  } else if (token.kind == TokenKind::Superscript || token.kind == TokenKind::Subscript) {
    const Token taken = tokens_.take();
    report("unexpected " + std::string(taken.text), taken.source,
           "a script follows a script sign; put braces around it");
    push(error_node(taken.text, taken.source));
  } else {
    const bool limits = limits_;
    nucleus(tokens_.take());
    limits_ = limits;
  }
  leave();
  return take_row(mark);
}

void LatexParser::scripts(std::size_t mark) {
  NodeId base = kNoNode;
  NodeId above = kNoNode;    // the row above, primes first
  NodeId tail = kNoNode;     // its last symbol
  bool only_primes = false;  // a superscript that follows primes joins them: f'^2
  const auto need_base = [&] {
    if (base != kNoNode) return;
    if (row_.size() == mark && mark > row_begin_ && !tokens_.peek().space_before &&
        tree_->node(row_.back()).kind != SymbolKind::Blank &&
        tree_->node(row_.back()).source.end == tokens_.peek().source.begin) {
      --mark;  // x{}^2 and x\!^2: the script belongs to the symbol before
    } else if (scripts_on_last_ && row_.size() > mark + 1) {
      mark = row_.size() - 1;
    }
    base = take_single(mark);
  };
  const auto place = [&](Relation relation, NodeId script) {
    if (limits_) relation = relation == Relation::Above ? Relation::Over : Relation::Under;
    base = attach(*tree_, base, relation, script);
  };
  for (;;) {
    const Token token = tokens_.peek();
    if (token.kind == TokenKind::Superscript) {
      need_base();
      tokens_.take();
      const NodeId script = script_argument(token);
      if (only_primes) {
        tree_->node(tail).link(Relation::Next) = script;
        only_primes = false;
      } else {
        if (above != kNoNode) place(Relation::Above, above);
        above = script;
      }
      tail = script == kNoNode ? tail : last_in_row(*tree_, script);
    } else if (token.kind == TokenKind::Subscript) {
      need_base();
      tokens_.take();
      place(Relation::Below, script_argument(token));
    } else if (prime_count(token) > 0) {
      need_base();
      base::Span source = token.source;
      label_.clear();
      while (const int primes_here = prime_count(tokens_.peek())) {
        source.end = tokens_.take().source.end;
        for (int i = 0; i < primes_here; ++i) label_ += "′";
      }
      const NodeId primes = tree_->add(SymbolKind::Operator, label_, source);
      if (above != kNoNode) {
        tree_->node(tail).link(Relation::Next) = primes;
      } else {
        above = primes;
        only_primes = true;
      }
      tail = primes;
    } else if (token.kind == TokenKind::Command && token.text.ends_with("limits")) {
      if (token.text != "limits" && token.text != "nolimits" && token.text != "displaylimits") {
        break;
      }
      tokens_.take();
      limits_ = token.text == "limits";
    } else {
      break;
    }
    if (tokens_.stopped()) break;
  }
  if (base == kNoNode) return;
  if (above != kNoNode) place(Relation::Above, above);
  push(base);
}

}  // namespace noether::formula
