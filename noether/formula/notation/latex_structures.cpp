// Fences, sets, tables, and everything else that encloses its operands.
#include <array>
#include <utility>

#include "noether/base/utf8.h"
#include "noether/formula/notation/operator_latex.h"

namespace noether::formula {
namespace {

using Names = std::pair<std::string_view, std::string_view>;

constexpr auto kFences = std::to_array<Names>({{"{", "\\{"},
                                               {"}", "\\}"},
                                               {"∥", "\\|"},
                                               {"⟨", "\\langle"},
                                               {"⟩", "\\rangle"},
                                               {"⌊", "\\lfloor"},
                                               {"⌋", "\\rfloor"},
                                               {"⌈", "\\lceil"},
                                               {"⌉", "\\rceil"}});

std::string_view fence_latex(std::string_view fence) {
  for (const auto& [glyph, latex] : kFences) {
    if (glyph == fence) return latex;
  }
  return fence;
}

// Whether the fences around it should grow. Only the beginning of a long text is checked.
bool is_tall(std::string_view latex) {
  latex = latex.substr(0, 2'000);
  for (const std::string_view command :
       {"\\frac", "\\sum", "\\prod", "\\int", "\\begin", "\\binom", "\\lim_"}) {
    if (latex.find(command) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

void OperatorLatex::open_fence(std::string_view fence, std::size_t& begin) {
  begin = tokens_.out().size();
  tokens_.put(fence_latex(fence));
}

void OperatorLatex::close_fence(std::string_view fence, std::size_t begin) {
  // Bars pair reliably only with \left and \right.
  const bool bar = fence == "|" || fence == "∥";
  if (bar || is_tall(std::string_view(tokens_.out()).substr(begin))) {
    tokens_.insert(begin, "\\left");
    tokens_.put("\\right");
  }
  tokens_.put(fence_latex(fence));
}

void OperatorLatex::fenced(std::string_view open, Children items, std::string_view close) {
  std::size_t begin = 0;
  open_fence(open, begin);
  const bool outer = std::exchange(after_membership_, false);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) tokens_.put(",");
    node(items[i], Level::Statement, Tail::Nothing);
  }
  after_membership_ = outer;
  close_fence(close, begin);
}

void OperatorLatex::structure(NodeId id) {
  const Children children = kids(id);
  const std::string_view name = label(id);
  const auto enclosed = [&](std::string_view open, std::string_view close) {
    if (children.size() != 1) return fenced(open, children, close);
    std::size_t begin = 0;
    open_fence(open, begin);
    inside(children[0]);
    close_fence(close, begin);
  };
  const auto command = [&](std::string_view latex) {
    tokens_.command(latex);
    for (const NodeId child : children) braced(child);
  };
  switch (op(id)) {
    case Op::Divide:
      return command("frac");
    case Op::Binomial:
      return command("binom");
    case Op::Root:
      tokens_.command("sqrt");
      if (children.size() > 1) {
        tokens_.put("[");
        is_leaf(op(children[1])) ? row(children[1]) : braced(children[1]);
        tokens_.put("]");
      }
      return braced(children[0]);
    case Op::Over:
    case Op::Under:
      if (children.size() != 2) return list(children);
      if (op(children[1]) == Op::Symbol && !mark_command(label(children[1]), op(id)).empty()) {
        tokens_.command(mark_command(label(children[1]), op(id)));
        return braced(children[0]);
      }
      tokens_.command(op(id) == Op::Over ? "overset" : "underset");
      braced(children[1]);
      return braced(children[0]);
    case Op::Abs:
      return enclosed("|", "|");
    case Op::Floor:
      return enclosed("⌊", "⌋");
    case Op::Ceiling:
      return enclosed("⌈", "⌉");
    case Op::InnerProduct:
      return enclosed("⟨", "⟩");
    case Op::Norm:
      if (children.size() == 1 && op(children[0]) == Op::Matrix) {
        return matrix(children[0], "Vmatrix");
      }
      return enclosed("∥", "∥");
    case Op::Determinant:
      if (op(children[0]) == Op::Matrix) return matrix(children[0], "vmatrix");
      tokens_.command("det");
      return fenced("(", children, ")");
    case Op::Set:
      return fenced("{", children, "}");
    case Op::Tuple:
      return fenced("(", children, ")");
    case Op::List:
      return list(children);
    case Op::SetBuilder: {
      if (children.size() != 2) return fenced("{", children, "}");
      std::size_t begin = 0;
      open_fence("{", begin);
      node(children[0], Level::Relation, Tail::Nothing);
      tokens_.put("\\mid");
      row(children[1]);
      return close_fence("}", begin);
    }
    case Op::Interval:
      return interval(id);
    case Op::Delimited: {
      const std::size_t first = name.empty() ? 0 : base::decode_code_point(name).bytes.size();
      return enclosed(name.substr(0, first), name.substr(first));
    }
    case Op::Enclosed: {
      const std::string_view command = enclosure_command(name);
      tokens_.command(command.empty() ? "boxed" : command);
      tokens_.put("{");
      for (const NodeId child : children) row(child);
      return tokens_.put("}");
    }
    case Op::Matrix:
      return matrix(id, {});
    case Op::MatrixRow:
      return list(children);
    case Op::Cases:
      return cases(children);
    case Op::Lines:
      tokens_.put("\\begin{array}{l}");
      table_cells(children, 1);
      return tokens_.put("\\end{array}");
    default:
      break;
  }
  // Phrases and fragments are written one after another.
  for (const NodeId child : children) {
    if (op(id) == Op::Phrase) {
      if (child != children.front()) tokens_.put("\\quad");
      relates_lists(child) ? row(child) : node(child, Level::Sequence, Tail::Nothing);
    } else {
      node(child, Level::Sum, Tail::Factors);
      tokens_.put(" ");
    }
  }
}

void OperatorLatex::interval(NodeId id) {
  const std::string_view name = label(id);
  const Children ends = kids(id);
  if (name != "open") {
    return fenced(name.starts_with("open") ? "(" : "[", ends, name == "closed-open" ? ")" : "]");
  }
  // (a, b) is an interval after ∈ or when it is unbounded, else a pair.
  bool unbounded = false;
  for (NodeId end : ends) {
    if ((op(end) == Op::Negate || op(end) == Op::Plus) && kids(end).size() == 1) end = kids(end)[0];
    if (op(end) == Op::Infinity) unbounded = true;
  }
  const bool parentheses = after_membership_ || unbounded;
  fenced(parentheses ? "(" : "]", ends, parentheses ? ")" : "[");
}

void OperatorLatex::matrix(NodeId id, std::string_view environment) {
  const Children rows = kids(id);
  if (environment.empty()) environment = rows.size() > 1 ? "pmatrix" : "matrix";
  tokens_.command("begin{");
  tokens_.put(environment);
  tokens_.put("}");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0) tokens_.put("\\\\ ");
    if (op(rows[i]) == Op::MatrixRow) {
      const Children cells = kids(rows[i]);
      table_cells(cells, cells.size());
    } else {
      row(rows[i]);
    }
  }
  tokens_.command("end{");
  tokens_.put(environment);
  tokens_.put("}");
}

void OperatorLatex::cases(Children items) {
  bool conditions = items.size() <= 2;
  for (std::size_t i = 1; i < items.size(); i += 2) {
    if (op(items[i]) != Op::Missing) conditions = true;
  }
  tokens_.put("\\begin{cases}");
  if (conditions) {
    table_cells(items, 2);
  } else {
    for (std::size_t i = 0; i < items.size(); i += 2) {
      if (i > 0) tokens_.put("\\\\ ");
      row(items[i]);
    }
  }
  tokens_.put("\\end{cases}");
}

void OperatorLatex::table_cells(Children items, std::size_t columns) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) tokens_.put(i % columns == 0 ? "\\\\ " : "& ");
    row(items[i]);
  }
}

}  // namespace noether::formula
