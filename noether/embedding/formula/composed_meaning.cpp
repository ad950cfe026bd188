#include "noether/embedding/formula/composed_meaning.h"

#include <algorithm>
#include <cmath>

#include "noether/base/mix.h"
#include "noether/formula/tree_digests.h"

namespace noether::embedding {
namespace {

using formula::NodeId;
using TreeOp = formula::Op;

// By the operator and its label; names by their numbers.
std::uint64_t meaning_key(const CanonicalFormula& formula, NodeId id) {
  const base::Digest own = formula::operator_digest(formula.tree.op(id));
  const base::Digest key =
      formula.is_name(id) ? formula::mixed(own, formula.names[id])
                          : formula::mixed(own, formula::digest_of_label(formula.tree.label(id)));
  return formula::mixed(key.high, key.low);
}

// Signs of bits that are made of a key, one after the other.
class Signs {
 public:
  explicit Signs(std::uint64_t key) : key_(key) {}

  float next() {
    if (taken_ % 64 == 0) bits_ = base::split_mix(key_ + taken_);
    const float sign = 1.0F - 2.0F * static_cast<float>((bits_ >> (taken_ % 64)) & 1);
    ++taken_;
    return sign;
  }

 private:
  std::uint64_t key_;
  std::uint64_t bits_ = 0;
  std::uint64_t taken_ = 0;
};

void add_direction(std::uint64_t key, float length, std::span<float> sum) {
  Signs signs(key);
  const float size = length / std::sqrt(static_cast<float>(sum.size()));
  for (float& number : sum) number += size * signs.next();
}

void add_turned(std::uint64_t key, std::span<const float> vector, std::span<float> sum) {
  Signs signs(formula::mixed(key, 1));
  const std::size_t shift = static_cast<std::size_t>(formula::mixed(key, 2) % sum.size());
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const std::size_t to = i + shift < sum.size() ? i + shift : i + shift - sum.size();
    sum[to] += signs.next() * vector[i];
  }
}

void make_unit_meaning(std::uint64_t key, std::span<float> sum) {
  double squares = 0;
  for (const float number : sum) {
    squares += static_cast<double>(number) * static_cast<double>(number);
  }
  // Operands that cancel leave the node itself.
  if (!(squares > 1e-6)) {
    std::ranges::fill(sum, 0.0F);
    add_direction(key, 1, sum);
    return;
  }
  const auto length = static_cast<float>(std::sqrt(squares));
  for (float& number : sum) number /= length;
}

bool states_equality(TreeOp op) {
  return op == TreeOp::Equal || op == TreeOp::Equivalent || op == TreeOp::Assign;
}

// a = b, a = b = c: whether the operands are sides that are all equal.
bool is_equation(const formula::OperatorTree& tree, NodeId id) {
  if (tree.op(id) != TreeOp::Chain) return states_equality(tree.op(id));
  const auto operands = tree.children(id);
  for (std::size_t at = 1; at < operands.size(); at += 2) {
    if (!states_equality(tree.op(operands[at]))) return false;
  }
  return true;
}

}  // namespace

// Nodes stand in post-order, so that the vectors of a node's operands are the last ones made.
void compose_meaning(const CanonicalFormula& formula, std::span<const ValuedPart> parts,
                     std::span<const std::span<const float>> part_vectors, std::span<float> out) {
  const formula::OperatorTree& tree = formula.tree;
  const std::size_t width = out.size();
  std::vector<std::size_t> part_at(tree.node_count(), parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) part_at[parts[i].node] = i;
  std::vector<bool> inside(tree.node_count());
  for (auto id = static_cast<NodeId>(tree.node_count()); id-- > 0;) {
    if (!inside[id] && part_at[id] == parts.size()) continue;
    for (const NodeId child : tree.children(id)) inside[child] = true;
  }
  std::vector<float> made;
  for (NodeId id = 0; id < tree.node_count(); ++id) {
    if (inside[id]) continue;
    if (part_at[id] < parts.size()) {
      const auto vector = part_vectors[part_at[id]];
      made.insert(made.end(), vector.begin(), vector.end());
      continue;
    }
    const std::size_t operands = tree.children(id).size();
    const std::size_t begin = made.size() - operands * width;
    const std::uint64_t key = meaning_key(formula, id);
    const bool unordered = formula::op_info(tree.op(id)).unordered;
    const bool as_they_are = is_equation(tree, id);
    std::ranges::fill(out, 0.0F);
    add_direction(key, kOwnShare, out);
    for (std::size_t i = 0; i < operands; ++i) {
      const auto operand = std::span<const float>(made).subspan(begin + i * width, width);
      if (as_they_are) {
        for (std::size_t at = 0; at < width; ++at) out[at] += operand[at];
      } else {
        add_turned(formula::mixed(key, unordered ? 0 : i + 3), operand, out);
      }
    }
    make_unit_meaning(key, out);
    made.resize(begin);
    made.insert(made.end(), out.begin(), out.end());
  }
  std::copy_n(made.begin(), width, out.begin());
}

}  // namespace noether::embedding
