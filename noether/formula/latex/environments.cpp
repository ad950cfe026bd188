// \begin{pmatrix} ... \end{pmatrix} and every other environment that lays out cells or lines.
#include <array>
#include <string>

#include "noether/formula/latex/command_table.h"
#include "noether/formula/latex/diagrams.h"
#include "noether/formula/layout_builder.h"

namespace noether::formula {
namespace {

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
  // A placement such as \begin{array}[t]; without columns to follow, any other bracket opens a
  // cell.
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
    // equation and its like hold one line: the line itself is the formula.
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
