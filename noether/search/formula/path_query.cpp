#include "noether/search/formula/path_query.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

#include "noether/base/mix.h"
#include "noether/formula/operators.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/features/feature.h"
#include "noether/index/features/operator_paths.h"

namespace noether::search {
namespace {

std::size_t place_of(std::uint64_t key, std::size_t size) {
  return static_cast<std::size_t>(base::table_place(key)) & (size - 1);
}

std::uint64_t way_of(std::uint32_t from, std::uint32_t type, std::uint32_t operand) {
  return (std::uint64_t{from} + 1) << 40 | std::uint64_t{type} << 20 | operand;
}

}  // namespace

std::uint32_t PathQuery::type_number(std::uint64_t type) const {
  for (std::size_t at = place_of(type, type_table_.size());; ++at) {
    const std::uint32_t number = type_table_[at & (type_table_.size() - 1)];
    if (number == 0) return kNone;
    if (types_[number - 1] == type) return number - 1;
  }
}

std::uint32_t PathQuery::next(std::uint32_t node, std::uint32_t type, std::uint32_t operand) const {
  const std::uint64_t way = way_of(node, type, operand);
  for (std::size_t at = place_of(way, edges_.size());; ++at) {
    const Edge& edge = edges_[at & (edges_.size() - 1)];
    if (edge.way == way) return edge.to;
    if (edge.way == 0) return kNone;
  }
}

std::uint32_t PathQuery::add_type(std::uint64_t type) {
  if (const std::uint32_t known = type_number(type); known != kNone) return known;
  types_.push_back(type);
  starts_.push_back(kNone);
  if (2 * types_.size() > type_table_.size()) {
    type_table_.assign(4 * type_table_.size(), 0);
    for (std::uint32_t i = 0; i + 1 < types_.size(); ++i) {
      std::size_t at = place_of(types_[i], type_table_.size());
      while (type_table_[at] != 0) at = (at + 1) & (type_table_.size() - 1);
      type_table_[at] = i + 1;
    }
  }
  std::size_t at = place_of(type, type_table_.size());
  while (type_table_[at] != 0) at = (at + 1) & (type_table_.size() - 1);
  type_table_[at] = static_cast<std::uint32_t>(types_.size());
  return static_cast<std::uint32_t>(types_.size() - 1);
}

void PathQuery::grow_edges() {
  std::vector<Edge> old(4 * edges_.size());
  std::swap(old, edges_);
  for (const Edge& edge : old) {
    if (edge.way == 0) continue;
    std::size_t at = place_of(edge.way, edges_.size());
    while (edges_[at].way != 0) at = (at + 1) & (edges_.size() - 1);
    edges_[at] = edge;
  }
}

std::uint32_t PathQuery::add_edge(std::uint32_t from, std::uint32_t type, std::uint32_t operand,
                                  std::uint64_t key) {
  if (const std::uint32_t known = next(from, type, operand); known != kNone) return known;
  if (2 * ++edge_count_ > edges_.size()) grow_edges();
  const std::uint64_t way = way_of(from, type, operand);
  std::size_t at = place_of(way, edges_.size());
  while (edges_[at].way != 0) at = (at + 1) & (edges_.size() - 1);
  const auto to = static_cast<std::uint32_t>(nodes_.size());
  edges_[at] = {way, to};
  nodes_.push_back({.key = key});
  return to;
}

void PathQuery::add_leaf(const FlatTree& tree, std::uint64_t type, std::uint64_t label,
                         std::size_t parent, std::uint32_t operand) {
  const std::uint32_t start_type = add_type(type);
  if (starts_[start_type] == kNone) {
    starts_[start_type] = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({.key = type});
  }
  std::uint32_t at = starts_[start_type];
  if (parent == FlatTree::kNoParent) {
    ends_.push_back({at, 0, {label, 0}});
    return;
  }
  std::uint32_t way = 0;
  std::size_t length = 0;
  while (parent != FlatTree::kNoParent && length < index::kMaxPathLength) {
    const FlatNode& step = tree[parent];
    way = extend_way(way, step);
    if (!step.silent) {
      const std::uint64_t token =
          step.apart ? index::extend_key(step.type, operand + 1) : step.type;
      at = add_edge(at, add_type(step.type), step.apart ? operand + 1 : 0,
                    index::extend_key(nodes_[at].key, token));
      ends_.push_back({at, static_cast<std::uint32_t>(parent), {label, way}});
      ++length;
    }
    operand = step.operand;
    parent = step.parent;
  }
}

void PathQuery::assign(const FlatTree& tree, const std::function<bool(std::size_t)>& ignored) {
  nodes_.clear();
  types_.clear();
  starts_.clear();
  ends_.clear();
  type_table_.assign(64, 0);
  edges_.assign(256, {});
  edge_count_ = 0;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const FlatNode& node = tree[i];
    if (ignored && ignored(i)) continue;
    if (node.leaf) add_leaf(tree, node.type, node.label, node.parent, node.operand);
    if (node.letter_call) {
      add_leaf(tree, index::operator_key(formula::Op::Variable), node.label, i, 0);
    }
  }
  gather_ends();
}

// Puts the ends of each prefix and top next to each other. Numbers the tops anew, the root first.
void PathQuery::gather_ends() {
  weights_.clear();
  leaves_.clear();
  std::vector<std::uint32_t> tops;
  for (const End& end : ends_) tops.push_back(end.top);
  std::ranges::sort(tops, std::greater());
  const auto rest = std::ranges::unique(tops);
  tops.erase(rest.begin(), rest.end());
  tops_ = static_cast<std::uint32_t>(tops.size());
  for (End& end : ends_) {
    end.top = static_cast<std::uint32_t>(std::ranges::lower_bound(tops, end.top, std::greater()) -
                                         tops.begin());
  }
  std::ranges::sort(ends_, {}, [](const End& end) { return std::tuple(end.node, end.top); });
  for (const End& end : ends_) {
    Node& node = nodes_[end.node];
    if (node.weights == 0) node.first_weight = static_cast<std::uint32_t>(weights_.size());
    if (node.weights == 0 || weights_.back().top != end.top) {
      weights_.push_back({end.top, 0, static_cast<std::uint32_t>(leaves_.size())});
      ++node.weights;
    }
    ++weights_.back().weight;
    leaves_.push_back(end.leaf);
  }
}

void PathQuery::set_rarity(std::uint32_t node, double rarity) {
  nodes_[node].rarity = static_cast<std::uint32_t>(std::lround(std::max(0.0, rarity) * kOne));
}

base::Result<void> set_rarities(const index::CollectionStatistics& statistics, PathQuery& query) {
  const double units = std::max(1U, statistics.units(index::space::paths));
  for (std::uint32_t i = 0; i < query.nodes().size(); ++i) {
    if (query.nodes()[i].weights == 0) continue;
    const auto frequency = statistics.frequency(index::space::paths, query.nodes()[i].key);
    if (!frequency) return std::unexpected(frequency.error());
    query.set_frequency(i, *frequency);
    // A prefix that no formula has occurs only in the query: it counts as half a formula.
    query.set_rarity(i, std::log(units / std::max(0.5, static_cast<double>(*frequency))));
  }
  return {};
}

}  // namespace noether::search
