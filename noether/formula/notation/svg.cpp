#include "noether/formula/notation/svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "noether/base/svg_writer.h"
#include "noether/base/utf8.h"
#include "noether/formula/symbols.h"

namespace noether::formula {
namespace {

struct Extent {
  double left;
  double right;
};

// The outline of a subtree, from its lowest level up to its root; x is relative to the root.
using Outline = std::vector<Extent>;

// The least distance of the root of `right` from that of `left`.
double distance(const Outline& left, const Outline& right, double gap) {
  double needed = 0;
  const std::size_t levels = std::min(left.size(), right.size());
  for (std::size_t i = 1; i <= levels; ++i) {
    needed = std::max(needed, left[left.size() - i].right - right[right.size() - i].left + gap);
  }
  return needed;
}

void merge(Outline& into, Outline&& other, double shift) {
  for (Extent& extent : other) {
    extent.left += shift;
    extent.right += shift;
  }
  const std::size_t levels = std::min(into.size(), other.size());
  for (std::size_t i = 1; i <= levels; ++i) {
    into[into.size() - i].right = other[other.size() - i].right;
  }
  if (other.size() > into.size()) {
    into.insert(into.begin(), other.begin(),
                other.begin() + static_cast<std::ptrdiff_t>(other.size() - levels));
  }
}

}  // namespace

double tidy_layout(std::span<TidyNode> nodes, double gap) {
  if (nodes.empty()) return 0;
  std::vector<Outline> outlines(nodes.size());
  // Children come after their parents, so the last node has no children.
  for (std::size_t i = nodes.size(); i-- > 0;) {
    TidyNode& node = nodes[i];
    Outline below;
    for (std::size_t k = 0; k < node.children.size(); ++k) {
      Outline outline = std::exchange(outlines[node.children[k]], {});
      double at = 0;
      if (k == 0) {
        below = std::move(outline);
      } else {
        at = distance(below, outline, gap);
        merge(below, std::move(outline), at);
      }
      nodes[node.children[k]].x = at;
    }
    if (!node.children.empty()) {
      const double middle = (nodes[node.children.front()].x + nodes[node.children.back()].x) / 2;
      for (const std::size_t child : node.children) nodes[child].x -= middle;
      for (Extent& extent : below) {
        extent.left -= middle;
        extent.right -= middle;
      }
    }
    below.push_back({-node.width / 2, node.width / 2});
    outlines[i] = std::move(below);
  }
  double left = 0;
  double right = 0;
  for (const Extent& extent : outlines[0]) {
    left = std::min(left, extent.left);
    right = std::max(right, extent.right);
  }
  nodes[0].x = -left;
  for (const TidyNode& node : nodes) {
    for (const std::size_t child : node.children) nodes[child].x += node.x;
  }
  return right - left;
}

namespace {

constexpr double kBoxHeight = 30;
constexpr double kLevelHeight = 64;
constexpr double kGap = 16;
constexpr double kMargin = 16;
constexpr std::size_t kMaxLabelCharacters = 28;
constexpr NodeId kCut = kNoNode;  // a node in place of those that were left out

struct Colours {
  std::string_view fill;
  std::string_view line;
};

Colours colours_of(Op op) {
  switch (op) {
    case Op::Number:
      return {"#fef3c7", "#d97706"};
    case Op::Variable:
    case Op::Infinity:
    case Op::EmptySet:
      return {"#e0f2fe", "#0284c7"};
    case Op::Text:
      return {"#f5f5f4", "#78716c"};
    case Op::Missing:
      return {"#ffffff", "#a8a29e"};
    case Op::Error:
      return {"#fee2e2", "#dc2626"};
    default:
      break;
  }
  switch (op_info(op).klass) {
    case OpClass::Arithmetic:
      return {"#e0e7ff", "#4f46e5"};
    case OpClass::Infix:
      return {"#e0e7ff", "#4f46e5"};
    case OpClass::Relation:
      return {"#ffe4e6", "#e11d48"};
    case OpClass::Logic:
      return {"#fae8ff", "#c026d3"};
    case OpClass::Big:
      return {"#ede9fe", "#7c3aed"};
    case OpClass::Function:
      return {"#ccfbf1", "#0d9488"};
    case OpClass::Structure:
      return {"#dcfce7", "#16a34a"};
    case OpClass::Leaf:
      return {"#f5f5f4", "#78716c"};
  }
  return {"#ffffff", "#57534e"};
}

struct Face {
  Op op;
  std::string_view text;
};
// Operators whose sign is not a single LaTeX symbol.
constexpr auto kFaces = std::to_array<Face>({
    {Op::Minus, "−"},         {Op::Negate, "−"},        {Op::Divide, "÷"},
    {Op::Power, "xⁿ"},        {Op::Superscript, "x*"},  {Op::Subscript, "xₙ"},
    {Op::Prime, "x′"},        {Op::Root, "√"},          {Op::Abs, "|·|"},
    {Op::Norm, "‖·‖"},        {Op::Floor, "⌊·⌋"},       {Op::Ceiling, "⌈·⌉"},
    {Op::Apply, "f(·)"},      {Op::Derivative, "d/dx"}, {Op::PartialDerivative, "∂/∂x"},
    {Op::Differential, "d"},  {Op::Set, "{ }"},         {Op::SetBuilder, "{ | }"},
    {Op::Tuple, "( , )"},     {Op::List, "a, b"},       {Op::InnerProduct, "⟨·,·⟩"},
    {Op::Missing, "□"},       {Op::NotSubset, "⊄"},     {Op::Determinant, "det"},
    {Op::Modulo, "mod"},      {Op::Congruent, "≡ mod"}, {Op::Percent, "%"},
    {Op::ExistsUnique, "∃!"},
});

// Cuts long labels and estimates the width of the rest at 16 pixels.
double fit(std::string& text) {
  double width = 0;
  std::size_t count = 0;
  std::size_t bytes = 0;
  for (const base::CodePoint& c : base::code_points(text)) {
    if (++count > kMaxLabelCharacters) {
      text.resize(bytes);
      text += "…";
      return width + 16;
    }
    bytes += c.bytes.size();
    const bool narrow = c.value == U'i' || c.value == U'l' || c.value == U'.' || c.value == U',' ||
                        c.value == U'|' || c.value == U' ' || c.value == U'·';
    const bool combining = c.value >= 0x300 && c.value < 0x370;
    width += combining ? 0 : narrow ? 5 : c.value < 0x80 ? 8.7 : c.value < 0x2E80 ? 11 : 16;
  }
  return width;
}

// A precision of half pixels is enough.
std::string half_pixels(double value) {
  const long halves = std::lround(value * 2);
  return std::to_string(halves / 2) + (halves % 2 != 0 ? ".5" : "");
}

std::string point(double x, double y) { return half_pixels(x) + "," + half_pixels(y); }

// Quotes need no escape between tags. Control characters, which XML does not allow at all, become
// U+FFFD.
std::string escaped(std::string_view text) {
  std::string out;
  for (const base::CodePoint& c : base::code_points(text)) {
    switch (c.value) {
      case U'<':
        out += "&lt;";
        break;
      case U'>':
        out += "&gt;";
        break;
      case U'&':
        out += "&amp;";
        break;
      default:
        out += !c.valid || c.value < 0x20 || c.value == 0xFFFE || c.value == 0xFFFF ? "\uFFFD"
                                                                                    : c.bytes;
    }
  }
  return out;
}

class TreeDrawing {
 public:
  TreeDrawing(const OperatorTree& tree, std::string& out) : tree_(tree), svg_(out) {}

  void write() {
    if (!tree_.empty()) collect();
    const double width = tidy_layout(nodes_, kGap) + 2 * kMargin;
    int levels = 0;
    for (const TidyNode& node : nodes_) levels = std::max(levels, node.level + 1);
    const double height =
        levels == 0 ? 2 * kMargin : (levels - 1) * kLevelHeight + kBoxHeight + 2 * kMargin;
    svg_.picture().set("width", half_pixels(width)).set("height", half_pixels(height));
    svg_.set("viewBox", "0 0 " + half_pixels(width) + " " + half_pixels(height)).set("role", "img");
    svg_.raw(" font-family=\"'STIX Two Text','STIX',Cambria,'DejaVu Serif',serif\"");
    svg_.set("font-size", "16").set("text-anchor", "middle").body();
    svg_.tag("rect").set("width", "100%").set("height", "100%").set("fill", "#ffffff").end();
    svg_.tag("g").set("fill", "none").set("stroke", "#a8a29e").set("stroke-width", "1.5").body();
    for (const TidyNode& node : nodes_) {
      for (const std::size_t child : node.children) edge(node, nodes_[child]);
    }
    svg_.close("g").tag("g").set("stroke-width", "1.5").body();
    for (std::size_t i = 0; i < nodes_.size(); ++i) box(i);
    svg_.close("g").close("svg");
  }

 private:
  // Level by level, so that the cut removes the lowest parts.
  void collect() {
    add(tree_.root(), 0);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (ids_[i] == kCut) continue;
      for (const NodeId child : tree_.children(ids_[i])) {
        const bool cut = nodes_.size() >= kMaxDrawnNodes;
        nodes_[i].children.push_back(nodes_.size());
        add(cut ? kCut : child, nodes_[i].level + 1);
        if (cut) break;
      }
    }
  }

  void add(NodeId id, int level) {
    std::string face = id == kCut ? "…" : operator_face(tree_.op(id), tree_.label(id));
    TidyNode node;
    node.width = std::max(fit(face) + 20, kBoxHeight);
    node.level = level;
    nodes_.push_back(std::move(node));
    ids_.push_back(id);
    faces_.push_back(std::move(face));
  }

  static double top(const TidyNode& node) { return kMargin + node.level * kLevelHeight; }

  void edge(const TidyNode& from, const TidyNode& to) {
    const double begin = top(from) + kBoxHeight;
    const double end = top(to);
    const double bend = (begin + end) / 2;
    svg_.tag("path").set("d", "M" + point(from.x + kMargin, begin) + "C" +
                                  point(from.x + kMargin, bend) + " " +
                                  point(to.x + kMargin, bend) + " " + point(to.x + kMargin, end));
    svg_.end();
  }

  void box(std::size_t i) {
    const TidyNode& node = nodes_[i];
    const NodeId id = ids_[i];
    const bool cut = id == kCut;
    const Op op = cut ? Op::Missing : tree_.op(id);
    const Colours colours = colours_of(op);
    svg_.tag("g").body().tag("title").body();
    svg_.raw(escaped(cut ? "left out" : op_info(op).name)).close("title");
    svg_.tag("rect").set("x", half_pixels(node.x + kMargin - node.width / 2));
    svg_.set("y", half_pixels(top(node))).set("width", half_pixels(node.width));
    svg_.set("height", half_pixels(kBoxHeight));
    svg_.set("rx", half_pixels(is_leaf(op) ? kBoxHeight / 2 : 7));
    svg_.set("fill", colours.fill).set("stroke", colours.line);
    if (op == Op::Missing) svg_.set("stroke-dasharray", "4 3");
    svg_.end().tag("text").set("x", half_pixels(node.x + kMargin));
    svg_.set("y", half_pixels(top(node) + kBoxHeight / 2 + 5.5));
    const bool letter = (op == Op::Variable || op == Op::Call) && faces_[i].size() <= 2;
    if (letter) svg_.set("font-style", "italic");
    svg_.body().raw(escaped(faces_[i])).close("text").close("g");
  }

  const OperatorTree& tree_;
  base::SvgWriter svg_;
  std::vector<TidyNode> nodes_;
  std::vector<NodeId> ids_;
  std::vector<std::string> faces_;
};

}  // namespace

std::string operator_face(Op op, std::string_view given_label) {
  std::string label(given_label);
  switch (op) {
    case Op::Text:
      return "“" + label + "”";
    case Op::Error:
      return "⚠ " + label;
    case Op::Interval:
      return std::string(label.starts_with("open") ? "(" : "[") + "·,·" +
             (label == "open" || label == "closed-open" ? ")" : "]");
    case Op::Delimited: {
      const std::size_t open = label.empty() ? 0 : base::decode_code_point(label).bytes.size();
      return label.substr(0, open) + "·" + label.substr(open);
    }
    case Op::Enclosed:
      return std::string(op_info(op).name) + " " + label;
    default:
      break;
  }
  if (!label.empty()) return label;
  for (const Face& face : kFaces) {
    if (face.op == op) return std::string(face.text);
  }
  const OpInfo& info = op_info(op);
  if (info.latex.starts_with('\\')) {
    const Symbol* symbol = symbol_by_command(info.latex.substr(1));
    if (symbol != nullptr) return std::string(symbol->glyph);
  }
  return std::string(info.latex.empty() ? info.name : info.latex);
}

void write_svg(const OperatorTree& tree, std::string& out) { TreeDrawing(tree, out).write(); }

}  // namespace noether::formula
