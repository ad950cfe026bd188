#include "noether/amr/parser/arborescence.h"

#include <gtest/gtest.h>

#include <random>

#include "noether/base/test_seed.h"

namespace noether::amr {
namespace {

bool is_tree(const std::vector<std::size_t>& heads, bool one_below_root) {
  std::size_t below_root = 0;
  for (std::size_t node = 1; node < heads.size(); ++node) {
    if (heads[node] == 0) ++below_root;
    std::size_t at = node;
    for (std::size_t steps = 0; at != 0; ++steps) {
      if (steps > heads.size()) return false;
      at = heads[at];
    }
  }
  return !one_below_root || heads.size() == 1 || below_root == 1;
}

double sum_of(const std::vector<std::size_t>& heads, const std::vector<double>& scores) {
  double sum = 0;
  for (std::size_t d = 1; d < heads.size(); ++d) sum += scores[heads[d] * heads.size() + d];
  return sum;
}

// The best score over all choices of heads.
double best_of_all(const std::vector<double>& scores, std::size_t nodes, bool one_below_root) {
  std::vector<std::size_t> heads(nodes, 0);
  double best = kMissingEdge;
  while (true) {
    if (is_tree(heads, one_below_root)) best = std::max(best, sum_of(heads, scores));
    std::size_t d = 1;
    while (d < nodes && ++heads[d] == nodes) heads[d++] = 0;
    if (d >= nodes) return best;
  }
}

TEST(Arborescence, IsTheBestOfAllTrees) {
  const std::uint32_t seed = base::test_seed();
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> score(-3, 3);
  for (int round = 0; round < 300; ++round) {
    const std::size_t nodes = 1 + random() % 5;
    std::vector<double> scores(nodes * nodes);
    for (double& each : scores) each = score(random);
    for (const bool one_below_root : {true, false}) {
      const auto heads = best_arborescence(scores, nodes, one_below_root);
      ASSERT_TRUE(is_tree(heads, one_below_root)) << "seed " << seed;
      if (nodes > 1) {
        EXPECT_NEAR(sum_of(heads, scores), best_of_all(scores, nodes, one_below_root), 1e-9);
      }
    }
  }
}

TEST(Arborescence, KeepsToTheEdgesThatThereAre) {
  // 1 must be below 2, which is below the root.
  std::vector<double> scores(9, kMissingEdge);
  scores[0 * 3 + 2] = -5;
  scores[0 * 3 + 1] = kMissingEdge;
  scores[2 * 3 + 1] = -1;
  scores[1 * 3 + 2] = 9;
  EXPECT_EQ(best_arborescence(scores, 3), (std::vector<std::size_t>{0, 2, 0}));
}

}  // namespace
}  // namespace noether::amr
