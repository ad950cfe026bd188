#include "bench/tree_agreement.h"

#include <algorithm>
#include <array>
#include <vector>

namespace noether::bench {

using namespace formula;

namespace {

std::string layout_label(const LayoutTree& tree, NodeId id) {
  const LayoutNode& node = tree.node(id);
  std::string label;
  switch (node.kind) {
    case SymbolKind::Variable:
      label = "V!";
      break;
    case SymbolKind::Number:
      label = "N!";
      break;
    case SymbolKind::Text:
      label = "T!";
      break;
    case SymbolKind::Group:
      label = "M!";
      break;
    case SymbolKind::Fraction:
    case SymbolKind::Root:
      label = "O!";
      break;
    case SymbolKind::Blank:
      label = "W!";
      break;
    case SymbolKind::Error:
      label = "E!";
      break;
    case SymbolKind::Enclosure:
    case SymbolKind::Operator:
      break;
  }
  label += tree.label(id);
  if (node.kind == SymbolKind::Group) {
    label += std::to_string(node.rows) + "x" + std::to_string(node.columns);
  }
  return label;
}

std::string operator_label(const OperatorTree& tree, NodeId id) {
  const OpInfo& info = op_info(tree.op(id));
  if (info.op == Op::Variable || info.op == Op::Number || info.op == Op::Call) {
    return std::string(tree.label(id));
  }
  std::string label(info.name);
  if (info.labelled) {
    label += ':';
    label += tree.label(id);
  }
  return label;
}

}  // namespace

Pairs layout_pairs(const LayoutTree& tree) {
  Pairs pairs;
  std::vector<NodeId> pending;
  if (!tree.empty()) pending.push_back(tree.root());
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    for (const Relation relation : kRelations) {
      const NodeId child = tree.node(id).link(relation);
      if (child == kNoNode) continue;
      ++pairs[layout_label(tree, id) + " " + relation_code(relation) + " " +
              layout_label(tree, child)];
      pending.push_back(child);
    }
  }
  return pairs;
}

Pairs operator_pairs(const OperatorTree& tree) {
  Pairs pairs;
  std::vector<NodeId> pending;
  if (!tree.empty()) pending.push_back(tree.root());
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    const auto children = tree.children(id);
    const bool unordered = op_info(tree.op(id)).unordered;
    for (std::size_t i = 0; i < children.size(); ++i) {
      ++pairs[operator_label(tree, id) + " " + (unordered ? "*" : std::to_string(i)) + " " +
              operator_label(tree, children[i])];
      pending.push_back(children[i]);
    }
  }
  return pairs;
}

void Agreement::add(const Pairs& a, const Pairs& b) {
  for (const auto& [pair, count] : a) {
    ours += count;
    const auto it = b.find(pair);
    if (it != b.end()) common += std::min(count, it->second);
  }
  for (const auto& [pair, count] : b) theirs += count;
}

namespace {

// Rebuilds a tree bottom-up; `rule` makes the node for an original node and its rebuilt children.
template <typename Rule>
OperatorTree rebuild(const OperatorTree& tree, Rule rule) {
  OperatorTree out;
  if (tree.empty()) return out;
  std::vector<NodeId> made(tree.node_count(), kNoNode);
  std::vector<NodeId> children;
  // Children precede their parents in node order.
  for (NodeId id = 0; id < tree.node_count(); ++id) {
    children.clear();
    for (const NodeId child : tree.children(id)) children.push_back(made[child]);
    made[id] = rule(out, id, children);
  }
  out.set_root(made[tree.root()]);
  return out;
}

NodeId copy(const OperatorTree& tree, OperatorTree& out, NodeId id,
            const std::vector<NodeId>& children) {
  return out.add(tree.op(id), tree.label(id), children);
}

bool is_named_function(std::string_view label) {
  return label.size() > 1 && static_cast<unsigned char>(label[0]) < 0x80;
}

bool is_accent(std::string_view label) {
  constexpr std::string_view accents[] = {"¯", "^", "~", "→", "˙", "¨", "⏟", "⏞",
                                          "ˇ", "˘", "´", "`", "˚", "←", "↔"};
  for (const std::string_view accent : accents) {
    if (accent == label) return true;
  }
  return false;
}

// sin² and log_2 head an application to LaTeXML too.
bool heads_named_function(const OperatorTree& tree, NodeId id) {
  while (!tree.children(id).empty()) {
    if (tree.op(id) == Op::Call || tree.op(id) == Op::Log) return true;
    id = tree.child(id, 0);
  }
  return tree.op(id) == Op::Log || (tree.op(id) == Op::Call && is_named_function(tree.label(id)));
}

// To LaTeXML f(x) is the product of f and x, because it cannot know that f is a function.
OperatorTree application_as_product(const OperatorTree& tree) {
  std::vector<bool> was_application(tree.node_count(), false);
  return rebuild(tree, [&](OperatorTree& out, NodeId id, std::vector<NodeId>& children) {
    const std::string label(tree.label(id));
    const Op op = tree.op(id);
    const bool call =
        op == Op::Call && !children.empty() && !is_named_function(label) && !is_accent(label);
    const bool apply = op == Op::Apply && children.size() > 1 &&
                       op_info(tree.op(tree.child(id, 0))).klass == OpClass::Arithmetic &&
                       !heads_named_function(tree, tree.child(id, 0));
    std::vector<NodeId> factors;
    if (call || apply) {
      factors.push_back(call ? out.add_leaf(Op::Variable, label) : children[0]);
      const std::span<const NodeId> arguments =
          call ? std::span<const NodeId>(children) : std::span(children).subspan(1);
      factors.push_back(arguments.size() == 1 ? arguments[0] : out.add(Op::Tuple, "", arguments));
      was_application[id] = true;
      return out.add(Op::Times, "", factors);
    }
    if (op == Op::Times) {
      // 2 f(x) is one product of three factors.
      const auto originals = tree.children(id);
      for (std::size_t i = 0; i < originals.size(); ++i) {
        if (was_application[originals[i]]) {
          for (const NodeId factor : std::vector<NodeId>(out.children(children[i]).begin(),
                                                         out.children(children[i]).end())) {
            factors.push_back(factor);
          }
        } else {
          factors.push_back(children[i]);
        }
      }
      return out.add(Op::Times, "", factors);
    }
    return copy(tree, out, id, children);
  });
}

// To LaTeXML (a, b) is always an open interval.
OperatorTree pair_as_interval(const OperatorTree& tree) {
  return rebuild(tree, [&](OperatorTree& out, NodeId id, std::vector<NodeId>& children) {
    if (tree.op(id) == Op::Tuple && children.size() == 2) {
      return out.add(Op::Interval, "open", children);
    }
    return copy(tree, out, id, children);
  });
}

// To LaTeXML every bar between two expressions is a condition, including "divides".
OperatorTree divides_as_condition(const OperatorTree& tree) {
  return rebuild(tree, [&](OperatorTree& out, NodeId id, std::vector<NodeId>& children) {
    const Op op = tree.op(id);
    if (op == Op::Divides || op == Op::NotDivides) return out.add(Op::Conditional, "", children);
    return copy(tree, out, id, children);
  });
}

// LaTeXML has one <subset/> for ⊂ and ⊆.
OperatorTree one_subset(const OperatorTree& tree) {
  return rebuild(tree, [&](OperatorTree& out, NodeId id, std::vector<NodeId>& children) {
    if (tree.op(id) == Op::Subset) return out.add(Op::SubsetEqual, "", children);
    return copy(tree, out, id, children);
  });
}

// A × B of sets is <times/> to LaTeXML.
OperatorTree sets_as_factors(const OperatorTree& tree) {
  return rebuild(tree, [&](OperatorTree& out, NodeId id, std::vector<NodeId>& children) {
    if (tree.op(id) == Op::CartesianProduct) return out.add(Op::Times, "", children);
    return copy(tree, out, id, children);
  });
}

constexpr std::array kConventions = {
    Convention{"application of a letter is a product", application_as_product},
    Convention{"a pair is an open interval", pair_as_interval},
    Convention{"divides is a condition", divides_as_condition},
    Convention{"one subset sign", one_subset},
    Convention{"a Cartesian product is a product", sets_as_factors},
};

}  // namespace

std::span<const Convention> conventions() { return kConventions; }

}  // namespace noether::bench
