// The layout tree (symbol layout tree, SLT): the symbols that are drawn, and their relative places.
//
// A formula is a chain of symbols along `next`; scripts, limits, numerators and the inside of roots
// and fences hang off a symbol by one of the other relations. Relations and symbol kinds are those
// of Tangent-S (Davila and Zanibbi), with its conventions:
//   - a balanced pair ( ) [ ] { } | | or double bars is one Group node whose inside hangs off
//     `Within`; commas split the inside into elements chained along `Element`, each keeping its
//     trailing comma;
//   - a matrix is a Group with its rows and columns, cells row by row along `Element`;
//   - a base of several symbols under one script is a Group without fences, 1x1;
//   - scripts of an operator symbol are Over/Under, of any other symbol Above/Below;
//   - a fraction has Over and Under, a root has Within and PreAbove (its degree).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/label.h"

namespace noether::formula {

// In the order in which Tangent-S writes them.
enum class Relation : std::uint8_t {
  Next,
  Above,
  Below,
  Over,
  Under,
  PreAbove,
  PreBelow,
  Within,
  Element,
};
inline constexpr int kRelationCount = 9;
inline constexpr std::array<Relation, kRelationCount> kRelations = {
    Relation::Next,     Relation::Above,    Relation::Below,  Relation::Over,   Relation::Under,
    Relation::PreAbove, Relation::PreBelow, Relation::Within, Relation::Element};

// The one-letter code of a relation ('n', 'a', 'b', 'o', 'u', 'c', 'd', 'w', 'e') and its name.
char relation_code(Relation relation);
std::string_view relation_name(Relation relation);

enum class SymbolKind : std::uint8_t {
  Variable,   // a letter or a name: x, sin, ∞
  Number,     // 42, 3.14
  Operator,   // +, =, ∑, →, an unmatched fence, a comma
  Text,       // \text{...}
  Fraction,   // over / under
  Root,       // within, degree pre-above
  Group,      // fences and cells; the label holds the opening then the closing fence
  Enclosure,  // a box, a strike, ...: the label names it, the inside hangs off within
  Blank,      // an empty place that something is attached to
  Error,      // source that could not be read; the label is its text
};

struct LayoutNode {
  SymbolKind kind = SymbolKind::Blank;
  bool barless = false;            // Fraction: drawn without its bar (\binom, \atop)
  bool wide_space_before = false;  // has \quad or more before it, which separates formulas in a row
  std::uint8_t open_bytes = 0;     // Group: the number of bytes of the opening fence in the label
  // Nesting levels of its subtree, including itself; at most kMaxLayoutDepth.
  std::uint16_t height = 1;
  std::uint16_t rows = 0;         // Group
  std::uint16_t columns = 0;      // Group
  bool touches_previous = false;  // a letter typed right after the letter before it, as in "sin"
  bool names_operator = false;    // a name given as that of an operator: \operatorname{foo}
  Label label;
  std::array<NodeId, kRelationCount> links = {kNoNode, kNoNode, kNoNode, kNoNode, kNoNode,
                                              kNoNode, kNoNode, kNoNode, kNoNode};
  base::Span source;

  NodeId& link(Relation relation) { return links[static_cast<std::size_t>(relation)]; }
  NodeId link(Relation relation) const { return links[static_cast<std::size_t>(relation)]; }
  NodeId next() const { return link(Relation::Next); }
};

class LayoutTree {
 public:
  NodeId root() const { return root_; }
  void set_root(NodeId root) { root_ = root; }
  bool empty() const { return root_ == kNoNode; }

  // Counts all nodes, including those that a reader has merged into others; to visit the tree, walk
  // from `root`.
  std::size_t node_count() const { return nodes_.size(); }
  const LayoutNode& node(NodeId id) const { return nodes_[id]; }
  LayoutNode& node(NodeId id) { return nodes_[id]; }
  std::string_view label(NodeId id) const { return labels_.view(nodes_[id].label); }
  std::string_view open_fence(NodeId id) const {
    return label(id).substr(0, nodes_[id].open_bytes);
  }
  std::string_view close_fence(NodeId id) const { return label(id).substr(nodes_[id].open_bytes); }

  NodeId add(SymbolKind kind, std::string_view label, base::Span source = {});
  NodeId add_group(std::string_view open, std::string_view close, std::uint16_t rows,
                   std::uint16_t columns, base::Span source = {});
  void set_label(NodeId id, std::string_view label) { nodes_[id].label = labels_.add(label); }

  // Set by the functions of layout_builder.h when they refuse to nest deeper.
  bool too_deep() const { return too_deep_; }
  void mark_too_deep() { too_deep_ = true; }

  // Empties the tree and keeps its memory.
  void clear();

 private:
  std::vector<LayoutNode> nodes_;
  LabelPool labels_;
  NodeId root_ = kNoNode;
  bool too_deep_ = false;
};

// Whether the two trees draw the same: kinds, labels, sizes and links are equal node by node.
// Source spans and spacing are ignored.
bool same_layout(const LayoutTree& a, const LayoutTree& b);

// Whether any node reachable from the root is an Error node.
bool has_error(const LayoutTree& tree);

}  // namespace noether::formula
