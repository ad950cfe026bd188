// Random trees for property tests: every operator and symbol kind, labels that need escaping.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "noether/formula/layout_tree.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

inline constexpr int kOpCount = static_cast<int>(Op::Fragments) + 1;

class RandomTrees {
 public:
  explicit RandomTrees(std::uint64_t seed) : random_(seed) {}

  int below(int bound) { return static_cast<int>(random_() % static_cast<std::uint64_t>(bound)); }
  bool one_in(int n) { return below(n) == 0; }

  std::string label() {
    static const std::vector<std::string> plain = {
        "x", "y", "n",  "f",  "α",      "ℝ",    "sin", "arcsin", "gcd", "d",  "e", "π", "Ord",
        "⊕", "≺", "()", "[]", "closed", "open", "2",   "3.14",   ".5",  "10", "→", "h", "ϕ"};
    static const std::vector<std::string> odd = {
        "",         "pow",     "asin",        "-2",       "a b",      "a,b",  "[x]",
        "\"q\"",    "#3",      "%20",         "a:b",      "x#2",      "_",    "V!x",
        "M!1x1",    "&comma;", "&amp;comma;", "?w",       "\t\n\x01", "call", "infinity",
        "O!divide", "sqrt",    "pi",          "\\",       "(",        ")",    "+",
        "F!c",      "-!x",     "𝑥",           "italic-ϕ", "box",      "1x1"};
    const auto& pool = one_in(3) ? odd : plain;
    return pool[random_() % pool.size()];
  }

  std::string number() {
    return one_in(4) ? std::to_string(below(99)) + ".5" : std::to_string(below(300));
  }

  // A node of any operator over random children, with a label if the operator is labelled.
  NodeId operators(OperatorTree& tree, int depth) {
    if (depth <= 0 || one_in(4)) return leaf(tree);
    const auto op = static_cast<Op>(below(kOpCount));
    std::vector<NodeId> children;
    for (int n = below(5); n > 0; --n) children.push_back(operators(tree, depth - 1));
    if (op_info(op).klass == OpClass::Leaf) children.clear();
    return tree.add(op, op_info(op).labelled ? label() : std::string(), children);
  }

  // A row of symbols, each with random relations; kinds and labels need not make sense together.
  NodeId layout(LayoutTree& tree, int depth) {
    NodeId head = kNoNode;
    NodeId last = kNoNode;
    for (int n = 1 + below(4); n > 0; --n) {
      const NodeId id = symbol(tree);
      if (depth > 0) {
        for (const Relation relation : kRelations) {
          if (relation == Relation::Next || !one_in(5)) continue;
          const NodeId child = layout(tree, depth - 1);
          tree.node(id).link(relation) = child;
        }
      }
      (head == kNoNode ? head : tree.node(last).link(Relation::Next)) = id;
      last = id;
    }
    return head;
  }

  LayoutTree layout_tree(int depth) {
    LayoutTree tree;
    tree.set_root(layout(tree, depth));
    return tree;
  }

  OperatorTree operator_tree(int depth) {
    OperatorTree tree;
    tree.set_root(operators(tree, depth));
    return tree;
  }

 private:
  NodeId leaf(OperatorTree& tree) {
    switch (below(6)) {
      case 0:
        return tree.add_leaf(Op::Number, one_in(5) ? label() : number());
      case 1: {
        const NodeId child = tree.add_leaf(Op::Number, number());
        return tree.add(Op::Negate, "", {&child, 1});
      }
      case 2: {
        const auto op = static_cast<Op>(below(kOpCount));
        return tree.add_leaf(op, op_info(op).labelled ? label() : std::string());
      }
      default:
        return tree.add_leaf(Op::Variable, label());
    }
  }

  NodeId symbol(LayoutTree& tree) {
    const auto kind = static_cast<SymbolKind>(below(10));
    switch (kind) {
      case SymbolKind::Group: {
        static const std::vector<std::string> fences = {"",  "(", ")",  "[", "|",
                                                        "∥", "⟨", "||", "1"};
        const std::string& open = fences[random_() % fences.size()];
        const std::string& close = fences[random_() % fences.size()];
        const auto rows = static_cast<std::uint16_t>(below(4));
        const auto columns = static_cast<std::uint16_t>(below(12));
        return tree.add_group(open, close, rows, columns);
      }
      case SymbolKind::Fraction: {
        const NodeId id = tree.add(kind, "divide");
        tree.node(id).barless = one_in(2);
        return id;
      }
      case SymbolKind::Root:
        return tree.add(kind, "root");
      case SymbolKind::Blank:
        return tree.add(kind, "");
      default:
        return tree.add(kind, label());
    }
  }

  std::mt19937_64 random_;
};

}  // namespace noether::formula
