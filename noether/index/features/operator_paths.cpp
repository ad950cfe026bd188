#include "noether/index/features/operator_paths.h"

#include <algorithm>
#include <ranges>

#include "noether/index/features/feature_key.h"
#include "noether/index/features/path_classes.h"

namespace noether::index {
namespace {

using formula::NodeId;
using formula::Op;

constexpr std::uint32_t kNoStep = 0xFFFFFFFFu;

// What a leaf is on a path: numbers are numbers, letters are letters, the rest is itself.
std::uint64_t leaf_class(const formula::OperatorTree& tree, NodeId node) {
  const Op op = tree.op(node);
  return op == Op::Symbol ? extend_key(operator_key(op), key_of(tree.label(node)))
                          : operator_key(op);
}

std::uint64_t symbol_of(Op op, std::string_view label) {
  return extend_key(operator_key(op), key_of(label));
}

}  // namespace

void OperatorPathReader::add_leaf(NodeId node, std::uint64_t kind, std::uint64_t symbol,
                                  std::uint32_t parent, std::size_t operand, OperatorPaths& out) {
  if (out.leaves.size() >= kMaxPathLeaves) return;
  const auto leaf = static_cast<std::uint16_t>(out.leaves.size());
  out.leaves.push_back({symbol, node});
  std::uint64_t key = kind;
  std::uint64_t written = 0;
  std::size_t from = operand;
  std::size_t length = 0;
  if (parent == kNoStep) out.prefixes.push_back({key, 0, leaf, 0});
  for (std::uint32_t at = parent; at != kNoStep && length < kMaxPathLength;) {
    const Step& step = steps_[at];
    written = extend_key(written, step.written);
    if (!step.silent) {
      key = extend_key(key, step.apart ? extend_key(step.token, from + 1) : step.token);
      out.prefixes.push_back({key, static_cast<std::uint32_t>(written), leaf, step.top});
      ++length;
    }
    // A negation stands for its operand: the path goes on from the negation's own place.
    from = step.operand;
    at = step.parent;
  }
}

void OperatorPathReader::read(const formula::OperatorTree& tree, OperatorPaths& out) {
  out.clear();
  steps_.clear();
  pending_.clear();
  if (tree.empty()) return;
  pending_.push_back({tree.root(), kNoStep, 0});
  while (!pending_.empty()) {
    const Visit visit = pending_.back();
    pending_.pop_back();
    const Op op = tree.op(visit.node);
    if (op == Op::Missing) continue;
    const auto children = tree.children(visit.node);
    const std::string_view label = tree.label(visit.node);
    if (children.empty()) {
      add_leaf(visit.node, leaf_class(tree, visit.node), symbol_of(op, label), visit.parent,
               visit.operand, out);
      continue;
    }
    if (out.tops.size() >= kMaxPathLeaves) continue;
    Step step;
    step.silent = op == Op::Negate;
    step.apart = keeps_operands_apart(op);
    step.token = path_class(op, label);
    const bool letter_call = is_letter_call(op, label);
    step.written = letter_call ? step.token : symbol_of(op, label);
    step.parent = visit.parent;
    step.operand = visit.operand;
    step.top = static_cast<std::uint16_t>(out.tops.size());
    if (!step.silent) out.tops.push_back(visit.node);
    const auto number = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back(step);
    if (letter_call) {
      add_leaf(visit.node, operator_key(Op::Variable), symbol_of(Op::Variable, label), number, 0,
               out);
    }
    // In reverse, so that leaves are numbered from the left.
    for (std::size_t i = children.size(); i-- > 0;) {
      pending_.push_back({children[i], number, static_cast<std::uint32_t>(i)});
    }
  }
}

}  // namespace noether::index
