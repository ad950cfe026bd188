#include "noether/index/vectors/graph_islands.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "noether/egraph/union_find.h"
#include "noether/index/vectors/graph_walk.h"

namespace noether::index {
namespace {

// Fewer that hold together are an island.
constexpr std::uint32_t kLeastOfMainland = 32;
// A link is near when it has this part of the cosine of the nearest link, on both of its sides.
constexpr float kNearPart = 0.5F;
constexpr std::uint32_t kBridges = 6;  // from an island's vector to what is nearest
constexpr std::uint32_t kBridgeBeam = 64;

using LinkLists = std::vector<std::vector<std::uint32_t>>;

// Vectors in memory with their links, as a search wants them.
class LinkedVectors {
 public:
  LinkedVectors(const RoughVectors& vectors, const LinkLists& links)
      : vectors_(vectors), links_(links) {}

  std::uint32_t size() const { return vectors_.size(); }
  bool has_graph() const { return true; }
  base::Result<VectorCode> rough_vector(std::uint32_t number) const {
    return VectorCode{vectors_.scales[number], vectors_.at(number), {}};
  }
  base::Result<VectorCode> vector(std::uint32_t number) const { return rough_vector(number); }
  base::Result<void> neighbours(std::uint32_t number, std::vector<std::uint32_t>& into) const {
    into = links_[number];
    return {};
  }

 private:
  const RoughVectors& vectors_;
  const LinkLists& links_;
};

float cosine_between(const RoughVectors& vectors, std::uint32_t a, std::uint32_t b) {
  return rough_cosine(vectors.scales[a], vectors.at(a), vectors.scales[b], vectors.at(b));
}

LinkLists lists_of(const NeighbourGraph& graph) {
  LinkLists lists;
  lists.reserve(graph.ends.size());
  std::uint32_t begin = 0;
  for (const std::uint32_t end : graph.ends) {
    lists.emplace_back(graph.links.begin() + begin, graph.links.begin() + end);
    begin = end;
  }
  return lists;
}

NeighbourGraph graph_of(LinkLists lists) {
  NeighbourGraph graph;
  graph.ends.reserve(lists.size());
  for (std::vector<std::uint32_t>& list : lists) {
    std::ranges::sort(list);
    graph.links.insert(graph.links.end(), list.begin(), list.end());
    graph.ends.push_back(static_cast<std::uint32_t>(graph.links.size()));
  }
  return graph;
}

// Those that hold together with few others by near links.
std::vector<std::uint32_t> vectors_of_islands(const RoughVectors& vectors, const LinkLists& links) {
  const std::uint32_t size = vectors.size();
  std::vector<float> nearest(size, 0);
  for (std::uint32_t number = 0; number < size; ++number) {
    for (const std::uint32_t other : links[number]) {
      const float cosine = cosine_between(vectors, number, other);
      nearest[number] = std::max(nearest[number], cosine);
      nearest[other] = std::max(nearest[other], cosine);
    }
  }
  egraph::UnionFind together;
  for (std::uint32_t number = 0; number < size; ++number) together.add();
  for (std::uint32_t number = 0; number < size; ++number) {
    for (const std::uint32_t other : links[number]) {
      const float least = kNearPart * std::max(nearest[number], nearest[other]);
      if (cosine_between(vectors, number, other) < least) continue;
      const std::uint32_t leader = together.find_halving(number);
      together.unite(leader, together.find_halving(other));
    }
  }
  std::vector<std::uint32_t> count(size, 0);
  for (std::uint32_t number = 0; number < size; ++number) ++count[together.find_halving(number)];
  std::vector<std::uint32_t> of_islands;
  for (std::uint32_t number = 0; number < size; ++number) {
    if (count[together.find_halving(number)] < kLeastOfMainland) of_islands.push_back(number);
  }
  return of_islands;
}

void link(std::uint32_t from, std::uint32_t to, std::uint32_t most_links, LinkLists& links) {
  std::vector<std::uint32_t>& list = links[from];
  if (list.size() < most_links && std::ranges::find(list, to) == list.end()) list.push_back(to);
}

}  // namespace

base::Result<void> join_islands(const RoughVectors& vectors, std::uint32_t most_links,
                                NeighbourGraph& graph) {
  LinkLists links = lists_of(graph);
  const LinkedVectors linked(vectors, links);
  for (const std::uint32_t number : vectors_of_islands(vectors, links)) {
    const auto near =
        nearest_in(linked, *linked.vector(number), {.count = kBridges, .beam = kBridgeBeam});
    if (!near) return std::unexpected(near.error());
    for (const NearVector& one : *near) {
      if (one.number == number) continue;
      link(number, one.number, most_links, links);
      link(one.number, number, most_links, links);
    }
  }
  graph = graph_of(std::move(links));
  return {};
}

}  // namespace noether::index
