#include "noether/formula/notation/svg.h"

#include <array>
#include <cmath>
#include <vector>

#include "noether/base/utf8.h"
#include "noether/formula/notation/tidy_layout.h"
#include "noether/formula/symbols.h"

namespace noether::formula {
namespace {

constexpr double kBoxHeight = 30;
constexpr double kLevelHeight = 64;
constexpr double kGap = 16;
constexpr double kMargin = 16;
constexpr std::size_t kMaxLabelCharacters = 28;
constexpr NodeId kCut = kNoNode;  // a node that stands for what was left out

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

// Cuts long labels and estimates how wide the rest is at 16 pixels.
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

class SvgWriter {
 public:
  SvgWriter(const OperatorTree& tree, std::string& out) : tree_(tree), out_(out) {}

  void write() {
    if (!tree_.empty()) collect();
    const double width = tidy_layout(nodes_, kGap) + 2 * kMargin;
    int levels = 0;
    for (const TidyNode& node : nodes_) levels = std::max(levels, node.level + 1);
    const double height =
        levels == 0 ? 2 * kMargin : (levels - 1) * kLevelHeight + kBoxHeight + 2 * kMargin;
    put("<svg xmlns=\"http://www.w3.org/2000/svg\"");
    attribute("width", width);
    attribute("height", height);
    put(" viewBox=\"0 0 ");
    number(width);
    put(" ");
    number(height);
    put("\" role=\"img\" font-family=\"'STIX Two Text','STIX',Cambria,'DejaVu Serif',serif\" "
        "font-size=\"16\" text-anchor=\"middle\">"
        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
        "<g fill=\"none\" stroke=\"#a8a29e\" stroke-width=\"1.5\">");
    for (const TidyNode& node : nodes_) {
      for (const std::size_t child : node.children) edge(node, nodes_[child]);
    }
    put("</g><g stroke-width=\"1.5\">");
    for (std::size_t i = 0; i < nodes_.size(); ++i) box(i);
    put("</g></svg>");
  }

 private:
  // Level by level, so that the cut takes away the lowest parts.
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
    put("<path d=\"M");
    point(from.x + kMargin, begin);
    put("C");
    point(from.x + kMargin, bend);
    put(" ");
    point(to.x + kMargin, bend);
    put(" ");
    point(to.x + kMargin, end);
    put("\"/>");
  }

  void box(std::size_t i) {
    const TidyNode& node = nodes_[i];
    const NodeId id = ids_[i];
    const bool cut = id == kCut;
    const Op op = cut ? Op::Missing : tree_.op(id);
    const Colours colours = colours_of(op);
    put("<g><title>");
    text(cut ? "left out" : op_info(op).name);
    put("</title><rect");
    attribute("x", node.x + kMargin - node.width / 2);
    attribute("y", top(node));
    attribute("width", node.width);
    attribute("height", kBoxHeight);
    attribute("rx", is_leaf(op) ? kBoxHeight / 2 : 7);
    put(" fill=\"");
    put(colours.fill);
    put("\" stroke=\"");
    put(colours.line);
    put("\"");
    if (op == Op::Missing) put(" stroke-dasharray=\"4 3\"");
    put("/><text");
    attribute("x", node.x + kMargin);
    attribute("y", top(node) + kBoxHeight / 2 + 5.5);
    const bool letter = (op == Op::Variable || op == Op::Call) && faces_[i].size() <= 2;
    if (letter) put(" font-style=\"italic\"");
    put(">");
    text(faces_[i]);
    put("</text></g>");
  }

  void put(std::string_view text) { out_ += text; }

  // Half pixels are fine enough.
  void number(double value) {
    const long halves = std::lround(value * 2);
    out_ += std::to_string(halves / 2);
    if (halves % 2 != 0) out_ += ".5";
  }
  void point(double x, double y) {
    number(x);
    put(",");
    number(y);
  }
  void attribute(std::string_view name, double value) {
    put(" ");
    put(name);
    put("=\"");
    number(value);
    put("\"");
  }

  void text(std::string_view text) {
    for (const base::CodePoint& c : base::code_points(text)) {
      switch (c.value) {
        case U'<':
          put("&lt;");
          break;
        case U'>':
          put("&gt;");
          break;
        case U'&':
          put("&amp;");
          break;
        default:
          // Control characters may not stand in XML at all.
          put(!c.valid || c.value < 0x20 || c.value == 0xFFFE || c.value == 0xFFFF ? "\uFFFD"
                                                                                   : c.bytes);
      }
    }
  }

  const OperatorTree& tree_;
  std::string& out_;
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

void write_svg(const OperatorTree& tree, std::string& out) { SvgWriter(tree, out).write(); }

}  // namespace noether::formula
