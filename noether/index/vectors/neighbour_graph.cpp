#include "noether/index/vectors/neighbour_graph.h"

#include <fmt/format.h>

// Its own distances are not used.
#define NO_MANUAL_VECTORIZATION
#include <hnswlib/hnswlib.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "noether/egraph/union_find.h"
#include "noether/index/vectors/graph_walk.h"
#include "noether/index/vectors/vector_code.h"

namespace noether::index {
namespace {

// The number of candidates for the links of a vector.
constexpr std::size_t kConstructionBeam = 100;
constexpr std::size_t kSeed = 7;

// A vector is only a number to hnswlib, so it needs no copy of the vectors.
float distance(const void* a, const void* b, const void* vectors) {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::memcpy(&left, a, sizeof left);
  std::memcpy(&right, b, sizeof right);
  const auto& all = *static_cast<const RoughVectors*>(vectors);
  return 1 - rough_cosine(all.scales[left], all.at(left), all.scales[right], all.at(right));
}

class NumberSpace final : public hnswlib::SpaceInterface<float> {
 public:
  explicit NumberSpace(const RoughVectors& vectors) : vectors_(vectors) {}
  size_t get_data_size() override { return sizeof(std::uint32_t); }
  hnswlib::DISTFUNC<float> get_dist_func() override { return distance; }
  void* get_dist_func_param() override { return &vectors_; }

 private:
  RoughVectors vectors_;
};

// Formulas next to each other are alike; inserting them one after the other gives a worse graph.
std::vector<std::uint32_t> insertion_order(std::uint32_t size) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  std::mt19937_64 random(kSeed);
  for (std::size_t i = size; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

NeighbourGraph lowest_level(const hnswlib::HierarchicalNSW<float>& graph,
                            const std::vector<std::uint32_t>& order) {
  // hnswlib numbers vectors in the order of insertion.
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  NeighbourGraph kept;
  kept.ends.reserve(order.size());
  for (std::uint32_t number = 0; number < order.size(); ++number) {
    const hnswlib::linklistsizeint* list = graph.get_linklist0(place[number]);
    std::uint16_t count = 0;
    std::memcpy(&count, list, sizeof count);
    const std::size_t begin = kept.links.size();
    for (std::uint16_t i = 0; i < count; ++i) kept.links.push_back(order[list[i + 1]]);
    std::sort(kept.links.begin() + static_cast<std::ptrdiff_t>(begin), kept.links.end());
    kept.ends.push_back(static_cast<std::uint32_t>(kept.links.size()));
  }
  return kept;
}

NeighbourGraph built_by_hnswlib(const RoughVectors& vectors,
                                const std::function<void(std::uint32_t)>& progress,
                                std::uint32_t links) {
  const std::vector<std::uint32_t> order = insertion_order(vectors.size());
  NumberSpace space(vectors);
  hnswlib::HierarchicalNSW<float> graph(&space, vectors.size(), links, kConstructionBeam, kSeed);
  std::uint32_t added = 0;
  for (const std::uint32_t number : order) {
    graph.addPoint(&number, number);
    if (progress) progress(++added);
  }
  return lowest_level(graph, order);
}

}  // namespace

base::Result<NeighbourGraph> build_neighbour_graph(
    const RoughVectors& vectors, const std::function<void(std::uint32_t)>& progress,
    std::uint32_t links) {
  try {
    NeighbourGraph graph = built_by_hnswlib(vectors, progress, links);
    if (auto done = join_islands(vectors, 2 * links, graph); !done) {
      return std::unexpected(done.error());
    }
    return graph;
  } catch (const std::exception& error) {
    return base::fail(fmt::format("the graph of neighbours of {} vectors cannot be made: {}",
                                  vectors.size(), error.what()));
  }
}

namespace {

// Fewer vectors than this that are linked only to each other are an island.
constexpr std::uint32_t kLeastOfMainland = 32;
// A link is near when it has this part of the cosine of the nearest link, on both of its sides.
constexpr float kNearPart = 0.5F;
constexpr std::uint32_t kBridges = 6;  // from an island's vector to the nearest ones
constexpr std::uint32_t kBridgeBeam = 64;

using LinkLists = std::vector<std::vector<std::uint32_t>>;

// Vectors in memory with their links, in the form that a search reads.
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

// The vectors that near links connect with few others.
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
