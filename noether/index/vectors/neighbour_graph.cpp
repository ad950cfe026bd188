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

#include "noether/index/vectors/graph_islands.h"
#include "noether/index/vectors/vector_code.h"

namespace noether::index {
namespace {

// How many candidates are looked at for the links of a vector.
constexpr std::size_t kConstructionBeam = 100;
constexpr std::size_t kSeed = 7;

// To hnswlib a vector is its number: it needs no copy of them.
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

// Formulas that stand together are alike; put in one after the other they would make a worse graph.
std::vector<std::uint32_t> insertion_order(std::uint32_t size) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  std::mt19937_64 random(kSeed);
  for (std::size_t i = size; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

NeighbourGraph lowest_level(const hnswlib::HierarchicalNSW<float>& graph,
                            const std::vector<std::uint32_t>& order) {
  // hnswlib numbers vectors as they came.
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

}  // namespace noether::index
