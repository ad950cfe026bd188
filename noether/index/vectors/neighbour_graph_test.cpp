// Vectors that were linked in a wrong place are found again.

#include "noether/index/vectors/neighbour_graph.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "noether/index/vectors/vector_code.h"
#include "noether/index/vectors/vectors_fixture.h"

namespace noether::index {
namespace {

constexpr std::uint64_t kRingSeed = 5;
constexpr std::uint32_t kRingWidth = 64;
constexpr std::uint32_t kRings = 10;
constexpr std::uint32_t kOfRing = 100;
constexpr std::uint32_t kRingLinks = 6;
constexpr std::uint32_t kMostRingLinks = 12;

// Cluster after cluster. A vector is linked to those that follow it in its cluster, as in a ring.
struct Rings {
  std::vector<float> scales;
  std::vector<std::int8_t> high;
  std::vector<std::vector<std::uint32_t>> links;

  Rings() {
    for (std::uint32_t cluster = 0; cluster < kRings; ++cluster) {
      ClusteredVectors random(kRingSeed + cluster, 1, kRingWidth);
      for (std::uint32_t i = 0; i < kOfRing; ++i) {
        const auto code = EncodedVector::encode_high(random.next());
        scales.push_back(code->code().scale);
        high.insert(high.end(), code->code().high.begin(), code->code().high.end());
        links.emplace_back();
        for (std::uint32_t step = 1; step <= kRingLinks; ++step) {
          links.back().push_back(cluster * kOfRing + (i + step) % kOfRing);
        }
      }
    }
  }

  // This simulates a search that ended in another cluster.
  void lose(std::uint32_t number) {
    for (auto& list : links) std::erase(list, number);
    const std::uint32_t elsewhere = (number + kOfRing) % (kRings * kOfRing);
    links[number] = {elsewhere, elsewhere + 1};
    links[elsewhere].push_back(number);
  }

  RoughVectors vectors() const { return {kRingWidth, scales, high}; }
  NeighbourGraph graph() const {
    NeighbourGraph graph;
    for (std::vector<std::uint32_t> list : links) {
      std::ranges::sort(list);
      graph.links.insert(graph.links.end(), list.begin(), list.end());
      graph.ends.push_back(static_cast<std::uint32_t>(graph.links.size()));
    }
    return graph;
  }
};

std::span<const std::uint32_t> ring_links(const NeighbourGraph& graph, std::uint32_t number) {
  const std::uint32_t begin = number == 0 ? 0 : graph.ends[number - 1];
  return std::span(graph.links).subspan(begin, graph.ends[number] - begin);
}

std::uint32_t links_from_ring(const NeighbourGraph& graph, std::uint32_t number) {
  std::uint32_t count = 0;
  const std::uint32_t first = number / kOfRing * kOfRing;
  for (std::uint32_t other = first; other < first + kOfRing; ++other) {
    count += static_cast<std::uint32_t>(std::ranges::count(ring_links(graph, other), number));
  }
  return count;
}

TEST(GraphIslands, AreLinkedToTheirOwnCluster) {
  Rings rings;
  for (const std::uint32_t number : {7U, 207U, 530U, 531U}) rings.lose(number);
  NeighbourGraph graph = rings.graph();
  ASSERT_EQ(links_from_ring(graph, 207), 0U);
  ASSERT_TRUE(join_islands(rings.vectors(), kMostRingLinks, graph));
  for (const std::uint32_t number : {7U, 207U, 530U, 531U}) {
    EXPECT_GE(links_from_ring(graph, number), 3U) << number;
    EXPECT_GE(ring_links(graph, number).size(), 5U) << number;
  }
  for (std::uint32_t number = 0; number < kRings * kOfRing; ++number) {
    const auto links = ring_links(graph, number);
    EXPECT_LE(links.size(), kMostRingLinks);
    EXPECT_TRUE(std::ranges::is_sorted(links));
    EXPECT_EQ(std::ranges::adjacent_find(links), links.end());
    EXPECT_EQ(std::ranges::count(links, number), 0);
  }
}

TEST(GraphIslands, AGraphWithoutThemStaysAsItIs) {
  const Rings rings;
  NeighbourGraph graph = rings.graph();
  ASSERT_TRUE(join_islands(rings.vectors(), kMostRingLinks, graph));
  EXPECT_EQ(graph.ends, rings.graph().ends);
  EXPECT_EQ(graph.links, rings.graph().links);
}

TEST(GraphIslands, OfOneVectorEachAreLinkedToo) {
  ClusteredVectors random(kRingSeed, 300, kRingWidth);
  std::vector<float> scales;
  std::vector<std::int8_t> high;
  for (int i = 0; i < 300; ++i) {
    const auto code = EncodedVector::encode_high(random.next());
    scales.push_back(code->code().scale);
    high.insert(high.end(), code->code().high.begin(), code->code().high.end());
  }
  NeighbourGraph graph;
  graph.ends.assign(scales.size(), 0);  // no links at all
  ASSERT_TRUE(join_islands({kRingWidth, scales, high}, kMostRingLinks, graph));
  for (std::uint32_t number = 0; number < scales.size(); ++number) {
    EXPECT_LE(ring_links(graph, number).size(), kMostRingLinks);
    EXPECT_GE(ring_links(graph, number).size(), 1U);
  }
}

}  // namespace
}  // namespace noether::index
