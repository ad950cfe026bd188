#include "noether/server/api/tree_json.h"

#include <fmt/format.h>

#include <vector>

#include "noether/base/utf8.h"
#include "noether/formula/formula_io.h"
#include "noether/formula/ids.h"
#include "noether/server/api/parts.h"

namespace noether::server {
namespace {

using base::json_string;
using base::JsonObject;
using formula::kNoNode;
using formula::LayoutTree;
using formula::NodeId;
using formula::OperatorTree;

// Symbols of a line hang one below the other. Readers of JSON in other languages give up at about a
// thousand levels, of which a node takes three.
constexpr std::size_t kDeepestTree = 250;

// By byte of a text: how many UTF-16 code units stand before it.
std::vector<std::uint32_t> units_by_byte(std::string_view text) {
  std::vector<std::uint32_t> units;
  units.reserve(text.size() + 1);
  std::uint32_t count = 0;
  for (const base::CodePoint& point : base::code_points(text)) {
    units.insert(units.end(), point.bytes.size(), count);
    count += point.value >= 0x10000 ? 2 : 1;
  }
  units.push_back(count);
  return units;
}

class TreeWriter {
 public:
  explicit TreeWriter(std::string_view source) : has_source_(!source.empty()) {
    if (has_source_) units_ = units_by_byte(source);
  }

  void layout(const LayoutTree& tree, NodeId id) {
    begin(layout_label(tree, id));
    for (const formula::Relation relation : formula::kRelations) {
      const NodeId child = tree.node(id).link(relation);
      if (child == kNoNode || !has_room()) continue;
      edge(formula::relation_name(relation));
      layout(tree, child);
      out_ += '}';
    }
    end(tree.node(id).source);
  }

  void operators(const OperatorTree& tree, NodeId id) {
    const formula::Op op = tree.op(id);
    const std::string_view label = tree.label(id);
    begin(label.empty() ? formula::op_info(op).name : label);
    std::size_t number = 0;
    for (const NodeId child : tree.children(id)) {
      ++number;
      if (!has_room()) continue;
      edge(std::to_string(number));
      operators(tree, child);
      out_ += '}';
    }
    end(tree.node(id).source);
  }

  std::string take() { return std::move(out_); }
  bool truncated() const { return truncated_; }

 private:
  static std::string layout_label(const LayoutTree& tree, NodeId id) {
    switch (tree.node(id).kind) {
      case formula::SymbolKind::Fraction:
        return "fraction";
      case formula::SymbolKind::Root:
        return "root";
      case formula::SymbolKind::Blank:
        return "blank";
      case formula::SymbolKind::Group: {
        const formula::LayoutNode& node = tree.node(id);
        const std::string fences = fmt::format("{} {}", tree.open_fence(id), tree.close_fence(id));
        if (node.rows > 1 || node.columns > 1) {
          return fmt::format("{} {}×{}", fences, node.rows, node.columns);
        }
        return fences == " " ? "group" : fences;
      }
      default:
        return std::string(tree.label(id));
    }
  }

  bool has_room() {
    if (nodes_ < kMostTreeNodes && depth_ < kDeepestTree) return true;
    truncated_ = true;
    return false;
  }
  void begin(std::string_view label) {
    ++nodes_;
    ++depth_;
    is_first_ = true;
    out_ += "{\"label\": " + json_string(label) + ", \"children\": [";
  }
  void edge(std::string_view name) {
    if (!is_first_) out_ += ", ";
    out_ += "{\"edge\": " + json_string(name) + ", \"node\": ";
  }
  void end(base::Span span) {
    is_first_ = false;
    --depth_;
    out_ += ']';
    if (has_source_ && span.begin < span.end && span.end < units_.size()) {
      out_ += fmt::format(", \"span\": {{\"begin\": {}, \"end\": {}}}", units_[span.begin],
                          units_[span.end]);
    }
    out_ += '}';
  }

  bool has_source_;
  std::vector<std::uint32_t> units_;
  std::string out_;
  std::size_t nodes_ = 0;
  std::size_t depth_ = 0;
  bool is_first_ = true;
  bool truncated_ = false;
};

constexpr std::string_view kNoTree = R"({"label": "", "children": []})";

std::string written(formula::Notation notation, const formula::Formula& formula) {
  std::string text;
  formula::write_formula(notation, formula, text);
  return text;
}

}  // namespace

std::string layout_tree_json(const LayoutTree& tree, std::string_view source, bool& truncated) {
  if (tree.empty()) return std::string(kNoTree);
  TreeWriter writer(source);
  writer.layout(tree, tree.root());
  truncated = truncated || writer.truncated();
  return writer.take();
}

std::string operator_tree_json(const OperatorTree& tree, std::string_view source, bool& truncated) {
  if (tree.empty()) return std::string(kNoTree);
  TreeWriter writer(source);
  writer.operators(tree, tree.root());
  truncated = truncated || writer.truncated();
  return writer.take();
}

void add_formula(const formula::Formula& formula, std::string_view latex, std::string_view source,
                 JsonObject& object) {
  using formula::Notation;
  const std::string id =
      formula.layout.empty() ? std::string() : formula::visual_id(formula.layout).hex();
  bool truncated = false;
  object.add_string_or_null("id", id)
      .add_string("latex", latex)
      .add_string("mathml", written(Notation::MathML, formula))
      .add_string("content_mathml", written(Notation::ContentMathML, formula))
      .add_string("prefix", written(Notation::Prefix, formula))
      .add_string("sexpr", written(Notation::SExpression, formula))
      .add_string("spoken", written(Notation::Spoken, formula))
      .add("layout_tree", layout_tree_json(formula.layout, source, truncated))
      .add("operator_tree", operator_tree_json(formula.operators, source, truncated))
      .add_bool("truncated", truncated);
  std::vector<std::string> warnings;
  for (const base::Error& problem : formula.diagnostics) {
    warnings.push_back(warning_json(problem, source).text());
  }
  object.add("warnings", base::json_array(warnings));
}

}  // namespace noether::server
