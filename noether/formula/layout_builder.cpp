#include "noether/formula/layout_builder.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "noether/formula/fence_matcher.h"
#include "noether/formula/limits.h"

namespace noether::formula {
namespace {

int row_height(const LayoutTree& tree, NodeId head) {
  int height = 0;
  for (NodeId id = head; id != kNoNode; id = tree.node(id).next()) {
    height = std::max<int>(height, tree.node(id).height);
    // The other cells are linked from the first symbol of a cell.
    for (NodeId cell = tree.node(id).link(Relation::Element); cell != kNoNode;
         cell = tree.node(cell).link(Relation::Element)) {
      for (NodeId in = cell; in != kNoNode; in = tree.node(in).next()) {
        height = std::max<int>(height, tree.node(in).height);
      }
    }
  }
  return height;
}

bool is_bare_table(const LayoutTree& tree, NodeId id) {
  const LayoutNode& node = tree.node(id);
  if (node.kind != SymbolKind::Group || node.label.length != 0) return false;
  for (const Relation relation : kRelations) {
    if (relation != Relation::Within && node.link(relation) != kNoNode) return false;
  }
  return true;
}

bool is_bar_group(const LayoutTree& tree, NodeId id) {
  const LayoutNode& node = tree.node(id);
  return node.kind == SymbolKind::Group && tree.label(id) == "||" && node.rows == 1 &&
         node.link(Relation::Above) == kNoNode && node.link(Relation::Below) == kNoNode;
}

void move_link(LayoutNode& from, Relation source, LayoutNode& to, Relation target) {
  to.link(target) = from.link(source);
  from.link(source) = kNoNode;
}

// The group over `inside`, whose symbols are not linked yet; kNoNode if it would nest too deep.
NodeId make_group(LayoutTree& tree, std::string_view open, std::string_view close,
                  std::span<const NodeId> inside, base::Span source) {
  int height = 0;
  for (const NodeId id : inside) height = std::max<int>(height, tree.node(id).height);
  if (height + 1 > kMaxLayoutDepth) {
    tree.mark_too_deep();
    return kNoNode;
  }
  if (inside.size() == 1 && is_bare_table(tree, inside[0]) &&
      (tree.node(inside[0]).rows > 1 || tree.node(inside[0]).columns > 1)) {
    // Fences around a table become the fences of the table.
    const NodeId group = inside[0];
    const std::string fences = std::string(open) + std::string(close);
    tree.set_label(group, fences);
    tree.node(group).open_bytes = static_cast<std::uint8_t>(open.size());
    tree.node(group).source = source;
    return group;
  }
  std::uint16_t columns = 1;
  NodeId first = kNoNode;
  NodeId cell = kNoNode;  // first symbol of the cell being filled
  NodeId last = kNoNode;  // last symbol of that cell
  bool after_comma = true;
  for (const NodeId id : inside) {
    const bool comma = tree.node(id).kind == SymbolKind::Operator && tree.label(id) == ",";
    if (after_comma) {
      const NodeId start = comma ? tree.add(SymbolKind::Blank, "", tree.node(id).source) : id;
      if (first == kNoNode) {
        first = start;
      } else {
        tree.node(cell).link(Relation::Element) = start;
      }
      cell = start;
      if (comma) tree.node(start).link(Relation::Next) = id;
    } else {
      tree.node(last).link(Relation::Next) = id;
    }
    last = id;
    after_comma = comma;
    if (comma && columns < 0xFFFF) ++columns;
  }
  const NodeId group = tree.add_group(open, close, 1, columns, source);
  tree.node(group).link(Relation::Within) = first;
  tree.node(group).height = static_cast<std::uint16_t>(height + 1);
  return group;
}

// Makes the group that replaces the symbols open, inside..., close of a row.
NodeId close_group(LayoutTree& tree, NodeId open, NodeId close, std::span<const NodeId> inside) {
  const base::Span source{tree.node(open).source.begin, tree.node(close).source.end};
  NodeId group = kNoNode;
  if (inside.size() == 1 && tree.label(open) == "|" && is_bar_group(tree, inside[0]) &&
      tree.node(inside[0]).source.begin == tree.node(open).source.end) {
    group = inside[0];  // ||x|| is the norm
    tree.set_label(group, "∥∥");
    tree.node(group).open_bytes = 3;
    tree.node(group).source = source;
  } else {
    group = make_group(tree, tree.label(open), tree.label(close), inside, source);
    if (group == kNoNode) return kNoNode;
  }
  LayoutNode& node = tree.node(group);
  LayoutNode& closing = tree.node(close);
  node.wide_space_before = tree.node(open).wide_space_before;
  node.height = std::max(node.height, closing.height);
  // A script after the closing fence belongs to the whole group, as a script and not as a limit.
  move_link(closing, Relation::Over, node, Relation::Above);
  move_link(closing, Relation::Under, node, Relation::Below);
  return group;
}

bool has_scripts(const LayoutNode& node) {
  return node.link(Relation::Over) != kNoNode || node.link(Relation::Under) != kNoNode;
}

void link_chain(LayoutTree& tree, std::span<const NodeId> row) {
  for (std::size_t i = 0; i + 1 < row.size(); ++i) {
    tree.node(row[i]).link(Relation::Next) = row[i + 1];
  }
}

void wrap_plain_fences(LayoutTree& tree, std::vector<NodeId>& row) {
  std::vector<std::size_t> open;  // positions in the compacted part of `row`
  std::size_t out = 0;
  for (const NodeId id : row) {
    row[out++] = id;
    if (tree.node(id).kind != SymbolKind::Operator) continue;
    const std::string_view label = tree.label(id);
    if (label == "⟨" || label == "⌊" || label == "⌈") open.push_back(out - 1);
    if (!is_plain_closing(label)) continue;
    while (!open.empty() && tree.label(row[open.back()]) != plain_opening_of(label))
      open.pop_back();
    if (open.empty()) continue;
    const std::size_t begin = open.back();
    open.pop_back();
    if (!has_scripts(tree.node(id))) continue;
    LayoutNode& closing = tree.node(id);
    const NodeId above = closing.link(Relation::Over);
    const NodeId below = closing.link(Relation::Under);
    closing.link(Relation::Over) = kNoNode;
    closing.link(Relation::Under) = kNoNode;
    closing.height = 1;
    const base::Span source{tree.node(row[begin]).source.begin, closing.source.end};
    link_chain(tree, std::span(row).subspan(begin, out - begin));
    NodeId group = make_table(tree, "", "", 1, 1, std::span(&row[begin], 1), source);
    if (above != kNoNode) group = attach(tree, group, Relation::Above, above);
    if (below != kNoNode) group = attach(tree, group, Relation::Below, below);
    row[begin] = group;
    out = begin + 1;
  }
  row.resize(out);
}

// Empty braces with scripts before a symbol are the symbol's prescripts: {}_n C_k.
void attach_prescripts(LayoutTree& tree, std::vector<NodeId>& row) {
  std::size_t out = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const LayoutNode& blank = tree.node(row[i]);
    const bool scripted =
        blank.kind == SymbolKind::Blank &&
        (blank.link(Relation::Above) != kNoNode || blank.link(Relation::Below) != kNoNode);
    // After an operand they are more scripts of it: T^a{}_b.
    const bool after_operand = out > 0 && ends_operand(tree, row[out - 1]);
    if (scripted && i + 1 < row.size() && !after_operand) {
      LayoutNode& base = tree.node(row[i + 1]);
      if (base.kind != SymbolKind::Blank && base.link(Relation::PreAbove) == kNoNode &&
          base.link(Relation::PreBelow) == kNoNode) {
        base.link(Relation::PreAbove) = blank.link(Relation::Above);
        base.link(Relation::PreBelow) = blank.link(Relation::Below);
        base.height = std::max(base.height, blank.height);
        base.source.begin = std::min(base.source.begin, blank.source.begin);
        continue;
      }
    }
    row[out++] = row[i];
  }
  row.resize(out);
}

}  // namespace

NodeId link_row(LayoutTree& tree, std::span<const NodeId> row) {
  if (row.empty()) return kNoNode;
  bool fences = false;
  bool special = false;
  for (const NodeId id : row) {
    const LayoutNode& node = tree.node(id);
    if (node.kind == SymbolKind::Blank) special = true;
    if (node.kind != SymbolKind::Operator) continue;
    const std::string_view label = tree.label(id);
    if (is_opening(label) || is_bar(label) || is_closing(label)) fences = true;
    if (has_scripts(node) && is_plain_closing(label)) special = true;
  }
  if (!fences && !special) {
    link_chain(tree, row);
    return row.front();
  }
  // Not reentrant: no function called from here calls link_row.
  thread_local FenceMatcher matcher;
  thread_local std::vector<NodeId> done;
  struct Open {
    std::size_t at;     // in `done`
    std::size_t close;  // in `row`
  };
  thread_local std::vector<Open> open;
  matcher.match(tree, row);
  done.clear();
  open.clear();
  for (std::size_t i = 0; i < row.size(); ++i) {
    // Empty parentheses remain two symbols.
    if (matcher.partner(i) != kUnmatched && matcher.partner(i) > i + 1) {
      open.push_back({done.size(), matcher.partner(i)});
    }
    done.push_back(row[i]);
    if (!open.empty() && open.back().close == i) {
      const std::size_t at = open.back().at;
      open.pop_back();
      if (tree.too_deep()) continue;  // no enclosing pair can be shallower
      const NodeId group = close_group(tree, done[at], row[i],
                                       std::span(done).subspan(at + 1, done.size() - at - 2));
      if (group == kNoNode) continue;
      done.resize(at);
      done.push_back(group);
    }
  }
  if (special) {
    wrap_plain_fences(tree, done);
    attach_prescripts(tree, done);
  }
  if (done.empty()) return kNoNode;
  link_chain(tree, done);
  return done.front();
}

NodeId fence_row(LayoutTree& tree, std::string_view open, std::string_view close, NodeId head,
                 base::Span source) {
  std::vector<NodeId> inside;
  while (head != kNoNode) {
    inside.push_back(head);
    NodeId& next = tree.node(head).link(Relation::Next);
    head = next;
    next = kNoNode;
  }
  const NodeId group = make_group(tree, open, close, inside, source);
  return group == kNoNode ? tree.add(SymbolKind::Error, "", source) : group;
}

NodeId last_in_row(const LayoutTree& tree, NodeId head) {
  while (tree.node(head).next() != kNoNode) head = tree.node(head).next();
  return head;
}

NodeId as_single(LayoutTree& tree, NodeId head) {
  if (head == kNoNode) return tree.add(SymbolKind::Blank, "");
  if (tree.node(head).next() == kNoNode) return head;
  return make_table(tree, "", "", 1, 1, std::span(&head, 1));
}

NodeId attach(LayoutTree& tree, NodeId base, Relation relation, NodeId script) {
  if (script == kNoNode) script = tree.add(SymbolKind::Blank, "");
  if (tree.node(base).kind == SymbolKind::Operator) {
    if (relation == Relation::Above) relation = Relation::Over;
    if (relation == Relation::Below) relation = Relation::Under;
  }
  if (tree.node(base).link(relation) != kNoNode) {
    base = make_table(tree, "", "", 1, 1, std::span(&base, 1), tree.node(base).source);
  }
  const int height = row_height(tree, script) + 1;
  if (height > kMaxLayoutDepth) {
    tree.mark_too_deep();
    return base;
  }
  LayoutNode& node = tree.node(base);
  node.link(relation) = script;
  node.height = std::max(node.height, static_cast<std::uint16_t>(height));
  node.source.end = std::max(node.source.end, tree.node(script).source.end);
  return base;
}

NodeId make_table(LayoutTree& tree, std::string_view open, std::string_view close,
                  std::uint16_t rows, std::uint16_t columns, std::span<const NodeId> cells,
                  base::Span source) {
  int height = 0;
  for (const NodeId cell : cells) {
    if (cell != kNoNode) height = std::max(height, row_height(tree, cell));
  }
  if (height + 1 > kMaxLayoutDepth) {
    tree.mark_too_deep();
    return tree.add(SymbolKind::Error, "", source);
  }
  const NodeId group = tree.add_group(open, close, rows, columns, source);
  tree.node(group).height = static_cast<std::uint16_t>(height + 1);
  NodeId previous = kNoNode;
  for (NodeId cell : cells) {
    if (cell == kNoNode) cell = tree.add(SymbolKind::Blank, "");
    if (previous == kNoNode) {
      tree.node(group).link(Relation::Within) = cell;
    } else {
      tree.node(previous).link(Relation::Element) = cell;
    }
    previous = cell;
  }
  return group;
}

}  // namespace noether::formula
