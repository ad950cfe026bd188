#include "noether/egen/training/pair_sampler.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "noether/egen/training/egen_clusters_fixture.h"

namespace noether::egen {
namespace {

std::vector<Cluster> clusters_of_sizes(const std::vector<std::size_t>& sizes) {
  std::vector<Cluster> clusters;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    Cluster cluster = cluster_of(i, {});
    for (std::size_t member = 0; member < sizes[i]; ++member) {
      cluster.members.emplace_back().expression =
          "+ " + std::to_string(i) + " * 1 + x " + std::to_string(member);
    }
    clusters.push_back(std::move(cluster));
  }
  return clusters;
}

TEST(PairSampler, CountsOrderedPairsExactly) {
  const MemberTable table = table_of(clusters_of_sizes({3, 1, 5, 2}));
  const PairSampler sampler(table, 1);
  EXPECT_EQ(sampler.pair_count(), 6 + 20 + 2);
  EXPECT_TRUE(PairSampler(table_of(clusters_of_sizes({1, 1})), 1).empty());
}

TEST(PairSampler, GivesEveryPairOnceInAnEpoch) {
  const MemberTable table = table_of(clusters_of_sizes({3, 1, 5, 2, 7}));
  const PairSampler sampler(table, 42);
  const auto epoch = static_cast<std::uint64_t>(sampler.epoch_size());
  for (std::uint64_t round = 0; round < 3; ++round) {
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
    for (std::uint64_t i = 0; i < epoch; ++i) {
      const MemberPair pair = sampler.at(round * epoch + i);
      EXPECT_NE(pair.anchor, pair.positive);
      EXPECT_EQ(table.cluster_of(pair.anchor), pair.cluster);
      EXPECT_EQ(table.cluster_of(pair.positive), pair.cluster);
      EXPECT_TRUE(seen.insert({pair.anchor, pair.positive}).second);
    }
    EXPECT_EQ(seen.size(), epoch);
  }
}

TEST(PairSampler, OrdersEpochsDifferently) {
  const MemberTable table = table_of(clusters_of_sizes({9, 9, 9}));
  const PairSampler sampler(table, 42);
  const auto epoch = static_cast<std::uint64_t>(sampler.epoch_size());
  std::size_t same = 0;
  for (std::uint64_t i = 0; i < epoch; ++i)
    same += sampler.at(i) == sampler.at(epoch + i) ? 1U : 0U;
  EXPECT_LT(same, epoch / 10);
}

TEST(PairSampler, GivesEveryClusterOnceWhenAskedTo) {
  const MemberTable table = table_of(clusters_of_sizes({3, 1, 5, 2, 70}));
  const PairSampler sampler(table, 3, Uniform::Clusters);
  EXPECT_TRUE(sampler.epoch_size() == 4);
  std::map<std::uint32_t, int> clusters;
  std::set<std::pair<std::uint64_t, std::uint64_t>> of_largest;
  for (std::uint64_t i = 0; i < 4 * 1000; ++i) {
    const MemberPair pair = sampler.at(i);
    ++clusters[pair.cluster];
    if (pair.cluster == 4) of_largest.insert({pair.anchor, pair.positive});
  }
  for (const auto& [cluster, count] : clusters) EXPECT_EQ(count, 1000) << cluster;
  EXPECT_EQ(of_largest.size(), 1000U) << "no pair of a cluster twice before all have come";
}

// All pairs must also be equally likely among the first few items of many seeds.
TEST(PairSampler, IsUniformOverPairs) {
  const MemberTable table = table_of(clusters_of_sizes({4, 2, 3}));
  std::map<std::pair<std::uint64_t, std::uint64_t>, double> counts;
  constexpr std::uint64_t kSeeds = 20'000;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const PairSampler sampler(table, seed);
    const MemberPair pair = sampler.at(seed % 3);
    counts[{pair.anchor, pair.positive}] += 1;
  }
  ASSERT_EQ(counts.size(), 20U);
  const double expected = static_cast<double>(kSeeds) / 20;
  double chi_squared = 0;
  for (const auto& [pair, count] : counts) {
    chi_squared += (count - expected) * (count - expected) / expected;
  }
  EXPECT_LT(chi_squared, 43.8) << "19 degrees of freedom, one in a thousand";
}

TEST(MemberTable, LeavesOutRepetitionsAndRefutedMembers) {
  Cluster cluster = cluster_of(3, {"sin x", "cos x", "* 1 sin x", "sin x"});
  cluster.members[1].verdict = algebra::Verdict::Refuted;
  const MemberTable table = table_of({cluster});
  ASSERT_EQ(table.member_count(), 2U);
  EXPECT_EQ(table.expression(0), "sin x");
  EXPECT_EQ(table.expression(1), "* 1 sin x");
}

TEST(MemberTable, TellsWhichClusterAMemberIsIn) {
  const MemberTable table = table_of(clusters_of_sizes({2, 3, 1}));
  std::vector<std::size_t> clusters;
  for (std::uint64_t i = 0; i < table.member_count(); ++i) clusters.push_back(table.cluster_of(i));
  EXPECT_EQ(clusters, (std::vector<std::size_t>{0, 0, 1, 1, 1, 2}));
}

TEST(MemberTable, NamesTheClusterThatCannotBeRead) {
  ClusterList source({cluster_of(7, {"sin x"}), cluster_of(8, {"+ x"})});
  const auto table = MemberTable::read(source);
  ASSERT_FALSE(table);
  EXPECT_NE(table.error().message.find("cluster 8"), std::string::npos) << table.error().message;
}

TEST(MemberTable, HasADigestOfWhatItHolds) {
  const MemberTable a = table_of(clusters_of_sizes({2, 3}));
  EXPECT_EQ(a.digest(), table_of(clusters_of_sizes({2, 3})).digest());
  EXPECT_NE(a.digest(), table_of(clusters_of_sizes({3, 2})).digest());
}

TEST(MemberTable, NeedsLittleMoreThanTheTexts) {
  const MemberTable table = table_of(clusters_of_sizes(std::vector<std::size_t>(400, 50)));
  std::size_t text = 0;
  for (std::uint64_t i = 0; i < table.member_count(); ++i) text += table.expression(i).size();
  EXPECT_LT(table.bytes(), 2 * (text + 8 * table.member_count() + 32 * table.cluster_count()));
}

}  // namespace
}  // namespace noether::egen
