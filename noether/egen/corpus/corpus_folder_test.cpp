#include "noether/egen/corpus/corpus_folder.h"
#include "noether/egen/corpus/corpus_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <thread>

#include "noether/base/faulty_file_system.h"
#include "noether/base/temporary_folder.h"
#include "noether/egen/corpus/corpus_writer.h"
#include "noether/egen/formats/random_clusters.h"

namespace noether::egen {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Initial expression 5 gives no cluster.
constexpr std::uint64_t kInitials = 11;
const std::vector<Cluster>& clusters() {
  static const std::vector<Cluster> all = [] {
    auto made = RandomClusters(9).several(kInitials);
    made.erase(made.begin() + 5);
    return made;
  }();
  return all;
}

CorpusPlan plan(CorpusFormat format = CorpusFormat::EgenText, CorpusPart part = {}) {
  CorpusPlan out;
  out.command = "generate";
  out.format = format;
  out.clusters = kInitials;
  out.clusters_per_block = 2;
  out.part = part;
  out.parameters = {{"seed", "1"}, {"per-cluster", "12"}};
  out.rule_names = {"commute-plus", "double-angle"};
  return out;
}

base::Result<void> make_block(CorpusFolder& corpus, std::uint64_t number) {
  const auto [first, last] = corpus.block_range(number);
  std::vector<Cluster> block;
  for (const Cluster& cluster : clusters()) {
    if (cluster.id >= first && cluster.id < last) block.push_back(cluster);
  }
  return corpus.write_block(number, block, {{"refuted", number}, {"tried", 2}});
}

// Does the work of a command: makes the missing blocks, and finishes.
base::Result<CorpusManifest> make(const std::string& folder, const CorpusPlan& plan,
                                  base::FileSystem& files) {
  auto corpus = CorpusFolder::open(folder, plan, files);
  if (!corpus) return std::unexpected(corpus.error());
  for (std::uint64_t number = 0; number < corpus->block_count(); ++number) {
    if (corpus->finished() || !corpus->owns_block(number) || corpus->has_block(number)) continue;
    if (const auto made = make_block(*corpus, number); !made) return std::unexpected(made.error());
  }
  return corpus->finish();
}

base::Result<CorpusManifest> make(const std::string& folder, const CorpusPlan& plan) {
  base::FaultyFileSystem never_crashes;
  return make(folder, plan, never_crashes);
}

std::string reading_error(const std::string& path) {
  const auto source = open_clusters(path);
  if (!source) return source.error().message + " / " + source.error().hint;
  Cluster cluster;
  while (true) {
    const auto more = (*source)->next(cluster);
    if (!more) return more.error().message;
    if (!*more) return "";
  }
}

TEST(CorpusFolder, HoldsOnlyTheResultWhenItIsFinished) {
  const base::TemporaryFolder folder;
  for (const auto& [format, file] : {std::pair(CorpusFormat::EgenText, "clusters.txt"),
                                     std::pair(CorpusFormat::JsonLines, "clusters.jsonl"),
                                     std::pair(CorpusFormat::Shards, "shards/0000.shard")}) {
    const std::string path = folder / file;
    const auto manifest = make(path, plan(format));
    ASSERT_TRUE(manifest) << manifest.error().message;
    std::vector<std::string> names;
    for (const auto& [name, content] : files_in(path)) names.push_back(name);
    EXPECT_THAT(names, testing::UnorderedElementsAre("plan.json", "manifest.json", file));
    EXPECT_FALSE(std::filesystem::exists(path + "/blocks"));

    const auto read = clusters_in(path);
    ASSERT_EQ(read.size(), clusters().size());
    if (format == CorpusFormat::EgenText) {
      EXPECT_EQ(read[7].members[0].expression, clusters()[7].members[0].expression);
    } else {
      EXPECT_EQ(read, clusters());
    }
  }
}

TEST(CorpusFolder, ManifestCountsWhatThereIs) {
  const base::TemporaryFolder folder;
  const auto manifest = make(folder / "a", plan(CorpusFormat::JsonLines));
  ASSERT_TRUE(manifest);
  std::uint64_t members = 0;
  std::uint64_t proven = 0;
  for (const Cluster& cluster : clusters()) {
    members += cluster.members.size();
    proven += static_cast<std::uint64_t>(std::count_if(
        cluster.members.begin() + 1, cluster.members.end(),
        [](const Member& member) { return member.verdict == algebra::Verdict::Proven; }));
  }
  EXPECT_EQ(manifest->totals.clusters, 10);
  EXPECT_EQ(manifest->totals.members, members);
  EXPECT_EQ(manifest->totals.verdicts[0], proven);
  EXPECT_EQ(manifest->counts, (Counts{{"refuted", 15}, {"tried", 12}}));
  EXPECT_EQ(manifest->files[0].digest, base::digest_of(files_in(folder / "a")["clusters.jsonl"]));
  const auto loaded = load_manifest(folder / "a");
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(*loaded, *manifest);
}

TEST(CorpusFolder, GoesOnAfterACrashAtAnyMomentWithTheSameResult) {
  for (const CorpusFormat format :
       {CorpusFormat::EgenText, CorpusFormat::JsonLines, CorpusFormat::Shards}) {
    const base::TemporaryFolder folder;
    ASSERT_TRUE(make(folder / "straight", plan(format)));
    const auto straight = files_in(folder / "straight");
    base::FaultyFileSystem counting;
    ASSERT_TRUE(make(folder / "counting", plan(format), counting));
    ASSERT_GT(counting.calls(), 30);
    for (std::uint64_t crash_at = 0; crash_at < counting.calls(); ++crash_at) {
      SCOPED_TRACE("crash at call " + std::to_string(crash_at));
      const std::string path = folder / std::to_string(crash_at);
      base::FaultyFileSystem faulty(crash_at);
      const auto crashed = make(path, plan(format), faulty);
      EXPECT_TRUE(faulty.crashed());
      // The corpus is complete or refused: a part is never taken for the whole.
      if (std::filesystem::exists(path + "/manifest.json")) {
        EXPECT_EQ(clusters_in(path).size(), clusters().size());
      } else {
        EXPECT_NE(reading_error(path), "");
      }
      // Another crash a little later, then a run to the end.
      base::FaultyFileSystem again(crash_at / 2);
      (void)make(path, plan(format), again);
      const auto resumed = make(path, plan(format));
      ASSERT_TRUE(resumed) << resumed.error().message;
      EXPECT_EQ(files_in(path), straight);
      std::filesystem::remove_all(path);
    }
  }
}

TEST(CorpusFolder, KeepsTheBlocksThatWereMadeBeforeACrash) {
  const base::TemporaryFolder folder;
  {
    auto corpus = CorpusFolder::open(folder / "a", plan());
    ASSERT_TRUE(corpus && make_block(*corpus, 0) && make_block(*corpus, 3));
  }
  auto corpus = CorpusFolder::open(folder / "a", plan());
  ASSERT_TRUE(corpus);
  std::vector<bool> there;
  for (std::uint64_t i = 0; i < corpus->block_count(); ++i) there.push_back(corpus->has_block(i));
  EXPECT_THAT(there, ElementsAre(true, false, false, true, false, false));
}

TEST(CorpusFolder, MakesADamagedBlockAgain) {
  const base::TemporaryFolder folder;
  ASSERT_TRUE(make(folder / "straight", plan()));
  {
    auto corpus = CorpusFolder::open(folder / "a", plan());
    ASSERT_TRUE(corpus && make_block(*corpus, 1));
  }
  const std::string block = folder / "a/blocks/000001.shard";
  std::string bytes = *base::FileSystem::real().read(block, 1 << 20);
  bytes[40] ^= 1;
  ASSERT_TRUE(base::write_atomically(base::FileSystem::real(), block, bytes));
  {
    auto corpus = CorpusFolder::open(folder / "a", plan());
    ASSERT_TRUE(corpus);
    EXPECT_FALSE(corpus->has_block(1));
  }
  ASSERT_TRUE(make(folder / "a", plan()));
  EXPECT_EQ(files_in(folder / "a"), files_in(folder / "straight"));
}

TEST(CorpusFolder, DoesNotFinishWithABlockMissing) {
  const base::TemporaryFolder folder;
  auto corpus = CorpusFolder::open(folder / "a", plan());
  ASSERT_TRUE(corpus && make_block(*corpus, 0));
  const auto finished = corpus->finish();
  ASSERT_FALSE(finished);
  EXPECT_THAT(finished.error().message, HasSubstr("000001.shard"));
}

TEST(CorpusFolder, ReportsAFullDiskAndGoesOnWhenThereIsRoom) {
  const base::TemporaryFolder folder;
  ASSERT_TRUE(make(folder / "straight", plan()));
  const auto straight = files_in(folder / "straight");
  bool fits = false;
  for (std::uint64_t bytes = 0; !fits; bytes += 97) {
    const std::string path = folder / std::to_string(bytes);
    base::FaultyFileSystem full;
    full.limit_bytes(bytes);
    const auto made = make(path, plan(), full);
    fits = made.has_value();
    if (!fits) {
      EXPECT_THAT(made.error().message, HasSubstr("No space left"));
      EXPECT_NE(reading_error(path), "");
      for (const auto& [name, content] : files_in(path)) {
        EXPECT_THAT(name, Not(testing::EndsWith(".unfinished")));
      }
    }
    const auto resumed = make(path, plan());
    ASSERT_TRUE(resumed) << resumed.error().message;
    EXPECT_EQ(files_in(path), straight);
    std::filesystem::remove_all(path);
  }
}

TEST(CorpusFolder, TakesBlocksFromManyThreads) {
  const base::TemporaryFolder folder;
  ASSERT_TRUE(make(folder / "straight", plan()));
  {
    auto corpus = CorpusFolder::open(folder / "a", plan());
    ASSERT_TRUE(corpus);
    std::vector<std::thread> threads;
    for (std::uint64_t number = corpus->block_count(); number-- > 0;) {
      threads.emplace_back([&, number] { EXPECT_TRUE(make_block(*corpus, number)); });
    }
    for (std::thread& thread : threads) thread.join();
    ASSERT_TRUE(corpus->finish());
  }
  EXPECT_EQ(files_in(folder / "a"), files_in(folder / "straight"));
}

TEST(CorpusFolder, RefusesASecondWriter) {
  const base::TemporaryFolder folder;
  const auto first = CorpusFolder::open(folder / "a", plan());
  ASSERT_TRUE(first);
  const auto second = CorpusFolder::open(folder / "a", plan());
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, AllOf(HasSubstr("another run"), HasSubstr("/a")));
  EXPECT_THAT(second.error().hint, HasSubstr("another folder"));
}

TEST(CorpusFolder, RefusesAFolderBegunWithOtherOptionsAndSaysWhich) {
  const base::TemporaryFolder folder;
  ASSERT_TRUE(CorpusFolder::open(folder / "begun", plan()));
  ASSERT_TRUE(make(folder / "finished", plan()));
  CorpusPlan other = plan();
  other.parameters["seed"] = "2";
  other.parameters.erase("per-cluster");
  other.rule_names.pop_back();
  other.clusters += 7;
  other.parameters["initial-expressions"] = "0123";
  other.format = CorpusFormat::Shards;
  for (const char* name : {"begun", "finished"}) {
    const auto opened = CorpusFolder::open(folder / name, other);
    ASSERT_FALSE(opened);
    EXPECT_THAT(opened.error().message,
                AllOf(HasSubstr("seed is 1 there and 2 here"),
                      HasSubstr("per-cluster is 12 there and not set here"),
                      HasSubstr("the format is egen there and shards here"),
                      HasSubstr("2 there and 1 here"), Not(HasSubstr("size of blocks")),
                      Not(HasSubstr("initial"))));
  }
}

TEST(CorpusFolder, RefusesAFolderThatHoldsSomethingElse) {
  const base::TemporaryFolder folder;
  ASSERT_TRUE(base::write_atomically(base::FileSystem::real(), folder / "thesis.tex", "..."));
  const auto opened = CorpusFolder::open(folder.path(), plan());
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().message, HasSubstr("thesis.tex"));
  EXPECT_EQ(files_in(folder.path()).size(), 1);
  EXPECT_FALSE(CorpusFolder::open(folder / "thesis.tex", plan()));
}

TEST(CorpusFolder, IsNotReadBeforeItIsFinished) {
  const base::TemporaryFolder folder;
  ASSERT_TRUE(CorpusFolder::open(folder / "a", plan()));
  EXPECT_THAT(
      reading_error(folder / "a"),
      AllOf(HasSubstr("has not finished"), HasSubstr("run the same `noether corpus generate`")));
}

TEST(CorpusFolder, IsLeftAloneOnceItIsFinished) {
  const base::TemporaryFolder folder;
  const auto manifest = make(folder / "a", plan());
  ASSERT_TRUE(manifest);
  const auto before = files_in(folder / "a");
  auto corpus = CorpusFolder::open(folder / "a", plan());
  ASSERT_TRUE(corpus);
  EXPECT_TRUE(corpus->finished());
  EXPECT_EQ(*corpus->finish(), *manifest);
  corpus = base::fail("closed");
  EXPECT_EQ(files_in(folder / "a"), before);
}

TEST(CorpusFolder, NoticesFilesThatAreNotWhatTheManifestSays) {
  const base::TemporaryFolder folder;
  for (const CorpusFormat format :
       {CorpusFormat::EgenText, CorpusFormat::JsonLines, CorpusFormat::Shards}) {
    const std::string path = folder / std::string(format_name(format));
    const auto manifest = make(path, plan(format));
    ASSERT_TRUE(manifest);
    const std::string file = path + "/" + manifest->files[0].name;
    const std::string good = *base::FileSystem::real().read(file, 1 << 20);
    ASSERT_TRUE(base::write_atomically(base::FileSystem::real(), file, good.substr(1)));
    EXPECT_THAT(reading_error(path), HasSubstr("bytes instead of"));
    std::string flipped = good;
    // It is still an expression, so only the digest detects the change.
    const std::size_t at = format == CorpusFormat::Shards ? 100 : flipped.find(" x") + 1;
    flipped[at] = flipped[at] == 'x' ? 'y' : 'x';
    ASSERT_TRUE(base::write_atomically(base::FileSystem::real(), file, flipped));
    EXPECT_THAT(reading_error(path), HasSubstr(manifest->files[0].name));
    std::filesystem::remove(file);
    EXPECT_THAT(reading_error(path), HasSubstr("No such file"));
  }
}

TEST(CorpusFolder, PutsClustersWhereTheyBelong) {
  const base::TemporaryFolder folder;
  auto corpus = CorpusFolder::open(folder / "a", plan());
  ASSERT_TRUE(corpus);
  EXPECT_FALSE(corpus->write_block(1, std::span(clusters()).first(2)));
  EXPECT_FALSE(corpus->has_block(1));
}

TEST(CorpusFolder, PartsOwnEveryBlockOnceAndAreKeptAsShards) {
  const base::TemporaryFolder folder;
  std::vector<std::uint64_t> ids;
  for (std::uint32_t index = 0; index < 3; ++index) {
    const std::string path = folder / std::to_string(index);
    const auto manifest = make(path, plan(CorpusFormat::EgenText, {index, 3}));
    ASSERT_TRUE(manifest) << manifest.error().message;
    EXPECT_EQ(manifest->files[0].name, "shards/0000.shard");
    for (const Cluster& cluster : clusters_in(path)) ids.push_back(cluster.id);
  }
  EXPECT_THAT(ids, ElementsAre(0, 1, 6, 7, 2, 3, 8, 9, 4, 10));
}

TEST(CorpusWriter, WritesInOneGoAndBeginsAgainAfterACrash) {
  const base::TemporaryFolder folder;
  const auto write = [&](const std::string& path, base::FileSystem& files) -> base::Result<void> {
    auto writer = CorpusWriter::create(path, plan(CorpusFormat::Shards), files);
    if (!writer) return std::unexpected(writer.error());
    for (const Cluster& cluster : clusters()) {
      if (auto added = writer->add(cluster); !added) return added;
    }
    const auto finished = writer->finish({{"refuted", 1}});
    if (!finished) return std::unexpected(finished.error());
    return {};
  };
  ASSERT_TRUE(write(folder / "straight", base::FileSystem::real()));
  bool went_through = false;
  for (std::uint64_t crash_at = 0; !went_through; ++crash_at) {
    const std::string path = folder / std::to_string(crash_at);
    base::FaultyFileSystem faulty(crash_at);
    went_through = write(path, faulty).has_value();
    base::FaultyFileSystem never_crashes;
    ASSERT_TRUE(write(path, never_crashes));
    EXPECT_EQ(files_in(path), files_in(folder / "straight"));
  }
}

}  // namespace
}  // namespace noether::egen
