#include "bench/ranking/tree_similarity.h"

#include <algorithm>
#include <map>
#include <utility>

namespace noether::bench {
namespace {

// Sizes of the common subtree at every pair of nodes, from the leaves up: children are numbered
// after their parents.
class CommonSubtree {
 public:
  CommonSubtree(const PlainTree& a, const PlainTree& b)
      : a_(a), b_(b), sizes_(a.size() * b.size()) {
    for (auto i = static_cast<std::uint32_t>(a.size()); i-- > 0;) {
      for (auto j = static_cast<std::uint32_t>(b.size()); j-- > 0;) {
        if (a.nodes[i].type != b.nodes[j].type) continue;
        std::uint32_t size = 1 + (a.nodes[i].label == b.nodes[j].label ? kExact : 0);
        size += kShape - 1;
        pair_children(i, j, [&](std::uint32_t x, std::uint32_t y) { size += at(x, y); });
        at(i, j) = size;
      }
    }
  }

  std::pair<std::uint32_t, std::uint32_t> best() const {
    const auto found = std::ranges::max_element(sizes_);
    const auto at = static_cast<std::size_t>(found - sizes_.begin());
    return {static_cast<std::uint32_t>(at / b_.size()), static_cast<std::uint32_t>(at % b_.size())};
  }
  std::uint32_t size(std::uint32_t i, std::uint32_t j) const { return sizes_[i * b_.size() + j]; }

  // The matched pairs below two nodes, parents first.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> matched(std::uint32_t i, std::uint32_t j) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs{{i, j}};
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const auto [x, y] = pairs[k];
      pair_children(x, y, [&](std::uint32_t u, std::uint32_t v) { pairs.emplace_back(u, v); });
    }
    return pairs;
  }

 private:
  // A node of equal shape counts more than one of equal label, which only breaks ties.
  static constexpr std::uint32_t kShape = 8;
  static constexpr std::uint32_t kExact = 1;

  std::uint32_t& at(std::uint32_t i, std::uint32_t j) { return sizes_[i * b_.size() + j]; }

  // Children on equal edges; those without an order are paired greedily, largest agreement first.
  template <typename Visit>
  void pair_children(std::uint32_t i, std::uint32_t j, Visit visit) {
    const auto& x = a_.nodes[i];
    const auto& y = b_.nodes[j];
    candidates_.clear();
    for (std::uint32_t k = 0; k < x.child_count; ++k) {
      const std::uint32_t u = a_.children[x.first_child + k];
      for (std::uint32_t l = 0; l < y.child_count; ++l) {
        const std::uint32_t v = b_.children[y.first_child + l];
        const bool free = a_.nodes[u].edge == 0 || b_.nodes[v].edge == 0;
        if (!free && a_.nodes[u].edge != b_.nodes[v].edge) continue;
        if (at(u, v) > 0) candidates_.push_back({at(u, v), u, v});
      }
    }
    std::ranges::sort(candidates_, [](const Candidate& p, const Candidate& q) {
      return p.size != q.size ? p.size > q.size : std::pair(p.u, p.v) < std::pair(q.u, q.v);
    });
    taken_.clear();
    for (const Candidate& c : candidates_) {
      const auto clashes = [&](const auto& t) { return t.first == c.u || t.second == c.v; };
      if (std::ranges::any_of(taken_, clashes)) continue;
      taken_.emplace_back(c.u, c.v);
      visit(c.u, c.v);
    }
  }

  struct Candidate {
    std::uint32_t size, u, v;
  };
  const PlainTree& a_;
  const PlainTree& b_;
  std::vector<std::uint32_t> sizes_;
  std::vector<Candidate> candidates_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> taken_;
};

}  // namespace

namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// One symbol may stand for one other, the one it is paired with most often.
std::map<std::uint64_t, std::uint64_t> unify(const PlainTree& query, const PlainTree& candidate,
                                             const Pairs& pairs) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, int> votes;
  for (const auto& [x, y] : pairs) {
    if (query.nodes[x].symbol) ++votes[{query.nodes[x].label, candidate.nodes[y].label}];
  }
  std::vector<std::pair<int, std::pair<std::uint64_t, std::uint64_t>>> order;
  for (const auto& [names, count] : votes) {
    order.emplace_back(-2 * count - (names.first == names.second ? 1 : 0), names);
  }
  std::ranges::sort(order);
  std::map<std::uint64_t, std::uint64_t> there;
  std::map<std::uint64_t, std::uint64_t> back;
  for (const auto& [count, names] : order) {
    if (there.contains(names.first) || back.contains(names.second)) continue;
    there[names.first] = names.second;
    back[names.second] = names.first;
  }
  return there;
}

}  // namespace

PlainTree renamed_as(const PlainTree& query, const PlainTree& candidate) {
  PlainTree renamed = candidate;
  if (query.size() == 0 || candidate.size() == 0) return renamed;
  CommonSubtree common(query, candidate);
  const auto [i, j] = common.best();
  if (common.size(i, j) == 0) return renamed;
  std::map<std::uint64_t, std::uint64_t> names;
  for (const auto& [own, other] : unify(query, candidate, common.matched(i, j))) {
    names[other] = own;
  }
  for (auto& node : renamed.nodes) {
    if (!node.symbol) continue;
    if (const auto found = names.find(node.label); found != names.end()) node.label = found->second;
  }
  return renamed;
}

SubtreeSimilarity subtree_similarity(const PlainTree& query, const PlainTree& candidate) {
  SubtreeSimilarity result;
  if (query.size() == 0 || candidate.size() == 0) return result;
  CommonSubtree common(query, candidate);
  const auto [i, j] = common.best();
  if (common.size(i, j) == 0) return result;
  const auto pairs = common.matched(i, j);
  auto there = unify(query, candidate, pairs);
  std::vector<bool> unified(query.size());
  double nodes = 0;
  double edges = 0;
  double exact = 0;
  for (const auto& [x, y] : pairs) {
    const auto& a = query.nodes[x];
    const auto& b = candidate.nodes[y];
    if (a.label == b.label) ++exact;
    if (a.symbol ? there[a.label] != b.label : a.type != b.type) continue;
    unified[x] = true;
    ++nodes;
    if (x != i && unified[a.parent]) ++edges;
  }
  const auto size = static_cast<double>(query.size());
  const double node_recall = nodes / size;
  const double edge_recall = size > 1 ? edges / (size - 1) : node_recall;
  result.recall = node_recall + edge_recall > 0
                      ? 2 * node_recall * edge_recall / (node_recall + edge_recall)
                      : 0;
  result.precision = nodes / static_cast<double>(candidate.size());
  result.exact_recall = exact / size;
  return result;
}

namespace {

// A tree in postorder with leftmost leaves, as Zhang and Shasha number it.
struct Postorder {
  std::vector<const PlainTree::Node*> nodes;
  std::vector<int> leftmost;
  std::vector<int> keyroots;

  explicit Postorder(const PlainTree& tree) {
    const std::size_t size = std::min(tree.size(), kMaxEditNodes);
    // Numbers are parents first, so the nodes below the bound are a tree.
    struct Frame {
      std::uint32_t node;
      std::uint32_t child;
      int leftmost;
    };
    std::vector<Frame> stack;
    if (size > 0) stack.push_back({0, 0, -1});
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const auto& node = tree.nodes[frame.node];
      while (frame.child < node.child_count &&
             tree.children[node.first_child + frame.child] >= size) {
        ++frame.child;
      }
      if (frame.child < node.child_count) {
        stack.push_back({tree.children[node.first_child + frame.child++], 0, -1});
        continue;
      }
      const int number = static_cast<int>(nodes.size());
      const int left = frame.leftmost < 0 ? number : frame.leftmost;
      nodes.push_back(&node);
      leftmost.push_back(left);
      stack.pop_back();
      if (!stack.empty() && stack.back().leftmost < 0) stack.back().leftmost = left;
    }
    std::map<int, int> last;
    for (int i = 0; i < static_cast<int>(nodes.size()); ++i)
      last[leftmost[static_cast<std::size_t>(i)]] = i;
    for (const auto& [left, node] : last) keyroots.push_back(node);
    std::ranges::sort(keyroots);
  }
};

float rename_cost(const PlainTree::Node& a, const PlainTree::Node& b) {
  if (a.label == b.label) return 0;
  return a.type == b.type ? 0.5F : 1;
}

}  // namespace

EditSimilarity edit_similarity(const PlainTree& a, const PlainTree& b) {
  const Postorder x(a);
  const Postorder y(b);
  const std::size_t n = x.nodes.size();
  const std::size_t m = y.nodes.size();
  if (n == 0 || m == 0) return {};
  std::vector<float> tree(n * m);
  std::vector<float> forest((n + 1) * (m + 1));
  const auto at = [&](int i, int j) -> float& {
    return forest[static_cast<std::size_t>(i) * (m + 1) + static_cast<std::size_t>(j)];
  };
  for (const int k : x.keyroots) {
    for (const int l : y.keyroots) {
      const int li = x.leftmost[static_cast<std::size_t>(k)];
      const int lj = y.leftmost[static_cast<std::size_t>(l)];
      at(li, lj) = 0;
      for (int i = li; i <= k; ++i) at(i + 1, lj) = at(i, lj) + 1;
      for (int j = lj; j <= l; ++j) at(li, j + 1) = at(li, j) + 1;
      for (int i = li; i <= k; ++i) {
        for (int j = lj; j <= l; ++j) {
          const auto p = static_cast<std::size_t>(i);
          const auto q = static_cast<std::size_t>(j);
          const float edit = std::min(at(i, j + 1), at(i + 1, j)) + 1;
          if (x.leftmost[p] == li && y.leftmost[q] == lj) {
            at(i + 1, j + 1) = std::min(edit, at(i, j) + rename_cost(*x.nodes[p], *y.nodes[q]));
            tree[p * m + q] = at(i + 1, j + 1);
          } else {
            at(i + 1, j + 1) = std::min(edit, at(x.leftmost[p], y.leftmost[q]) + tree[p * m + q]);
          }
        }
      }
    }
  }
  const auto similarity = [&](std::size_t i, std::size_t j) {
    const double size_i = static_cast<double>(i) - x.leftmost[i] + 1;
    const double size_j = static_cast<double>(j) - y.leftmost[j] + 1;
    return 1 - static_cast<double>(tree[i * m + j]) / (size_i + size_j);
  };
  EditSimilarity result;
  result.whole = similarity(n - 1, m - 1);
  for (std::size_t j = 0; j < m; ++j) result.part = std::max(result.part, similarity(n - 1, j));
  for (std::size_t i = 0; i < n; ++i) {
    result.of_part = std::max(result.of_part, similarity(i, m - 1));
  }
  return result;
}

}  // namespace noether::bench
