#include "noether/formula/latex/diagrams.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/formula/latex/token_classes.h"
#include "noether/formula/layout_builder.h"
#include "noether/formula/limits.h"

namespace noether::formula {
namespace {

struct ArrowKind {
  char sign;  // after the @
  std::string_view glyph;
  bool upright;
  bool labelled;
};
constexpr std::array kArrows = std::to_array<ArrowKind>({
    {'>', "→", false, true},
    {')', "→", false, true},
    {'<', "←", false, true},
    {'(', "←", false, true},
    {'V', "↓", true, true},
    {'A', "↑", true, true},
    {'=', "=", false, false},
    {'|', "∥", true, false},
    {'.', "", true, false},
});

const ArrowKind* arrow_kind(const Token& sign) {
  if (sign.kind != TokenKind::Character || sign.text.size() != 1) return nullptr;
  for (const ArrowKind& kind : kArrows) {
    if (kind.sign == sign.text[0]) return &kind;
  }
  return nullptr;
}

class DiagramReader {
 public:
  DiagramReader(LatexParser& parser, base::Span source) : parser_(parser), source_(source) {}

  NodeId read() {
    while (!parser_.tokens().stopped()) {
      line();
      if (!ends_line(parser_.tokens().peek())) break;
      parser_.tokens().take();
      lines_.emplace_back();
    }
    if (lines_.size() > 1 && lines_.back().empty()) lines_.pop_back();
    std::size_t columns = 1;
    for (const Line& one : lines_) columns = std::max(columns, one.size());
    std::vector<NodeId> cells;
    if (lines_.size() > 0xFFFF || columns > 0xFFFF || lines_.size() * columns >= kMaxNodes) {
      parser_.report("table too large", source_);
      return parser_.error_node("", source_);
    }
    for (const Line& one : lines_) {
      cells.insert(cells.end(), one.begin(), one.end());
      cells.resize(cells.size() + columns - one.size(), kNoNode);
    }
    return make_table(parser_.tree(), "", "", static_cast<std::uint16_t>(lines_.size()),
                      static_cast<std::uint16_t>(columns), cells, source_);
  }

 private:
  using Line = std::vector<NodeId>;

  // An object, then arrows with an object after each; or upright arrows, a gap after each.
  void line() {
    Line& cells = lines_.back();
    const NodeId first = object();
    bool upright = false;
    for (bool begins = true; parser_.tokens().peek().is_character("@"); begins = false) {
      const Token at = parser_.tokens().take();
      const ArrowKind* kind = arrow_kind(parser_.tokens().peek());
      if (kind == nullptr) {
        parser_.report("an arrow of a diagram is @>>>, @<<<, @VVV, @AAA, @=, @| or @.", at.source);
        cells.push_back(parser_.error_node("@", at.source));
        const NodeId rest = object();
        cells.push_back(rest);
        continue;
      }
      if (begins) {
        upright = kind->upright && first == kNoNode;
        if (!upright) cells.push_back(first);
      }
      const NodeId made = arrow(*kind);
      if (upright && cells.size() % 2 == 1) cells.push_back(kNoNode);
      cells.push_back(made);
      const NodeId after = object();
      if (!upright || after != kNoNode) cells.push_back(after);
    }
    if (cells.empty() && first != kNoNode) cells.push_back(first);
  }

  // Everything up to the next arrow or the end of the line.
  NodeId object() {
    std::vector<Token> tokens;
    int depth = 0;
    for (;;) {
      const Token& next = parser_.tokens().peek();
      if (next.kind == TokenKind::End) break;
      if (depth == 0 && (next.is_character("@") || ends_line(next) || next.is_command("end") ||
                         next.kind == TokenKind::CloseBrace)) {
        break;
      }
      if (next.kind == TokenKind::OpenBrace || next.is_command("begin")) ++depth;
      if (next.kind == TokenKind::CloseBrace || next.is_command("end")) --depth;
      tokens.push_back(parser_.tokens().take());
    }
    return formula(std::move(tokens));
  }

  NodeId arrow(const ArrowKind& kind) {
    const Token sign = parser_.tokens().take();
    NodeId node = parser_.tree().add(kind.glyph.empty() ? SymbolKind::Blank : SymbolKind::Operator,
                                     kind.glyph, sign.source);
    if (!kind.labelled) return node;
    for (const Relation relation : {Relation::Over, Relation::Under}) {
      const NodeId label = formula(up_to(sign));
      if (label != kNoNode) node = attach(parser_.tree(), node, relation, label);
    }
    return node;
  }

  // A label ends at the arrow's sign, outside of braces.
  std::vector<Token> up_to(const Token& sign) {
    std::vector<Token> tokens;
    int depth = 0;
    for (;;) {
      const Token& next = parser_.tokens().peek();
      if (next.kind == TokenKind::End ||
          (depth == 0 &&
           (ends_line(next) || next.is_command("end") || next.kind == TokenKind::CloseBrace))) {
        break;
      }
      const Token token = parser_.tokens().take();
      if (depth == 0 && token.is_character(sign.text)) break;
      if (token.kind == TokenKind::OpenBrace) ++depth;
      if (token.kind == TokenKind::CloseBrace) --depth;
      tokens.push_back(token);
    }
    return tokens;
  }

  NodeId formula(std::vector<Token> tokens) {
    if (tokens.empty()) return kNoNode;
    const base::Span source{tokens.front().source.begin, tokens.back().source.end};
    const std::size_t mark = parser_.row_mark();
    parser_.read_tokens(std::move(tokens), source);
    return parser_.take_row(mark);
  }

  LatexParser& parser_;
  base::Span source_;
  std::vector<Line> lines_ = {Line{}};
};

}  // namespace

NodeId read_diagram(LatexParser& parser, base::Span source) {
  return DiagramReader(parser, source).read();
}

}  // namespace noether::formula
