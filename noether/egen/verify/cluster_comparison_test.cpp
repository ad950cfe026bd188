#include "noether/egen/verify/cluster_comparison.h"

#include <gtest/gtest.h>

#include <fstream>

#include "noether/base/temporary_folder.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/training/egen_clusters_fixture.h"
#include "noether/egen/verify/verify_corpus.h"

namespace noether::egen {
namespace {

// Import and verification must report the same numbers.
void expect_the_same_of(const std::vector<Cluster>& clusters) {
  ClusterChecker checker;
  ClusterRecheck recheck;
  CheckTally tally;
  CorpusTotals totals;
  std::vector<FalseMember> found;
  std::vector<RefutedMember> refuted;
  for (const Cluster& cluster : clusters) {
    checker.check(cluster, tally, found);
    RecheckedCluster item;
    item.cluster = cluster;
    recheck.run(item, Recheck::Correct);
    ASSERT_EQ(item.duplicates, 0U);
    totals.add(item.cluster);
    for (RefutedMember& member : item.refuted) refuted.push_back(std::move(member));
  }
  EXPECT_EQ(tally.unknown, totals.without_shared_point);
  ASSERT_EQ(found.size(), refuted.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].reference, refuted[i].initial);
    EXPECT_EQ(found[i].origin, refuted[i].origin);
  }
}

TEST(ClusterComparison, IsTheSameForThoseWhoImportAndThoseWhoVerify) {
  // A first member without values, one that half of the others contradict, one that equals some of
  // them, members without values and without meaning, and a cluster without any value.
  expect_the_same_of({cluster_of(0, {"sqrt - -1 pow x 2", "+ 1 x", "- x -1", "+ x 2"}),
                      cluster_of(1, {"+ x 2", "+ x 3", "+ x 1", "+ 1 x"}),
                      cluster_of(2, {"+ x 2", "+ x 1", "+ 1 x", "- x -1"}),
                      cluster_of(3, {"x", "sin asin + 2 abs x", "d x floor x", "* 1 x"}),
                      cluster_of(4, {"sqrt - -1 pow x 2", "sqrt - -2 pow x 4"})});
}

TEST(ClusterComparison, OfEGenIsTheSameForThoseWhoImportAndThoseWhoVerify) {
  const auto clusters = egen_dev_clusters(1000);
  if (clusters.empty()) GTEST_SKIP() << "no egen/dev.txt; set NOETHER_DATA to where the data is";
  expect_the_same_of(clusters);
}

TEST(ClusterComparison, TakesTheMemberThatMostAgreeWith) {
  ClusterComparison comparison;
  comparison.compare(cluster_of(0, {"+ x 2", "+ x 3", "+ x 1", "+ 1 x"}));
  EXPECT_EQ(comparison.reference(), 2U);
  comparison.compare(cluster_of(0, {"+ x 1", "+ 1 x", "+ x 3"}));
  EXPECT_EQ(comparison.reference(), 0U);
}

// The line is the member's own, not the first of its cluster; blank and broken lines count.
TEST(ClusterComparison, NamesTheLineOfAFalseMember) {
  const base::TemporaryFolder folder;
  const std::string path = folder / "clusters.txt";
  std::ofstream(path) << "sin x\n\n\n+ x 1\n+ x\n+ 1 x\n+ x 2\n";
  std::size_t broken = 0;
  auto source = open_clusters(path, {.on_broken = [&](const base::Error&) { ++broken; }});
  ASSERT_TRUE(source);
  Cluster cluster;
  CheckTally tally;
  std::vector<FalseMember> found;
  RecheckedCluster item;
  while (true) {
    const auto more = (*source)->next(cluster);
    ASSERT_TRUE(more);
    if (!*more) break;
    ClusterChecker().check(cluster, tally, found);
    item.cluster = cluster;
  }
  EXPECT_EQ(broken, 1U);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].origin, path + ":7");
  ClusterRecheck().run(item, Recheck::Correct);
  ASSERT_EQ(item.refuted.size(), 1U);
  EXPECT_TRUE(refutation_text(item.refuted[0]).starts_with(path + ":7: + x 2 is not + x 1"))
      << refutation_text(item.refuted[0]);
}

}  // namespace
}  // namespace noether::egen
