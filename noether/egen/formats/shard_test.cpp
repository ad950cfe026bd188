#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/base/result_file.h"
#include "noether/base/temporary_folder.h"
#include "noether/egen/formats/random_clusters.h"
#include "noether/egen/formats/shard_reader.h"
#include "noether/egen/formats/shard_writer.h"

namespace noether::egen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

class MemoryFile final : public base::ReadableFile {
 public:
  explicit MemoryFile(std::string bytes) : bytes_(std::move(bytes)) {}
  std::uint64_t size() const override { return bytes_.size(); }
  base::Result<void> read_at(std::uint64_t offset, std::span<char> into) const override {
    if (offset + into.size() > bytes_.size()) return base::fail("past the end");
    bytes_.copy(into.data(), into.size(), offset);
    return {};
  }

 private:
  std::string bytes_;
};

base::Result<ShardReader> open(std::string bytes) {
  return ShardReader::open(std::make_unique<MemoryFile>(std::move(bytes)), "a.shard");
}

std::string shard_of(const std::vector<Cluster>& clusters, const Counts& counts = {}) {
  const base::TemporaryFolder folder;
  auto file = base::AtomicFile::create(base::FileSystem::real(), folder / "shard");
  auto writer = ShardWriter::create(*file);
  for (const Cluster& cluster : clusters) {
    const auto added = writer->add(cluster);
    EXPECT_TRUE(added) << added.error().message;
  }
  EXPECT_TRUE(writer->finish(counts) && file->commit());
  return *base::FileSystem::real().read(folder / "shard", 1 << 30);
}

std::vector<Cluster> large_clusters() {
  RandomClusters random(5);
  std::vector<Cluster> clusters;
  for (std::uint64_t id = 0; id < 40; ++id) clusters.push_back(random.next(id * 3, 2000));
  return clusters;
}

// The error of opening the shard, or of reading all of it.
std::string error_of(const std::string& bytes) {
  auto reader = open(bytes);
  if (!reader) return reader.error().message;
  const auto verified = reader->verify();
  return verified ? "" : verified.error().message;
}

TEST(Shard, ReadsAnyClusterByItsPosition) {
  const auto clusters = large_clusters();
  auto reader = open(shard_of(clusters, {{"duplicates", 7}}));
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_GT(reader->index().blocks.size(), 3);
  EXPECT_EQ(reader->cluster_count(), clusters.size());
  EXPECT_EQ(reader->index().counts, (Counts{{"duplicates", 7}}));
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    const std::size_t number = i * 17 % clusters.size();
    Cluster cluster;
    ASSERT_TRUE(reader->read(number, cluster));
    EXPECT_EQ(cluster, clusters[number]);
  }
}

TEST(Shard, GivesTokensAsNumbersOfItsVocabulary) {
  Cluster cluster;
  cluster.members.resize(2);
  cluster.members[0].expression = "+ x 1";
  cluster.members[1].expression = "* + 1 x 1";
  auto reader = open(shard_of({cluster}));
  ASSERT_TRUE(reader);
  EXPECT_THAT(reader->index().vocabulary, ElementsAre("+", "x", "1", "*"));
  EXPECT_EQ(reader->index().tokens, 8);
  EXPECT_EQ(reader->index().members, 2);
  TokenCluster tokens;
  ASSERT_TRUE(reader->read_tokens(0, tokens));
  EXPECT_THAT(tokens.tokens, ElementsAre(0, 1, 2, 3, 0, 2, 1, 2));
  EXPECT_THAT(tokens.ends, ElementsAre(3, 8));
}

TEST(Shard, RefusesATokenThatIsTooLong) {
  const base::TemporaryFolder folder;
  auto file = base::AtomicFile::create(base::FileSystem::real(), folder / "shard");
  auto writer = ShardWriter::create(*file);
  Cluster cluster;
  cluster.members.resize(1);
  cluster.members[0].expression = std::string(kMaxTokenBytes + 1, '9');
  EXPECT_THAT(writer->add(cluster).error().message, HasSubstr("257 bytes"));
  cluster.members[0].expression = "9";
  EXPECT_TRUE(writer->add(cluster));
  EXPECT_EQ(writer->clusters(), 1);
}

TEST(Shard, MayHoldNothing) {
  auto reader = open(shard_of({}));
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(reader->cluster_count(), 0);
  EXPECT_TRUE(reader->verify());
}

TEST(Shard, NoticesEveryFlippedByte) {
  const std::string good = shard_of(RandomClusters(2).several(3));
  ASSERT_EQ(error_of(good), "");
  for (std::size_t at = 0; at < good.size(); ++at) {
    // Only the reserved bytes of the header are never read.
    if (at >= 12 && at < kShardHeaderBytes) continue;
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << at % 8));
    EXPECT_THAT(error_of(bad), HasSubstr("a.shard")) << "byte " << at << " of " << good.size();
  }
}

TEST(Shard, NoticesThatItIsCutOff) {
  const std::string good = shard_of(RandomClusters(2).several(3));
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_THAT(error_of(good.substr(0, size)), HasSubstr("cut off")) << size << " bytes";
  }
}

TEST(Shard, SaysWhichPartIsDamaged) {
  const std::string good = shard_of(RandomClusters(2).several(3));
  const auto with = [&](std::size_t at, char byte) {
    std::string bad = good;
    bad[at] = byte;
    return error_of(bad);
  };
  EXPECT_THAT(with(0, 'X'), HasSubstr("does not begin like a shard"));
  EXPECT_THAT(with(8, 2), HasSubstr("version 2, and this program reads version 1"));
  EXPECT_THAT(with(good.size() - 16, 9), HasSubstr("version 9"));
  EXPECT_THAT(with(good.size() - 48, 1), HasSubstr("position of its index"));
  EXPECT_THAT(with(good.size() - 50, '\x7f'), HasSubstr("index is damaged"));
  EXPECT_THAT(with(30, '\x7f'), HasSubstr("block 0 at byte 16 is damaged"));
}

TEST(Shard, PassesOverDamagedBlocksWhenAskedTo) {
  const auto clusters = large_clusters();
  std::string bytes = shard_of(clusters);
  auto reader = open(bytes);
  ASSERT_TRUE(reader);
  const ShardBlock second = reader->index().blocks[1];
  bytes[second.offset + 100] ^= 1;

  std::vector<std::string> broken;
  auto damaged = open(bytes);
  ASSERT_TRUE(damaged);
  const auto source =
      read_shard(std::move(*damaged),
                 {.on_broken = [&](const base::Error& error) { broken.push_back(error.message); }});
  std::vector<Cluster> read;
  Cluster cluster;
  while (*source->next(cluster)) read.push_back(cluster);
  auto expected = clusters;
  const auto first = expected.begin() + static_cast<std::ptrdiff_t>(second.first_cluster);
  expected.erase(first, first + static_cast<std::ptrdiff_t>(second.clusters));
  EXPECT_EQ(read, expected);
  EXPECT_THAT(broken, ElementsAre(HasSubstr("block 1")));
}

TEST(Shard, StaysTheSameByteForByte) {
  // Existing shards must stay readable: the version rises if this changes. Compressed bytes may
  // differ with the version of zstd, so only the bytes around them are compared.
  Cluster cluster;
  cluster.id = 1;
  cluster.members.resize(1);
  cluster.members[0].expression = "x";
  const std::string bytes = shard_of({cluster});
  EXPECT_EQ(bytes.substr(0, 16), std::string("NoeShard\1\0\0\0\0\0\0\0", 16));
  auto reader = open(bytes);
  ASSERT_TRUE(reader);
  ASSERT_THAT(reader->index().blocks, SizeIs(1));
  EXPECT_EQ(reader->index().blocks[0].raw_size, 2 + 1 + 1 + 16 + 1 + 1 + 5);
  EXPECT_EQ(bytes.size(), 16 + reader->index().blocks[0].size + 3 + 3 + 1 + 1 + 48 + 48);
}

}  // namespace
}  // namespace noether::egen
