#include "noether/egen/corpus/corpus_writer.h"

#include <gtest/gtest.h>

#include "noether/base/temporary_folder.h"
#include "noether/egen/corpus/corpus_fixture.h"
#include "noether/egen/formats/random_clusters.h"

namespace noether::egen {
namespace {

TEST(ClusterFiles, BeginANewShardWhenOneIsFull) {
  const base::TemporaryFolder folder;
  RandomClusters random(4);
  ClusterFiles files(base::FileSystem::real(), folder.path(), CorpusFormat::Shards, 100'000);
  std::uint64_t members = 0;
  for (std::uint64_t id = 0; id < 300; ++id) {
    const Cluster cluster = random.next(id, 400);
    members += cluster.members.size();
    ASSERT_TRUE(files.add(cluster));
  }
  const auto written = files.finish();
  ASSERT_TRUE(written);
  ASSERT_GT(written->size(), 2);
  std::uint64_t read_members = 0;
  std::uint64_t next_id = 0;
  for (const CorpusFile& file : *written) {
    EXPECT_LT(file.size, 300'000);
    const auto read = clusters_in(folder / file.name);
    EXPECT_EQ(read.size(), file.clusters);
    for (const Cluster& cluster : read) {
      EXPECT_EQ(cluster.id, next_id++);
      read_members += cluster.members.size();
    }
  }
  EXPECT_EQ(read_members, members);
}

// Written by version 1 of the formats: corpora on people's disks must stay readable.
TEST(ClusterFiles, OfTheFirstVersionStayReadable) {
  const std::string golden =
      std::string(NOETHER_SOURCE_DIR) + "/noether/egen/corpus/golden/formats/";
  const auto clusters = clusters_in(golden + "clusters.jsonl");
  ASSERT_EQ(clusters.size(), 2);
  EXPECT_EQ(clusters[0].id, 7);
  EXPECT_EQ(clusters[0].available, "123456789012345678901234567890");
  EXPECT_EQ(clusters[0].members[1].expression, "+ 1 x");
  EXPECT_EQ(clusters[0].members[1].domain, Domain::Narrower);
  EXPECT_EQ(clusters[0].members[1].rules, (std::vector<std::uint16_t>{0, 12}));
  EXPECT_EQ(clusters_in(golden + "clusters.shard"), clusters);
  const auto text = clusters_in(golden + "clusters.txt");
  ASSERT_EQ(text.size(), 2);
  EXPECT_EQ(text[1].members[1].expression, clusters[1].members[1].expression);
}

}  // namespace
}  // namespace noether::egen
