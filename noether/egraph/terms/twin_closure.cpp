#include "noether/egraph/terms/twin_closure.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "noether/base/mix.h"

namespace noether::egraph {

namespace {

constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();

class Closer {
 public:
  Closer(const TermGraph& graph, const TermRules& rules)
      : graph_(graph), class_of_(graph.class_count()) {
    std::iota(class_of_.begin(), class_of_.end(), 0U);
    const std::uint32_t node_count = graph.node_count();
    owner_.reserve(node_count);
    key_begin_.reserve(node_count + 1);
    for (std::uint32_t c = 0; c < graph.class_count(); ++c) {
      for (const std::uint32_t node : graph.nodes(c)) {
        owner_.push_back(c);
        key_begin_.push_back(static_cast<std::uint32_t>(keys_.size()));
        const auto children = graph.children(node);
        keys_.insert(keys_.end(), children.begin(), children.end());
      }
    }
    key_begin_.push_back(static_cast<std::uint32_t>(keys_.size()));
    is_twin_.resize(node_count);
    for (std::uint32_t node = 0; node < node_count; ++node) {
      is_twin_[node] = key(node).size() == 2 && rules.is_commutative(graph.symbol(node));
    }
    dropped_.resize(node_count);
    slots_.assign(std::bit_ceil(std::size_t{node_count} * 2 + 2), kEmpty);
  }

  TwinClosure close() {
    for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
      sort_key(node);
      place(node);
    }
    // Each round rekeys the nodes whose children were merged in the round before.
    while (std::exchange(merged_, false)) {
      for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
        if (!dropped_[node] && refresh_key(node)) place(node);
      }
    }
    TwinClosure closure;
    closure.nodes.reserve(graph_.node_count());
    for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
      if (!dropped_[node]) closure.nodes.push_back(node);
    }
    for (std::uint32_t c = 0; c < class_of_.size(); ++c) class_of_[c] = find(c);
    closure.class_of = std::move(class_of_);
    return closure;
  }

 private:
  std::span<std::uint32_t> key(std::uint32_t node) {
    return {keys_.data() + key_begin_[node], keys_.data() + key_begin_[node + 1]};
  }

  void sort_key(std::uint32_t node) {
    const auto children = key(node);
    if (is_twin_[node] && children[1] < children[0]) std::swap(children[0], children[1]);
  }

  bool refresh_key(std::uint32_t node) {
    bool changed = false;
    for (std::uint32_t& child : key(node)) {
      const std::uint32_t now = find(child);
      changed = changed || now != child;
      child = now;
    }
    if (changed) sort_key(node);
    return changed;
  }

  std::size_t hash(std::uint32_t node) {
    std::uint64_t hash = (graph_.symbol(node) + 1) * base::kGoldenRatio;
    for (const std::uint32_t child : key(node)) {
      hash = (std::rotl(hash, 29) ^ (child + 1)) * base::kGoldenRatio;
    }
    return hash >> 20;
  }

  bool same(std::uint32_t a, std::uint32_t b) {
    return graph_.symbol(a) == graph_.symbol(b) && std::ranges::equal(key(a), key(b));
  }

  // Slots of nodes that were rekeyed stay where the old key led: they only cost a comparison.
  void place(std::uint32_t node) {
    if (filled_ * 4 > slots_.size() * 3) replace_all();
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash(node) & mask;
    for (; slots_[slot] != kEmpty; slot = (slot + 1) & mask) {
      const std::uint32_t other = slots_[slot];
      if (dropped_[other] || !same(node, other)) continue;
      if (other == node) return;
      dropped_[node] = true;
      merge(owner_[node], owner_[other]);
      return;
    }
    slots_[slot] = node;
    ++filled_;
  }

  void replace_all() {
    slots_.assign(slots_.size(), kEmpty);
    filled_ = 0;
    for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
      if (!dropped_[node]) place(node);
    }
  }

  std::uint32_t find(std::uint32_t c) {
    while (class_of_[c] != c) {
      class_of_[c] = class_of_[class_of_[c]];
      c = class_of_[c];
    }
    return c;
  }

  void merge(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    class_of_[std::max(a, b)] = std::min(a, b);
    merged_ = true;
  }

  const TermGraph& graph_;
  std::vector<std::uint32_t> class_of_;
  std::vector<std::uint32_t> owner_;      // the class of each node
  std::vector<std::uint32_t> key_begin_;  // into keys_, by node
  std::vector<std::uint32_t> keys_;       // children, sorted where the order does not matter
  std::vector<char> is_twin_;
  std::vector<char> dropped_;
  std::vector<std::uint32_t> slots_;  // open addressing, nodes by key
  std::size_t filled_ = 0;
  bool merged_ = false;
};

}  // namespace

TwinClosure close_over_twins(const TermGraph& graph, const TermRules& rules) {
  return Closer(graph, rules).close();
}

}  // namespace noether::egraph
