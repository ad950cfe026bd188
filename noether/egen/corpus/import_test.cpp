#include "noether/egen/corpus/import.h"
#include "noether/egen/corpus/corpus_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "noether/base/result_file.h"
#include "noether/base/temporary_folder.h"
#include "noether/egen/cluster.h"

namespace noether::egen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

TEST(Import, ChecksEveryMemberAndRecordsWhatItFound) {
  const base::TemporaryFolder folder;
  write_file(folder / "one.txt", "x\n* 1 x\n* x x\n* 1 x\npow sqrt x 2\n\nsin x\n");
  write_file(folder / "two.txt", "cos x\n* 1 cos x\n");
  std::vector<std::string> refuted;
  const auto manifest = import_corpus(
      {.files = {folder / "one.txt", folder / "two.txt"},
       .folder = folder / "corpus",
       .format = CorpusFormat::JsonLines,
       .threads = 2,
       .keep_refuted = false,
       .lenient = false},
      {.on_broken = {},
       .on_refuted = [&](const RefutedMember& member) { refuted.push_back(member.expression); },
       .on_progress = {}});
  ASSERT_TRUE(manifest) << manifest.error().message;
  EXPECT_THAT(refuted, ElementsAre("* x x"));
  EXPECT_EQ(manifest->counts.at("refuted"), 1);
  EXPECT_EQ(manifest->counts.at("duplicates"), 1);
  EXPECT_EQ(manifest->totals.clusters, 3);
  EXPECT_EQ(manifest->totals.members, 6);

  const auto clusters = clusters_in(folder / "corpus");
  ASSERT_THAT(clusters, SizeIs(3));
  EXPECT_EQ(clusters[0].members[1].verdict, algebra::Verdict::Agrees);
  EXPECT_EQ(clusters[0].members[1].domain, Domain::Same);
  EXPECT_EQ(clusters[0].members[2].domain, Domain::Narrower);
  EXPECT_EQ(clusters[0].available, "3");
  EXPECT_EQ(clusters[2].id, 2);
  EXPECT_THAT(clusters[2].origin, HasSubstr("two.txt:1"));
  EXPECT_NE(clusters[1].fingerprint, clusters[2].fingerprint);
}

TEST(Import, KeepsRefutedMembersWhenAskedTo) {
  const base::TemporaryFolder folder;
  write_file(folder / "a.txt", "x\n* 1 x\n* x x\n");
  ASSERT_TRUE(import_corpus({.files = {folder / "a.txt"},
                             .folder = folder / "corpus",
                             .format = CorpusFormat::Shards,
                             .threads = 1,
                             .keep_refuted = true,
                             .lenient = false}));
  const auto clusters = clusters_in(folder / "corpus");
  ASSERT_THAT(clusters, SizeIs(1));
  ASSERT_THAT(clusters[0].members, SizeIs(3));
  EXPECT_EQ(clusters[0].members[2].expression, "* x x");
  EXPECT_EQ(clusters[0].members[2].verdict, algebra::Verdict::Refuted);
}

TEST(Import, StopsAtABrokenLineUnlessToldToGoOn) {
  const base::TemporaryFolder folder;
  write_file(folder / "a.txt", "x\n* 1\n* 1 x\n");
  ImportRequest request{.files = {folder / "a.txt"},
                        .folder = folder / "corpus",
                        .format = CorpusFormat::EgenText,
                        .threads = 1,
                        .keep_refuted = false,
                        .lenient = false};
  const auto stopped = import_corpus(request);
  ASSERT_FALSE(stopped);
  EXPECT_THAT(stopped.error().message, HasSubstr("a.txt:2: "));
  EXPECT_FALSE(base::FileSystem::real().exists(folder / "corpus"));

  std::vector<std::string> broken;
  request.lenient = true;
  const auto manifest = import_corpus(
      request, {.on_broken = [&](const base::Error& error) { broken.push_back(error.message); },
                .on_refuted = {},
                .on_progress = {}});
  ASSERT_TRUE(manifest) << manifest.error().message;
  EXPECT_THAT(broken, ElementsAre(HasSubstr("a.txt:2: ")));
  EXPECT_EQ(manifest->counts.at("broken"), 1);
  EXPECT_EQ(manifest->totals.members, 2);
}

TEST(Import, RefusesAFolderWithAnotherImportAndFilesWithoutClusters) {
  const base::TemporaryFolder folder;
  write_file(folder / "a.txt", "x\n");
  write_file(folder / "b.txt", "y\n");
  write_file(folder / "empty.txt", "\n");
  ImportRequest request{.files = {folder / "a.txt"},
                        .folder = folder / "corpus",
                        .format = CorpusFormat::EgenText,
                        .threads = 1,
                        .keep_refuted = false,
                        .lenient = false};
  ASSERT_TRUE(import_corpus(request));
  EXPECT_TRUE(import_corpus(request));
  request.files = {folder / "b.txt"};
  EXPECT_THAT(import_corpus(request).error().message, HasSubstr("source-digest"));
  request.files = {folder / "empty.txt"};
  EXPECT_THAT(import_corpus(request).error().message, HasSubstr("no cluster"));
}

TEST(Import, FailsWhenTheInputChangesBetweenItsTwoReadings) {
  const base::TemporaryFolder folder;
  const std::string path = folder / "a.txt";
  write_file(path, "x\n* 1\n* 1 x\n");
  const auto changed =
      import_corpus({.files = {path},
                     .folder = folder / "corpus",
                     .format = CorpusFormat::EgenText,
                     .threads = 1,
                     .keep_refuted = false,
                     .lenient = true},
                    // The first reading reports the broken lines.
                    {.on_broken = [&](const base::Error&) { write_file(path, "x\n\ny\n* 1 y\n"); },
                     .on_refuted = {},
                     .on_progress = {}});
  ASSERT_FALSE(changed);
  EXPECT_THAT(changed.error().message, HasSubstr("first it had 1 clusters with 2 members"));
  EXPECT_FALSE(base::FileSystem::real().exists(folder / "corpus/manifest.json"));
}

TEST(Import, TakesEgensReleasedDevelopmentSet) {
  const char* data = std::getenv("NOETHER_DATA");
  const std::string path = std::string(data != nullptr ? data : "../shared/data") + "/egen/dev.txt";
  if (!base::FileSystem::real().exists(path)) {
    GTEST_SKIP() << "no egen/dev.txt; set NOETHER_DATA to where the data is";
  }
  const base::TemporaryFolder folder;
  const auto manifest = import_corpus({.files = {path},
                                       .folder = folder / "dev",
                                       .format = CorpusFormat::Shards,
                                       .threads = 2,
                                       .keep_refuted = true,
                                       .lenient = false});
  ASSERT_TRUE(manifest) << manifest.error().message;
  EXPECT_EQ(manifest->totals.clusters, 279);
  EXPECT_EQ(manifest->totals.members, 7868);
  // acot x at negative x, and decimals that stand for 1/3.
  EXPECT_EQ(manifest->counts.at("refuted"), 4);
  EXPECT_EQ(manifest->counts.at("refuted-by-rounding"), 8);
}

}  // namespace
}  // namespace noether::egen
