// Digests of trees from the digests of their parts.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "noether/base/hash.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

using base::Digest;

// Digests of trees are made from those of their parts, many for each formula: two lanes of 64 bits,
// each mixed with every part, are as good as digests of bytes here and a few times as fast.
constexpr std::uint64_t mixed(std::uint64_t state, std::uint64_t part) {
  std::uint64_t bits = state * 0x9E3779B97F4A7C15U + (part ^ 0xD1B54A32D192ED03U);
  bits = (bits ^ (bits >> 32)) * 0xDABA0B6EB09322E3U;
  return bits ^ (bits >> 29);
}
constexpr Digest mixed(const Digest& state, const Digest& part) {
  return {mixed(state.high, part.high ^ std::rotl(part.low, 23)),
          mixed(state.low, part.low + 0xA0761D6478BD642FU * part.high)};
}
constexpr Digest mixed(const Digest& state, std::uint64_t part) {
  return {mixed(state.high, part), mixed(state.low, ~part)};
}

inline Digest digest_of_label(std::string_view label) {
  Digest digest{0x6C6162656C, label.size()};
  while (!label.empty()) {
    std::uint64_t word = 0;
    const std::size_t taken = std::min<std::size_t>(label.size(), 8);
    for (std::size_t i = 0; i < taken; ++i) {
      word |= std::uint64_t{static_cast<unsigned char>(label[i])} << (8 * i);
    }
    digest = mixed(digest, word);
    label.remove_prefix(taken);
  }
  return digest;
}

// By the names of operators, so that digests stay when the list of operators grows.
inline const std::vector<Digest>& operator_digests() {
  static const std::vector<Digest> digests = {
#define NOETHER_OP(id, name, ...) digest_of_label(name),
#include "noether/formula/operators.def"
#undef NOETHER_OP
  };
  return digests;
}

// Bottom-up digests of an operator tree: children come before their parents in node order, so one
// pass over the nodes is enough.
class OperatorDigests {
 public:
  explicit OperatorDigests(const OperatorTree& tree)
      : tree_(tree), nodes_(tree.node_count()), digests_(tree.node_count()) {
    for (NodeId id = 0; id < nodes_.size(); ++id) {
      nodes_[id] = operator_digests()[static_cast<std::size_t>(tree.op(id))];
    }
  }

  // What a node is by itself, besides its operator.
  void set_label(NodeId id, const Digest& label) { nodes_[id] = mixed(nodes_[id], label); }

  // `colour_of` gives what else there is to say of a node, or nothing.
  template <typename ColourOf>
  Digest compute(ColourOf colour_of) {
    for (NodeId id = 0; id < digests_.size(); ++id) {
      Digest digest = nodes_[id];
      if (const Digest* colour = colour_of(id)) digest = mixed(digest, *colour);
      const auto children = tree_.children(id);
      if (children.size() > 1 && op_info(tree_.op(id)).unordered) {
        ordered_.clear();
        for (const NodeId child : children) ordered_.push_back(digests_[child]);
        std::ranges::sort(ordered_);
        for (const Digest& child : ordered_) digest = mixed(digest, child);
      } else {
        for (const NodeId child : children) digest = mixed(digest, digests_[child]);
      }
      digests_[id] = mixed(digest, children.size());
    }
    return digests_[tree_.root()];
  }
  const Digest& operator[](NodeId id) const { return digests_[id]; }

 private:
  const OperatorTree& tree_;
  std::vector<Digest> nodes_;
  std::vector<Digest> digests_;
  std::vector<Digest> ordered_;
};

}  // namespace noether::formula
