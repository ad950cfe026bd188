#include "noether/egen/corpus/split.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/egen/prefix_tokens.h"
#include "noether/egraph/terms/random.h"

namespace noether::egen {
namespace {

Split split_of(const std::vector<Cluster>& clusters, const SplitOptions& options = {}) {
  SplitPlanner planner;
  for (const Cluster& cluster : clusters) planner.add(cluster);
  auto split = planner.finish(options);
  EXPECT_TRUE(split);
  return split ? *std::move(split) : Split();
}

constexpr SplitOptions kThirds = {.shares = {1, 1, 1}, .seed = 1};

TEST(Split, KeepsClustersWithACommonExpressionTogether) {
  const Split split =
      split_of({cluster_of(0, {"sin x", "* 1 sin x"}), cluster_of(1, {"cos x"}),
                cluster_of(2, {"tan x"}), cluster_of(3, {"+ 0 sin x", "* 1 sin x"})},
               kThirds);
  EXPECT_EQ(split.sides[0], split.sides[3]);
  EXPECT_EQ(split.report.joined_by_expression, 1U);
  EXPECT_EQ(split.report.groups, 3U);
}

TEST(Split, KeepsCommutativeTwinsTogether) {
  const Split split = split_of({cluster_of(0, {"+ x foo#1 y"}), cluster_of(1, {"+ x * 2 y"}),
                                cluster_of(2, {"+ * y 2 x"}), cluster_of(3, {"sec x"})},
                               kThirds);
  EXPECT_EQ(split.sides[1], split.sides[2]);
  EXPECT_EQ(split.report.joined_by_twin, 1U);
}

// Members with the same meaning that no token reveals.
TEST(Split, KeepsEqualFingerprintsTogether) {
  const Split split =
      split_of({cluster_of(0, {"sin * 2 x"}), cluster_of(1, {"ln x", "* 2 * sin x cos x"}),
                cluster_of(2, {"sec x"}), cluster_of(3, {"* 2 * sin y cos y"})},
               kThirds);
  EXPECT_EQ(split.sides[0], split.sides[1]);
  EXPECT_EQ(split.sides[0], split.sides[3]) << "another name for the variable";
  EXPECT_EQ(split.report.joined_by_fingerprint, 2U);
}

TEST(Split, FollowsChainsOfClusters) {
  const Split split = split_of({cluster_of(0, {"sin x", "tan x"}), cluster_of(1, {"ln x"}),
                                cluster_of(2, {"exp x", "cos x"}),
                                cluster_of(3, {"cos x", "tan x"}), cluster_of(4, {"sec x"})},
                               kThirds);
  EXPECT_EQ(split.sides[0], split.sides[2]);
  EXPECT_EQ(split.sides[0], split.sides[3]);
  EXPECT_EQ(split.report.largest_group, 3U);
}

// Joined by a common expression, by the order of operands, by a fingerprint, and by a chain.
TEST(Split, LeavesOutWhatIsHeldOut) {
  SplitPlanner planner;
  planner.add(cluster_of(0, {"sin x", "* 1 sin x"}));
  planner.add(cluster_of(1, {"+ 1 * x y"}));
  planner.add(cluster_of(2, {"sin * 2 x", "ln x"}));
  planner.add(cluster_of(3, {"sec x"}));
  planner.add(cluster_of(4, {"ln x", "exp ln ln x"}));
  planner.add(cluster_of(5, {"tan x", "/ sin x cos x"}));
  planner.hold_out(cluster_of(0, {"* 1 sin x"}));
  planner.hold_out(cluster_of(1, {"+ * y x 1"}));
  planner.hold_out(cluster_of(2, {"* 2 * sin y cos y"}));
  planner.hold_out(cluster_of(3, {"csch x"}));
  const auto split = planner.finish({});
  ASSERT_TRUE(split);
  ASSERT_EQ(split->sides.size(), 6U);
  for (const std::size_t left_out : {0U, 1U, 2U, 4U}) {
    EXPECT_EQ(split->sides[left_out], Side::LeftOut) << left_out;
  }
  EXPECT_NE(split->sides[3], Side::LeftOut);
  EXPECT_NE(split->sides[5], Side::LeftOut);
  EXPECT_EQ(split->report.held_out, 4U);
  EXPECT_EQ(split->report.left_out_clusters, 4U);
  EXPECT_EQ(split->report.left_out_members, 7U);
  EXPECT_EQ(split->report.clusters, 6U);
}

TEST(Split, MeetsTheShares) {
  std::vector<Cluster> clusters;
  for (std::uint64_t i = 0; i < 200; ++i) {
    clusters.push_back(cluster_of(i, {"+ x " + std::to_string(i)}));
  }
  const Split split = split_of(clusters, {.shares = {80, 15, 5}, .seed = 4});
  EXPECT_EQ(split.report.side_clusters, (std::array<std::uint64_t, 3>{160, 30, 10}));
  const Split other = split_of(clusters, {.shares = {80, 15, 5}, .seed = 5});
  EXPECT_NE(split.sides, other.sides);
  EXPECT_EQ(split.sides, split_of(clusters, {.shares = {80, 15, 5}, .seed = 4}).sides);
}

TEST(Split, RefusesSharesThatMakeNoSense) {
  const SplitPlanner planner;
  for (const std::array<double, 3> shares :
       {std::array<double, 3>{0, 0, 0}, std::array<double, 3>{1, -1, 1},
        std::array<double, 3>{1, 1, std::numeric_limits<double>::infinity()},
        std::array<double, 3>{std::numeric_limits<double>::quiet_NaN(), 1, 1}}) {
    EXPECT_FALSE(planner.finish({.shares = shares}));
  }
}

// All keys that must not be on two sides, with their side.
class Sides {
 public:
  void add(const std::string& what, Side side) { sides_[what].insert(side); }
  std::size_t leaks() const {
    std::size_t count = 0;
    for (const auto& [what, sides] : sides_) count += sides.size() > 1 ? 1U : 0U;
    return count;
  }

 private:
  std::map<std::string, std::set<Side>> sides_;
};

TEST(Split, LeaksNothingWhenClustersOverlapAtRandom) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    egraph::Random random(seed);
    const auto below = [&](std::uint64_t bound) { return std::to_string(random.below(bound)); };
    std::vector<Cluster> clusters;
    for (std::uint64_t id = 0; id < 60; ++id) {
      Cluster cluster = cluster_of(id, {});
      for (std::uint64_t i = 0; i < 1 + random.below(std::uint64_t{3}); ++i) {
        // Sums and products of small numbers: plenty of twins and of equal values.
        const std::string a = below(7), b = below(7);
        const std::string variable = random.below(std::uint64_t{4}) == 0 ? "y" : "x";
        cluster.members.emplace_back().expression = random.below(std::uint64_t{2}) == 0
                                                        ? "+ * " + a + " " + variable + " " + b
                                                        : "+ " + b + " * " + variable + " " + a;
      }
      clusters.push_back(std::move(cluster));
    }
    const Split split = split_of(clusters, {.shares = {2, 1, 1}, .seed = seed});
    Sides sides;
    algebra::Vocabulary vocabulary;
    algebra::Expressions pool(vocabulary);
    for (std::size_t i = 0; i < clusters.size(); ++i) {
      for (const Member& member : clusters[i].members) {
        const auto root =
            algebra::read_expression(formula::Notation::Prefix, member.expression, pool);
        ASSERT_TRUE(root);
        sides.add("text " + member.expression, split.sides[i]);
        sides.add("twin " + std::to_string(twin_key(member.expression)), split.sides[i]);
        sides.add("kept " + algebra::fingerprint(pool, *root, algebra::Names::Keep).hex(),
                  split.sides[i]);
        sides.add("renamed " + algebra::fingerprint(pool, *root).hex(), split.sides[i]);
      }
    }
    EXPECT_EQ(sides.leaks(), 0U);
    EXPECT_GT(split.report.groups, 1U);
  }
}

}  // namespace
}  // namespace noether::egen
