#include "noether/formula/latex/parser.h"

#include <string>
#include <utility>

#include "noether/formula/formula.h"
#include "noether/formula/latex/command_table.h"
#include "noether/formula/latex/lexer.h"
#include "noether/formula/layout_builder.h"
#include "noether/formula/limits.h"

namespace noether::formula {
void LatexParser::parse(std::string_view input, LayoutTree& tree,
                        std::vector<base::Error>& diagnostics) {
  tree_ = &tree;
  diagnostics_ = &diagnostics;
  first_unknown_.reset();
  tokens_.reset(input);
  row_.clear();
  font_ = {};
  depth_ = 0;
  row_begin_ = 0;
  limits_ = false;
  scripts_on_last_ = false;
  wide_space_ = false;

  tree.set_root(row(RowEnd::Input));
  const Token& rest = tokens_.peek();
  if (rest.kind == TokenKind::Alignment) {
    // Reads lines that were pasted without their align environment.
    tokens_.reset(input);
    tree.clear();
    row_.clear();
    tree.set_root(table(RowEnd::Input, "", "", {0, static_cast<std::uint32_t>(input.size())}));
  }
  const base::Span whole{0, static_cast<std::uint32_t>(input.size())};
  if (tokens_.expansion_limit_hit()) {
    diagnostics.push_back({"a macro expands without end", whole,
                           "check the definitions for a macro that calls itself"});
    tree.set_root(error_node("", whole));
  } else if (tree.too_deep() && diagnostics.empty()) {
    diagnostics.push_back({std::string(kTooDeep), whole,
                           "a formula may nest " + std::to_string(kMaxLayoutDepth) + " levels"});
    tree.set_root(error_node("", whole));
  }
}

// Only the first diagnostic is shown, so more would not help.
constexpr std::size_t kMaxDiagnostics = 20;

void LatexParser::report(std::string message, base::Span span, std::string hint) {
  if (tokens_.stopped()) return;
  if (diagnostics_->size() < kMaxDiagnostics) {
    diagnostics_->push_back({std::move(message), span, std::move(hint)});
  }
}

NodeId LatexParser::error_node(std::string_view label, base::Span span) {
  return tree_->add(SymbolKind::Error, label, span);
}

bool LatexParser::enter(base::Span at) {
  const bool too_deep = depth_ >= kMaxLayoutDepth;
  const bool too_large = tree_->node_count() >= kMaxNodes;
  ++depth_;
  if (!too_deep && !too_large) return true;
  report(std::string(too_deep ? kTooDeep : kTooManySymbols), at,
         too_deep ? "a formula may nest " + std::to_string(kMaxLayoutDepth) + " levels"
                  : "a formula may have " + std::to_string(kMaxNodes) + " symbols");
  push(error_node("", at));
  tokens_.stop();
  return false;
}

void LatexParser::push(NodeId node) {
  if (wide_space_) {
    tree_->node(node).wide_space_before = true;
    wide_space_ = false;
  }
  row_.push_back(node);
}

NodeId LatexParser::pop_or_blank() {
  if (row_.size() == row_begin_) return tree_->add(SymbolKind::Blank, "");
  const NodeId last = row_.back();
  row_.pop_back();
  return last;
}

void LatexParser::push_operator(std::string_view label, base::Span source) {
  push(tree_->add(SymbolKind::Operator, label, source));
}

// Longer runs of primes stay apart: joining copies the label.
constexpr std::size_t kMaxJoinedPrimes = 8 * std::string_view("′").size();

void LatexParser::push_symbol(const Symbol& symbol, base::Span source) {
  // Signs that are typed as two characters and drawn as one.
  if (row_.size() > row_begin_ && !wide_space_) {
    const NodeId last = row_.back();
    const LayoutNode& node = tree_->node(last);
    if (node.kind == SymbolKind::Operator && node.height == 1 && node.source.end == source.begin) {
      const std::string_view before = tree_->label(last);
      const bool joined =
          (symbol.glyph == "=" && (before == ":" || before == "<" || before == ">")) ||
          (symbol.glyph == "<" && before == "<") || (symbol.glyph == ">" && before == ">") ||
          (symbol.glyph == "!" && before == "!") ||
          (symbol.glyph == "′" && before.starts_with("′") && before.size() < kMaxJoinedPrimes);
      if (joined) {
        label_.assign(before);
        label_ += symbol.glyph;
        tree_->set_label(last, label_);
        tree_->node(last).source.end = source.end;
        return;
      }
    }
  }
  std::string_view glyph = symbol.glyph;
  if (font_.alphabet == Alphabet::BoldItalic && symbol.letter_kind) {
    label_.clear();  // \boldsymbol reaches Greek letters, \mathbf does not
    append_styled(label_, glyph, font_.alphabet);
    glyph = label_;
  }
  push(tree_->add(symbol.letter_kind ? SymbolKind::Variable : SymbolKind::Operator, glyph, source));
}

bool LatexParser::at_row_end(const Token& token, RowEnd end) const {
  switch (token.kind) {
    case TokenKind::End:
    case TokenKind::CloseBrace:
    case TokenKind::Alignment:
      return true;
    case TokenKind::Character:
      return end == RowEnd::Bracket && token.text == "]";
    case TokenKind::Command:
      if (token.text.empty()) return false;
      return token.text == "right" || token.text == "end" || token.text == ")" ||
             token.text == "]" || ends_line_command(token.text);
    default:
      return false;
  }
}

NodeId LatexParser::row(RowEnd end) {
  const std::size_t mark = row_mark();
  row_items(end);
  return take_row(mark);
}

void LatexParser::row_items(RowEnd end) {
  const std::size_t mark = row_.size();
  if (!enter(tokens_.peek().source)) {
    leave();
    return;
  }
  const std::size_t outer_begin = std::exchange(row_begin_, mark);
  const Font font = font_;  // \rm and similar commands last to the end of the group
  for (;;) {
    const Token& token = tokens_.peek();
    if (at_row_end(token, end)) {
      // A stray closing token is an error only if no enclosing row waits for it.
      if (end == RowEnd::Input && ends_line(token)) {
        line_break();  // lines continue without an environment
        continue;
      }
      if (end == RowEnd::Input && token.kind != TokenKind::End &&
          token.kind != TokenKind::Alignment) {
        const Token stray = tokens_.take();
        if (stray.is_command(")") || stray.is_command("]")) continue;
        report("unexpected " + std::string(stray.kind == TokenKind::Command ? "\\" : "") +
                   std::string(stray.text),
               stray.source, "nothing is open here that it could close");
        push(error_node(stray.text, stray.source));
        continue;
      }
      break;
    }
    if (is_infix_fraction(token)) {
      infix_fraction(tokens_.take(), mark, end);
      break;
    }
    if (tree_->node_count() >= kMaxNodes) {
      report(std::string(kTooManySymbols), token.source,
             "a formula may have " + std::to_string(kMaxNodes) + " symbols");
      push(error_node("", token.source));
      tokens_.stop();
      break;
    }
    atom();
  }
  font_ = font;
  row_begin_ = outer_begin;
  leave();
}

NodeId LatexParser::take_row(std::size_t mark) {
  const NodeId head = link_row(*tree_, std::span(row_).subspan(mark));
  row_.resize(mark);
  return head;
}

NodeId LatexParser::take_single(std::size_t mark) { return as_single(*tree_, take_row(mark)); }

void LatexParser::atom() {
  const std::size_t mark = row_.size();
  limits_ = false;
  scripts_on_last_ = false;
  const Token& token = tokens_.peek();
  const bool bare_script = token.kind == TokenKind::Superscript ||
                           token.kind == TokenKind::Subscript || prime_count(token) > 0;
  if (!bare_script) nucleus(tokens_.take());
  scripts(mark);
}

void LatexParser::nucleus(const Token& token) {
  switch (token.kind) {
    case TokenKind::OpenBrace:
      group_contents(token);
      return;
    case TokenKind::Command:
      command(token);
      return;
    case TokenKind::Character:
      character(token);
      return;
    case TokenKind::Parameter:
      report("#" + std::string(token.text) + " outside a macro", token.source);
      push(error_node(token.text, token.source));
      return;
    default:
      report("unexpected " + std::string(token.text), token.source);
      push(error_node(token.text, token.source));
      return;
  }
}

void LatexParser::group_contents(const Token& open) {
  row_items(RowEnd::Brace);
  // A cell or a line ends inside braces only by mistake, so reading continues to the brace.
  while (!tokens_.stopped()) {
    const Token token = tokens_.peek();
    if (token.kind == TokenKind::CloseBrace) {
      tokens_.take();
      return;
    }
    if (token.kind == TokenKind::End) break;
    tokens_.take();
    if (ends_line(token) || token.kind == TokenKind::Alignment || token.is_command(")") ||
        token.is_command("]")) {
      // A line break or an alignment point in a group draws nothing itself.
      space_before_next();
    } else {
      report("unexpected \\" + std::string(token.text), token.source,
             "it is inside { }, but the group that it closes was opened outside");
      push(error_node(token.text, token.source));
    }
    row_items(RowEnd::Brace);
  }
  report("missing }", open.source, "this { is never closed");
  push(error_node("{", open.source));
}

void LatexParser::command(const Token& token) {
  const Command* known = CommandTable::standard().find(token.text);
  if (known == nullptr) {
    // The command, probably a macro of the author that is not given, is kept as a named symbol.
    if (token.text.empty()) return;  // "\\ " at the end of a line whose last blank was lost
    if (!first_unknown_) first_unknown_.emplace(std::string(token.text), token.source);
    push(tree_->add(SymbolKind::Variable, token.text, token.source));
  } else if (known->handler != nullptr) {
    known->handler(*this, token, known->detail);
  } else {
    push_symbol(*known->symbol, token.source);
  }
}

}  // namespace noether::formula
