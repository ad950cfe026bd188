#include "noether/egen/training/triplet_sampler.h"

#include <gtest/gtest.h>

#include <map>

#include "noether/algebra/decide/decide.h"
#include "noether/egen/training/egen_clusters_fixture.h"

namespace noether::egen {
namespace {

class TripletSamplerTest : public testing::Test {
 protected:
  TripletSampler sampler(const std::vector<NegativeKind>& kinds, std::uint64_t seed = 1) const {
    return TripletSampler(table_, hard_, {.seed = seed, .uniform = Uniform::Pairs, .kinds = kinds});
  }
  // The table's cluster with this member; npos if there is none.
  std::size_t cluster_with(std::string_view expression) const {
    for (std::uint64_t i = 0; i < table_.member_count(); ++i) {
      if (table_.expression(i) == expression) return table_.cluster_of(i);
    }
    return std::string::npos;
  }

  MemberTable table_ = table_of(small_clusters());
  HardNegatives hard_{table_};
};

TEST_F(TripletSamplerTest, TakesRandomNegativesFromOtherClusters) {
  auto samples = sampler({NegativeKind::Random});
  std::map<std::size_t, int> clusters;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const auto triplet = samples.at(i);
    ASSERT_TRUE(triplet);
    EXPECT_EQ(triplet->kind, NegativeKind::Random);
    EXPECT_EQ(cluster_with(triplet->anchor), cluster_with(triplet->positive));
    EXPECT_NE(cluster_with(triplet->anchor), cluster_with(triplet->negative));
    ++clusters[cluster_with(triplet->negative)];
  }
  EXPECT_EQ(clusters.size(), table_.cluster_count()) << "each one serves as a negative";
}

TEST_F(TripletSamplerTest, ChangesThePositiveForNearNegatives) {
  auto samples = sampler({NegativeKind::Near});
  PrefixTokens positive;
  PrefixTokens negative;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const auto triplet = samples.at(i);
    ASSERT_TRUE(triplet);
    split_prefix(triplet->positive, positive);
    split_prefix(triplet->negative, negative);
    EXPECT_EQ(positive.size(), negative.size());
    EXPECT_NE(triplet->positive, triplet->negative);
  }
}

TEST_F(TripletSamplerTest, TakesHardNegativesThatLookLikeThePositive) {
  auto samples = sampler({NegativeKind::Hard});
  std::size_t found = 0;
  for (std::uint64_t i = 0; i < 60; ++i) {
    const auto triplet = samples.at(i);
    if (!triplet || triplet->positive != "pow + x 1 2") continue;
    ++found;
    EXPECT_EQ(triplet->negative, "pow + x 3 2");
  }
  EXPECT_GT(found, 0U);
}

TEST_F(TripletSamplerTest, TakesTurnsBetweenKinds) {
  auto samples = sampler({NegativeKind::Near, NegativeKind::Random});
  std::map<NegativeKind, int> kinds;
  for (std::uint64_t i = 0; i < 100; ++i) ++kinds[samples.at(i)->kind];
  EXPECT_EQ(kinds[NegativeKind::Near], 50);
  EXPECT_EQ(kinds[NegativeKind::Random], 50);
}

TEST_F(TripletSamplerTest, GivesTheSameItemInAnyOrderAndThread) {
  const std::vector<NegativeKind> kinds = {NegativeKind::Random, NegativeKind::Near,
                                           NegativeKind::Hard};
  auto forward = sampler(kinds);
  auto backward = sampler(kinds);
  std::vector<std::string> first, second;
  for (std::uint64_t i = 0; i < 60; ++i) first.push_back(forward.at(i)->negative);
  for (std::uint64_t i = 60; i-- > 0;) second.insert(second.begin(), backward.at(i)->negative);
  EXPECT_EQ(first, second);
}

// Equal wherever both have values, but with other fingerprints: sqrt(x)^2 and x.
TEST(TripletSampler, TakesNoNegativeThatAgreesWithTheAnchor) {
  const MemberTable table =
      table_of({cluster_of(0, {"pow sqrt x 2", "* sqrt x sqrt x"}), cluster_of(1, {"x", "+ x 0"}),
                cluster_of(2, {"exp ln x", "/ 1 exp * -1 ln x"})});
  const HardNegatives hard(table);
  TripletSampler samples(table, hard, {.kinds = {NegativeKind::Random}});
  for (std::uint64_t i = 0; i < 30; ++i) EXPECT_FALSE(samples.at(i));
}

// asin(x) and acosh(x - 5) share no point, so nothing certifies that they differ.
TEST(TripletSampler, TakesNoNegativeThatSharesNoPointWithTheAnchor) {
  const MemberTable table = table_of(
      {cluster_of(0, {"asin x", "- asin x 0"}), cluster_of(1, {"acosh - x 5", "+ 0 acosh - x 5"})});
  const HardNegatives hard(table);
  for (const NegativeKind kind : {NegativeKind::Random, NegativeKind::Hard}) {
    TripletSampler samples(table, hard, {.kinds = {kind}});
    for (std::uint64_t i = 0; i < 30; ++i) EXPECT_FALSE(samples.at(i));
  }
}

TEST(TripletSampler, GivesNegativesThatAnIndependentDecisionRefutes) {
  const auto clusters = egen_dev_clusters(60);
  if (clusters.empty()) GTEST_SKIP() << "no egen/dev.txt; set NOETHER_DATA to where the data is";
  const MemberTable table = table_of(clusters);
  const HardNegatives hard(table);
  TripletSampler samples(table, hard, {.seed = 11});
  std::size_t refuted = 0;
  std::size_t count = 0;
  for (std::uint64_t i = 0; i < 150; ++i) {
    const auto triplet = samples.at(i);
    if (!triplet) continue;
    algebra::Vocabulary vocabulary;
    algebra::Expressions pool(vocabulary);
    const auto a = algebra::read_expression(formula::Notation::Prefix, triplet->anchor, pool);
    const auto n = algebra::read_expression(formula::Notation::Prefix, triplet->negative, pool);
    ASSERT_TRUE(a && n);
    algebra::DecideOptions options;
    options.want_proof = false;
    const auto decision = algebra::decide(pool, *a, *n, options);
    ++count;
    if (decision.verdict == algebra::Verdict::Refuted) ++refuted;
    EXPECT_TRUE(decision.verdict == algebra::Verdict::Refuted ||
                decision.verdict == algebra::Verdict::Unknown)
        << triplet->anchor << " and " << triplet->negative;
  }
  EXPECT_GT(refuted, count * 95 / 100);
}

}  // namespace
}  // namespace noether::egen
