#include "noether/formula/notation/writers.h"

#include "noether/base/utf8.h"
#include "noether/formula/ids.h"

namespace noether::formula {
namespace {

std::string_view kind_name(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::Variable:
      return "variable";
    case SymbolKind::Number:
      return "number";
    case SymbolKind::Operator:
      return "operator";
    case SymbolKind::Text:
      return "text";
    case SymbolKind::Fraction:
      return "fraction";
    case SymbolKind::Root:
      return "root";
    case SymbolKind::Group:
      return "group";
    case SymbolKind::Enclosure:
      return "enclosure";
    case SymbolKind::Blank:
      return "blank";
    case SymbolKind::Error:
      return "error";
  }
  return "";
}

class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  void formula(const Formula& formula) {
    put("{\"slt\":");
    formula.layout.empty() ? put("null") : row(formula.layout, formula.layout.root());
    put(",\"opt\":");
    formula.operators.empty() ? put("null") : node(formula.operators, formula.operators.root());
    put(",\"ids\":{");
    if (!formula.layout.empty()) {
      put("\"visual\":");
      string(visual_id(formula.layout).hex());
    }
    if (!formula.operators.empty()) {
      if (!formula.layout.empty()) put(",");
      put("\"structural\":");
      string(structural_id(formula.operators).hex());
      member("alpha", alpha_id(formula.operators).hex());
    }
    put("},\"diagnostics\":[");
    bool first = true;
    for (const base::Error& error : formula.diagnostics) {
      if (!first) put(",");
      first = false;
      put("{\"message\":");
      string(error.message);
      source(error.span);
      if (!error.hint.empty()) {
        put(",\"hint\":");
        string(error.hint);
      }
      put("}");
    }
    put("]}");
  }

 private:
  void put(std::string_view text) { out_ += text; }

  void string(std::string_view text) {
    constexpr std::string_view hex = "0123456789abcdef";
    put("\"");
    for (const base::CodePoint& c : base::code_points(text)) {
      if (c.value == U'"' || c.value == U'\\') {
        put("\\");
        put(c.bytes);
      } else if (c.value < 0x20) {
        put("\\u00");
        out_ += hex[c.value >> 4];
        out_ += hex[c.value & 15];
      } else if (!c.valid) {
        put("\\ufffd");
      } else {
        put(c.bytes);
      }
    }
    put("\"");
  }

  void source(base::Span span) {
    put(",\"source\":[");
    put(std::to_string(span.begin));
    put(",");
    put(std::to_string(span.end));
    put("]");
  }

  void member(std::string_view name, std::string_view value) {
    put(",\"");
    put(name);
    put("\":");
    string(value);
  }

  void row(const LayoutTree& tree, NodeId head) {
    put("[");
    for (NodeId id = head; id != kNoNode; id = tree.node(id).next()) {
      if (id != head) put(",");
      symbol(tree, id);
    }
    put("]");
  }

  void symbol(const LayoutTree& tree, NodeId id) {
    const LayoutNode& node = tree.node(id);
    put("{\"kind\":\"");
    put(kind_name(node.kind));
    put("\"");
    if (node.kind == SymbolKind::Group) {
      member("open", tree.open_fence(id));
      member("close", tree.close_fence(id));
      put(",\"rows\":");
      put(std::to_string(node.rows));
      put(",\"columns\":");
      put(std::to_string(node.columns));
    } else if (node.label.length > 0) {
      member("label", tree.label(id));
    }
    if (node.barless) put(",\"barless\":true");
    if (node.wide_space_before) put(",\"space\":true");
    source(node.source);
    for (const Relation relation : kRelations) {
      const NodeId head = node.link(relation);
      if (head == kNoNode || relation == Relation::Next || relation == Relation::Element) continue;
      put(",\"");
      if (relation == Relation::Within && node.kind == SymbolKind::Group) {
        put("cells\":");
        cells(tree, head);
      } else {
        put(relation_name(relation));
        put("\":");
        row(tree, head);
      }
    }
    put("}");
  }

  void cells(const LayoutTree& tree, NodeId first) {
    put("[");
    for (NodeId cell = first; cell != kNoNode; cell = tree.node(cell).link(Relation::Element)) {
      if (cell != first) put(",");
      row(tree, cell);
    }
    put("]");
  }

  void node(const OperatorTree& tree, NodeId id) {
    put("{\"op\":");
    string(op_info(tree.op(id)).name);
    if (op_info(tree.op(id)).labelled) member("label", tree.label(id));
    source(tree.node(id).source);
    const auto children = tree.children(id);
    if (!children.empty()) {
      put(",\"children\":[");
      for (std::size_t i = 0; i < children.size(); ++i) {
        if (i > 0) put(",");
        node(tree, children[i]);
      }
      put("]");
    }
    put("}");
  }

  std::string& out_;
};

}  // namespace

void write_json(const Formula& formula, std::string& out) { JsonWriter(out).formula(formula); }

}  // namespace noether::formula
