
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "noether/egen/verify/verify_corpus.h"

namespace noether::egen {
namespace {

struct Checked {
  CheckTally tally;
  std::vector<FalseMember> found;
};

Checked check(const Cluster& cluster) {
  Checked checked;
  ClusterChecker().check(cluster, checked.tally, checked.found);
  return checked;
}

TEST(ClusterChecker, NamesTheFalseMember) {
  const auto [tally, found] =
      check(cluster_of(5, {"acot x", "atan / 1 x", "- / pi 2 atan x", "acot * 1 x"}));
  EXPECT_EQ(tally.members, 4u);
  EXPECT_EQ(tally.agrees, 3u);
  EXPECT_EQ(tally.refuted, 1u);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].cluster, 5u);
  EXPECT_EQ(found[0].member, 2u);
  EXPECT_EQ(found[0].expression, "- / pi 2 atan x");
  EXPECT_EQ(found[0].reference, "acot x");
  EXPECT_TRUE(found[0].check.point.starts_with("x = -")) << found[0].check.point;
}

TEST(ClusterChecker, BlamesTheFirstMemberWhenTheOthersAgree) {
  const auto [tally, found] =
      check(cluster_of(0, {"* 2 x", "+ 1 x", "- x -1", "- 1 * -1 x", "+ x 1"}));
  EXPECT_EQ(tally.other_references, 1u);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].member, 0u);
  EXPECT_EQ(found[0].reference, "+ 1 x");
}

TEST(ClusterChecker, ComparesWithAnotherMemberWhenTheFirstHasNoValue) {
  const auto [tally, found] =
      check(cluster_of(0, {"sqrt - -1 pow x 2", "+ 1 x", "- x -1", "+ x 2"}));
  EXPECT_EQ(tally.other_references, 1u);
  EXPECT_EQ(tally.unknown, 1u);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].expression, "+ x 2");
}

TEST(ClusterChecker, CountsWhatCannotBeReadOrComputed) {
  const auto [tally, found] =
      check(cluster_of(0, {"x", "+ x", "sin asin + 2 abs x", "d x floor x", "* 1 x"}));
  EXPECT_EQ(tally.unreadable, 1u);
  EXPECT_EQ(tally.unknown, 2u);
  EXPECT_EQ(tally.without_meaning, 1u);
  EXPECT_EQ(tally.agrees, 2u);
  EXPECT_TRUE(found.empty());
}

TEST(ClusterChecker, BelievesAProofOnlyWhenTheNumbersAgree) {
  Cluster cluster = cluster_of(0, {"x", "* 1 x", "* 2 x"});
  for (Member& member : cluster.members) member.verdict = algebra::Verdict::Proven;
  const auto [tally, found] = check(cluster);
  EXPECT_EQ(tally.proven, 2u);
  EXPECT_EQ(tally.refuted, 1u);
}

TEST(VerifyCorpus, SaysTheSameWithAnyNumberOfThreads) {
  std::vector<Cluster> clusters;
  for (std::uint64_t i = 0; i < 300; ++i) {
    clusters.push_back(cluster_of(
        i, {"+ x 1", i % 7 == 0 ? "- x 1" : "- x -1", "* 1 + x 1", "+ 1 x", "- 1 - 0 x"}));
  }
  ClusterList one_list(clusters);
  ClusterList more_list(clusters);
  const auto one = verify_corpus(one_list, 1);
  const auto more = verify_corpus(more_list, 3);
  ASSERT_TRUE(one && more);
  EXPECT_EQ(one->tally.refuted, 43u);
  EXPECT_EQ(more->tally.refuted, 43u);
  ASSERT_EQ(one->found.size(), more->found.size());
  for (std::size_t i = 0; i < one->found.size(); ++i) {
    EXPECT_EQ(one->found[i].cluster, more->found[i].cluster);
    EXPECT_EQ(one->found[i].check.point, more->found[i].check.point);
  }
}

TEST(VerifyCorpus, HandsOnFalseMembersInOrderUntilNobodyTakesThem) {
  std::vector<Cluster> clusters;
  for (std::uint64_t i = 0; i < 4000; ++i) clusters.push_back(cluster_of(i, {"x", "* 1 x", "y"}));
  std::vector<std::uint64_t> taken;
  ClusterList list(clusters);
  const auto checked = verify_corpus(list, 3, [&](FalseMember& member) -> base::Result<void> {
    taken.push_back(member.cluster);
    return {};
  });
  ASSERT_TRUE(checked);
  EXPECT_TRUE(checked->found.empty());
  EXPECT_EQ(taken.size(), 4000u);
  EXPECT_TRUE(std::ranges::is_sorted(taken));

  std::size_t calls = 0;
  ClusterList again(clusters);
  const auto stopped = verify_corpus(again, 3, [&](FalseMember&) -> base::Result<void> {
    if (++calls < 5) return {};
    return base::fail("the disk is full");
  });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().message, "the disk is full");
  EXPECT_EQ(calls, 5u);
}

class BrokenSource : public ClusterSource {
 public:
  base::Result<bool> next(Cluster&) override { return base::fail("line 3 is broken"); }
};

TEST(VerifyCorpus, PassesOnWhatIsWrongWithTheFile) {
  BrokenSource source;
  const auto checked = verify_corpus(source, 2);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().message, "line 3 is broken");
}

// E-Gen's own file, if the data is available: another program confirmed the members found false
// there.
TEST(VerifyCorpus, FindsTheFalseMembersOfEgensFile) {
  const char* folder = std::getenv("NOETHER_DATA");
  const std::string path =
      std::string(folder != nullptr ? folder : "../shared/data") + "/egen/dev.txt";
  if (!std::filesystem::exists(path)) {
    GTEST_SKIP() << "no egen/dev.txt; set NOETHER_DATA to where the data is";
  }
  auto source = open_clusters(path);
  ASSERT_TRUE(source);
  const auto checked = verify_corpus(**source, 1);
  ASSERT_TRUE(checked);
  EXPECT_EQ(checked->tally.clusters, 279u);
  EXPECT_EQ(checked->tally.members, 7868u);
  EXPECT_EQ(checked->tally.refuted, 12u);
  EXPECT_EQ(checked->tally.by_rounding, 8u);
  ASSERT_FALSE(checked->found.empty());
  EXPECT_EQ(checked->found[0].expression, "- pow atanh cos acot * x -6 -3 -8");
}

}  // namespace
}  // namespace noether::egen
