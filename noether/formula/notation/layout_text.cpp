#include "noether/formula/notation/writers.h"

#include <string_view>

namespace noether::formula {
namespace {

void write_row(const LayoutTree& tree, NodeId head, std::string& out);

void write_symbol(const LayoutTree& tree, NodeId id, std::string& out) {
  const LayoutNode& node = tree.node(id);
  switch (node.kind) {
    case SymbolKind::Fraction:
      out += node.barless ? "stack" : "fraction";
      break;
    case SymbolKind::Group:
      out += "group";
      out += tree.label(id);
      if (node.rows != 1 || node.columns != 1) {
        out += std::to_string(node.rows) + "x" + std::to_string(node.columns);
      }
      break;
    case SymbolKind::Text:
      out += '"';
      out += tree.label(id);
      out += '"';
      break;
    case SymbolKind::Blank:
      out += '_';
      break;
    case SymbolKind::Error:
      out += "error\"";
      out += tree.label(id);
      out += '"';
      break;
    default:
      out += tree.label(id);
      break;
  }
  bool first = true;
  for (const Relation relation : kRelations) {
    const NodeId child = node.link(relation);
    if (relation == Relation::Next || relation == Relation::Element || child == kNoNode) continue;
    out += first ? "{" : ", ";
    first = false;
    out += relation_name(relation);
    out += ": ";
    // The cells of a group are linked along `element`.
    for (NodeId cell = child; cell != kNoNode; cell = tree.node(cell).link(Relation::Element)) {
      if (cell != child) out += " | ";
      write_row(tree, cell, out);
      if (relation != Relation::Within) break;
    }
  }
  if (!first) out += '}';
}

void write_row(const LayoutTree& tree, NodeId head, std::string& out) {
  for (NodeId id = head; id != kNoNode; id = tree.node(id).next()) {
    if (id != head) out += ' ';
    write_symbol(tree, id, out);
  }
}

}  // namespace

void write_layout_text(const LayoutTree& tree, std::string& out) {
  write_row(tree, tree.root(), out);
}

}  // namespace noether::formula
