#include "noether/egen/training/cluster_distractors.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/egen/training/egen_clusters_fixture.h"

namespace noether::egen {
namespace {

using algebra::Verdict;

Cluster distractors_of(Cluster cluster, std::uint64_t seed = 1) {
  ClusterDistractors(seed).replace_members(cluster);
  return cluster;
}

// Uses another method than the one that certifies distractors.
Verdict independent_verdict(std::string_view a, std::string_view b) {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  const auto left = algebra::read_expression(formula::Notation::Prefix, a, pool);
  const auto right = algebra::read_expression(formula::Notation::Prefix, b, pool);
  if (!left || !right) return Verdict::Unknown;
  return algebra::decide(pool, *left, *right,
                         {.assumptions = {}, .seconds = 20, .want_proof = false})
      .verdict;
}

TEST(ClusterDistractors, DifferFromEveryMember) {
  for (const Cluster& cluster : small_clusters()) {
    const Cluster made = distractors_of(cluster);
    ASSERT_EQ(made.members.size(), cluster.members.size());
    EXPECT_EQ(made.id, cluster.id);
    for (std::size_t i = 0; i < made.members.size(); ++i) {
      EXPECT_EQ(made.members[i].verdict, Verdict::Refuted);
      EXPECT_EQ(independent_verdict(made.members[i].expression, cluster.members[i].expression),
                Verdict::Refuted)
          << made.members[i].expression << " and " << cluster.members[i].expression;
    }
  }
}

TEST(ClusterDistractors, HaveOneChange) {
  PrefixTokens original;
  PrefixTokens changed;
  for (const Cluster& cluster : small_clusters()) {
    const Cluster made = distractors_of(cluster, 7);
    for (std::size_t i = 0; i < made.members.size(); ++i) {
      split_prefix(cluster.members[i].expression, original);
      split_prefix(made.members[i].expression, changed);
      EXPECT_EQ(original.size(), changed.size()) << made.members[i].expression;
    }
  }
}

TEST(ClusterDistractors, DependOnTheClusterAndTheSeedAlone) {
  const std::vector<Cluster> clusters = small_clusters();
  ClusterDistractors one(5);
  for (Cluster cluster : clusters) {
    const Cluster fresh = distractors_of(cluster, 5);
    const Cluster other = distractors_of(cluster, 6);
    one.replace_members(cluster);
    EXPECT_EQ(cluster, fresh);
    if (cluster.members.size() > 2) {
      EXPECT_NE(cluster, other);
    }
  }
}

// x has nothing to change.
TEST(ClusterDistractors, OfOneMemberServeAnotherThatHasNone) {
  const Cluster made = distractors_of(cluster_of(3, {"x", "+ x sin * 0 x"}));
  EXPECT_EQ(made.members[0].verdict, Verdict::Refuted);
  EXPECT_EQ(made.members[0].expression, made.members[1].expression);
}

TEST(ClusterDistractors, OfWhatHasNoRealValueAreNotCertified) {
  const Cluster made = distractors_of(cluster_of(3, {"sqrt - -1 pow x 2"}));
  EXPECT_EQ(made.members[0].verdict, Verdict::Unknown);
  EXPECT_EQ(made.members[0].expression, "+ 1 sqrt - -1 pow x 2");
}

// The first member of a foreign cluster may be the one without values.
TEST(ClusterDistractors, AreComparedWithAMemberThatHasValues) {
  const Cluster made = distractors_of(cluster_of(3, {"sqrt - -1 pow x 2", "sin x", "cos x"}));
  EXPECT_EQ(made.members[1].verdict, Verdict::Refuted);
  EXPECT_EQ(independent_verdict(made.members[1].expression, "sin x"), Verdict::Refuted);
}

TEST(ReferenceCheck, TellsAtAGlanceWhatItTellsWithCare) {
  const std::vector<Cluster> clusters = egen_dev_clusters(12);
  if (clusters.empty()) GTEST_SKIP() << "shared/data/egen/dev.txt is not at hand";
  ReferenceCheck check;
  std::size_t compared = 0;
  std::size_t told = 0;
  for (const Cluster& cluster : clusters) {
    ASSERT_TRUE(check.set_reference(cluster.members[0].expression));
    for (const Cluster& other : clusters) {
      const std::string& expression = other.members[1].expression;
      const bool at_a_glance = check.differs_at_a_glance(expression);
      const bool with_care = check.differs(expression);
      if (at_a_glance) {
        EXPECT_TRUE(with_care) << expression;
      }
      if (&other == &cluster) {
        EXPECT_FALSE(at_a_glance) << expression;
      }
      compared += with_care ? 1 : 0;
      told += at_a_glance ? 1 : 0;
    }
  }
  EXPECT_GT(10 * told, 8 * compared);
}

}  // namespace
}  // namespace noether::egen
