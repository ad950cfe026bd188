// \begin{pmatrix} ... \end{pmatrix} and all other environments with cells or lines, including
// diagrams.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/formula/latex/command_table.h"
#include "noether/formula/latex/lexer.h"
#include "noether/formula/latex/parser.h"
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

// Commutative diagrams: \begin{CD} A @>f>> B \\ @VVgV @VVhV \\ C @>>> D \end{CD}.
// Reads the lines of a diagram up to its \end, which is not consumed. Objects and arrows are the
// cells of one table: in a line of objects every second cell is an arrow, and the vertical arrows
// are between two lines of objects. Labels are over and under an arrow; the left and right labels
// of a vertical arrow are placed in reading order.
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

NodeId read_diagram(LatexParser& parser, base::Span source) {
  return DiagramReader(parser, source).read();
}

enum class Head : std::uint8_t { None, Columns, Count };

struct Environment {
  std::string_view name;
  std::string_view open;
  std::string_view close;
  Head head;
};

// Starred names are looked up without their star.
constexpr std::array kEnvironments = std::to_array<Environment>({
    {"matrix", "", "", Head::None},     {"smallmatrix", "", "", Head::None},
    {"pmatrix", "(", ")", Head::None},  {"psmallmatrix", "(", ")", Head::None},
    {"bmatrix", "[", "]", Head::None},  {"bsmallmatrix", "[", "]", Head::None},
    {"Bmatrix", "{", "}", Head::None},  {"vmatrix", "|", "|", Head::None},
    {"Vmatrix", "∥", "∥", Head::None},  {"array", "", "", Head::Columns},
    {"tabular", "", "", Head::Columns}, {"subarray", "", "", Head::Columns},
    {"cases", "{", "", Head::None},     {"dcases", "{", "", Head::None},
    {"rcases", "", "}", Head::None},    {"drcases", "", "}", Head::None},
    {"align", "", "", Head::None},      {"aligned", "", "", Head::None},
    {"alignat", "", "", Head::Count},   {"alignedat", "", "", Head::Count},
    {"gather", "", "", Head::None},     {"gathered", "", "", Head::None},
    {"split", "", "", Head::None},      {"multline", "", "", Head::None},
    {"eqnarray", "", "", Head::None},   {"flalign", "", "", Head::None},
    {"equation", "", "", Head::None},   {"displaymath", "", "", Head::None},
    {"math", "", "", Head::None},       {"CD", "", "", Head::None},
});

std::string_view without_star(std::string_view name) {
  return name.ends_with('*') ? name.substr(0, name.size() - 1) : name;
}

void begin(LatexParser& parser, const Token& command, std::string_view) {
  const std::string name = parser.argument_text();
  const Environment* environment = nullptr;
  for (const Environment& known : kEnvironments) {
    if (known.name == without_star(name)) environment = &known;
  }
  if (environment == nullptr) {
    parser.report("unknown environment " + name, command.source,
                  "read as lines of cells, like align");
    parser.push(parser.error_node(name, command.source));
  }
  TokenStream& tokens = parser.tokens();
  std::vector<Token> ignored;
  // A placement such as \begin{array}[t]. If no columns follow, any other bracket begins a cell.
  if (environment != nullptr && environment->head != Head::None) {
    parser.skip_option([](std::string_view) { return true; });
  } else if (name == "aligned" || name == "gathered" || name.ends_with('*')) {
    parser.skip_option([](std::string_view text) {
      return text.size() <= 1 && std::string_view("tbclr").contains(text);
    });
  }
  if (environment != nullptr && environment->head != Head::None &&
      tokens.peek().kind == TokenKind::OpenBrace) {
    tokens.take_argument(ignored);
  }
  if (!parser.enter(command.source)) {
    parser.leave();
    return;
  }
  const bool cases =
      environment != nullptr && environment->open == "{" && environment->close.empty();
  const NodeId table =
      name == "CD" ? read_diagram(parser, command.source)
                   : parser.table(LatexParser::RowEnd::Cell, "", "", command.source, cases ? 2 : 0);
  parser.leave();
  const Token end = tokens.peek();
  if (end.is_command("end")) {
    tokens.take();
    const std::string closed = parser.argument_text();
    if (closed != name) {
      parser.report("\\begin{" + name + "} ended by \\end{" + closed + "}", end.source);
      parser.push(parser.error_node(closed, end.source));
    }
  } else {
    parser.report("\\begin{" + name + "} without \\end{" + name + "}", command.source);
    parser.push(parser.error_node(name, command.source));
  }
  const LayoutNode& node = parser.tree().node(table);
  const bool fenceless =
      environment == nullptr || (environment->open.empty() && environment->close.empty());
  if (fenceless && node.kind == SymbolKind::Group && node.rows == 1 && node.columns == 1) {
    // equation and similar environments hold one line, which is the formula.
    const NodeId inside = node.link(Relation::Within);
    if (inside != kNoNode && parser.tree().node(inside).kind == SymbolKind::Blank &&
        parser.tree().node(inside).next() == kNoNode) {
      return;
    }
    parser.push_fenced("", "", inside, command.source);
    return;
  }
  if (environment != nullptr && !environment->open.empty() && !environment->close.empty()) {
    parser.push(
        fence_row(parser.tree(), environment->open, environment->close, table, command.source));
    return;
  }
  parser.push_fenced(environment == nullptr ? "" : environment->open,
                     environment == nullptr ? "" : environment->close, table, command.source);
}

// \substack{a \\ b}
void substack(LatexParser& parser, const Token& command, std::string_view) {
  if (parser.tokens().peek().kind != TokenKind::OpenBrace) {
    parser.push(parser.single_argument(command));
    return;
  }
  const Token open = parser.tokens().take();
  if (!parser.enter(open.source)) {
    parser.leave();
    return;
  }
  const NodeId table = parser.table(LatexParser::RowEnd::Cell, "", "", command.source);
  parser.leave();
  if (parser.tokens().peek().kind == TokenKind::CloseBrace) {
    parser.tokens().take();
  } else {
    parser.report("missing }", open.source, "this { is never closed");
    parser.push(parser.error_node("{", open.source));
  }
  parser.push(table);
}

// \matrix{a & b \cr c & d}, \pmatrix{...}, \cases{...} of plain TeX; the detail holds the fences.
void plain_table(LatexParser& parser, const Token& command, std::string_view detail) {
  const std::size_t mark = parser.row_mark();
  substack(parser, command, {});
  const NodeId table = parser.take_row(mark);
  if (detail == "()") {
    parser.push(fence_row(parser.tree(), "(", ")", table, command.source));
  } else {
    parser.push_fenced(detail, "", table, command.source);
  }
}

void line_rule(LatexParser&, const Token&, std::string_view) {}

}  // namespace

std::vector<std::string_view> environment_names() {
  std::vector<std::string_view> names;
  for (const Environment& environment : kEnvironments) names.push_back(environment.name);
  return names;
}

void register_environments(CommandTable& table) {
  table.add("begin", begin);
  table.add("substack", substack);
  table.add("matrix", plain_table);
  table.add("pmatrix", plain_table, "()");
  table.add("cases", plain_table, "{");
  table.add("eqalign", plain_table);
  table.add("displaylines", plain_table);
  table.add("hline", line_rule);
  table.add("hdashline", line_rule);
}

}  // namespace noether::formula
