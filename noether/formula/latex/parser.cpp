#include "noether/formula/latex/parser.h"

#include <algorithm>
#include <utility>

#include "noether/formula/latex/command_table.h"
#include "noether/formula/latex/unicode_input.h"
#include "noether/formula/layout_builder.h"
#include "noether/formula/limits.h"

namespace noether::formula {
namespace {

bool is_digit(const Token& token) {
  return token.kind == TokenKind::Character && token.text.size() == 1 && token.text[0] >= '0' &&
         token.text[0] <= '9';
}

bool thousands_separator(const Token& token) {
  return token.is_command(",") || token.is_command(" ") || token.is_command("thinspace");
}

bool is_ascii_letter(const Token& token) {
  if (token.kind != TokenKind::Character || token.text.size() != 1) return false;
  const char c = token.text[0];
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool ends_line_command(std::string_view name) {
  return name == "\\" || name == "cr" || name == "newline" || name == "tabularnewline";
}

// How many primes a character stands for.
int prime_count(const Token& token) {
  if (token.kind != TokenKind::Character) return 0;
  if (token.text.size() == 1) return token.text[0] == '\'' ? 1 : 0;
  if (token.text == "’" || token.text == "′") return 1;
  if (token.text == "″") return 2;
  return token.text == "‴" ? 3 : 0;
}

bool ends_line(const Token& token) {
  return token.kind == TokenKind::Command && !token.text.empty() && ends_line_command(token.text);
}

bool is_infix_fraction(const Token& token) {
  if (token.kind != TokenKind::Command || token.text.size() < 4 || token.text.size() > 6) {
    return false;
  }
  return token.text == "over" || token.text == "choose" || token.text == "atop" ||
         token.text == "brace" || token.text == "brack" || token.text == "above";
}

}  // namespace

void LatexParser::parse(std::string_view input, LayoutTree& tree,
                        std::vector<base::Error>& diagnostics) {
  tree_ = &tree;
  diagnostics_ = &diagnostics;
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
    // Lines pasted without their align environment.
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
    diagnostics.push_back({"nested too deeply", whole,
                           "a formula may nest " + std::to_string(kMaxLayoutDepth) + " levels"});
    tree.set_root(error_node("", whole));
  }
}

void LatexParser::report(std::string message, base::Span span, std::string hint) {
  if (tokens_.stopped()) return;
  constexpr std::size_t kMaxDiagnostics = 20;
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
  report(too_deep ? "nested too deeply" : "too many symbols", at,
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
          (symbol.glyph == "′" && before.starts_with("′"));
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
  push(tree_->add(symbol.letter_kind ? SymbolKind::Variable : SymbolKind::Operator, glyph,
                  source));
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
  const Font font = font_;  // \rm and the like last to the end of the group
  for (;;) {
    const Token& token = tokens_.peek();
    if (at_row_end(token, end)) {
      // Stray closers are errors only where nothing outside is waiting for them.
      if (end == RowEnd::Input && ends_line(token)) {
        line_break();  // lines without an environment run on
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
      report("too many symbols", token.source,
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

// \\, \\* and \\[2pt], with the extra space between the lines.
void LatexParser::line_break() {
  tokens_.take();
  if (tokens_.peek().is_character("*")) tokens_.take();
  if (tokens_.peek().is_character("[") && !tokens_.peek().space_before) {
    std::vector<Token> length;
    tokens_.take_optional_argument(length);
  }
  space_before_next();
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
  // A cell or a line may end inside braces only by mistake; read on to the brace.
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
      // A line break or an alignment point in a group draws nothing of its own.
      space_before_next();
    } else {
      report("unexpected \\" + std::string(token.text), token.source,
             "it stands inside { } and what it closes was opened outside");
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
    // Kept as a named symbol: a macro of the author's that we were not given.
    if (token.text.empty()) return;  // "\\ " at the end of a line that lost its last blank
    push(tree_->add(SymbolKind::Variable, token.text, token.source));
  } else if (known->handler != nullptr) {
    known->handler(*this, token, known->detail);
  } else {
    push_symbol(*known->symbol, token.source);
  }
}

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
    if (!is_digit(next) && !(next.is_character(".") && !point)) break;
    if (next.text == ".") {
      // A point belongs to the number only when a digit follows it.
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

std::string_view LatexParser::styled(std::string_view text) {
  if (font_.alphabet == Alphabet::Plain) return text;
  label_.clear();
  append_styled(label_, text, font_.alphabet);
  return label_;
}

void LatexParser::letters(const Token& first) {
  if (!font_.joins_letters) {
    push(tree_->add(SymbolKind::Variable, styled(first.text), first.source));
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
    push(tree_->add(is_digit(taken) ? SymbolKind::Number : SymbolKind::Variable,
                    styled(taken.text), taken.source));
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
  NodeId primes = kNoNode;
  NodeId above = kNoNode;
  const auto need_base = [&] {
    if (base != kNoNode) return;
    if (row_.size() == mark && mark > row_begin_ && !tokens_.peek().space_before &&
        tree_->node(row_.back()).kind != SymbolKind::Blank &&
        tree_->node(row_.back()).source.end == tokens_.peek().source.begin) {
      --mark;  // x{}^2 and x\!^2: the script goes to what stands before
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
      NodeId script = script_argument(token);
      if (primes != kNoNode && above == kNoNode) {
        tree_->node(primes).link(Relation::Next) = script;
        script = primes;
        primes = kNoNode;
      }
      if (above != kNoNode) place(Relation::Above, above);
      above = script;
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
      const NodeId mark_node = tree_->add(SymbolKind::Operator, label_, source);
      if (above != kNoNode) {
        tree_->node(last_in_row(*tree_, above)).link(Relation::Next) = mark_node;
      } else if (primes != kNoNode) {
        tree_->node(last_in_row(*tree_, primes)).link(Relation::Next) = mark_node;
      } else {
        primes = mark_node;
      }
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
  if (primes != kNoNode && above == kNoNode) above = primes;
  if (above != kNoNode) place(Relation::Above, above);
  if (!row_.empty() && row_.size() == mark && wide_space_) wide_space_ = false;
  push(base);
}

void LatexParser::infix_fraction(const Token& command, std::size_t mark, RowEnd end) {
  if (command.text == "above") argument_text();  // the thickness of the bar
  const NodeId over = take_row(mark);
  const NodeId under = row(end);
  const bool bar = command.text == "over" || command.text == "above";
  const NodeId made = fraction(over, under, bar, command.source);
  if (command.text == "choose") {
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

NodeId LatexParser::table(RowEnd end, std::string_view open, std::string_view close,
                          base::Span source, std::size_t least_columns) {
  std::vector<NodeId> cells;
  std::vector<std::size_t> row_starts = {0};
  for (;;) {
    cells.push_back(row(RowEnd::Cell));
    const Token token = tokens_.peek();
    if (token.kind == TokenKind::Alignment) {
      tokens_.take();
    } else if (ends_line(token)) {
      line_break();
      wide_space_ = false;
      row_starts.push_back(cells.size());
    } else if (end == RowEnd::Input && token.kind != TokenKind::End) {
      const Token stray = tokens_.take();
      report("unexpected " + std::string(stray.text), stray.source);
      cells.back() = error_node(stray.text, stray.source);
    } else {
      break;
    }
    if (tree_->node_count() + cells.size() >= kMaxNodes) break;
  }
  // A line break after the last line does not open another one.
  if (row_starts.size() > 1 && row_starts.back() + 1 == cells.size() && cells.back() == kNoNode) {
    cells.pop_back();
    row_starts.pop_back();
  }
  row_starts.push_back(cells.size());
  std::size_t columns = least_columns;
  for (std::size_t i = 0; i + 1 < row_starts.size(); ++i) {
    columns = std::max(columns, row_starts[i + 1] - row_starts[i]);
  }
  const std::size_t rows = row_starts.size() - 1;
  if (rows > 0xFFFF || columns > 0xFFFF || rows * columns >= kMaxNodes) {
    report("table too large", source);
    return error_node("", source);
  }
  std::vector<NodeId> grid;
  grid.reserve(rows * columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      const std::size_t at = row_starts[i] + j;
      grid.push_back(at < row_starts[i + 1] ? cells[at] : kNoNode);
    }
  }
  return make_table(*tree_, open, close, static_cast<std::uint16_t>(rows),
                    static_cast<std::uint16_t>(columns), grid, source);
}

}  // namespace noether::formula
