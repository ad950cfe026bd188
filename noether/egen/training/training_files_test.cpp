#include "noether/egen/training/training_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "noether/base/faulty_file_system.h"
#include "noether/base/temporary_folder.h"
#include "noether/egen/training/egen_clusters_fixture.h"

namespace noether::egen {
namespace {

class TrainingFiles : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_ / name; }
  std::string text(const std::string& name) const {
    const std::ifstream file(path(name), std::ios::binary);
    std::stringstream all;
    all << file.rdbuf();
    return all.str();
  }
  TrainingFileOptions options(const std::string& name, TrainingFormat format,
                              unsigned threads = 1) const {
    TrainingFileOptions made;
    made.source = "corpus";
    made.path = path(name);
    made.count = 50;
    made.format = format;
    made.threads = threads;
    return made;
  }

  base::TemporaryFolder folder_;
  MemberTable table_ = table_of(small_clusters());
};

TEST_F(TrainingFiles, ReplaceNeitherTheirSourceNorWhatIsNoFile) {
  std::filesystem::create_directories(path("corpus/a.manifest.json"));
  std::ofstream(path("corpus/clusters.txt")) << "x\n";
  auto wanted = options("corpus/clusters.txt", TrainingFormat::Tsv);
  wanted.source = path("corpus");
  for (const char* name : {"corpus/clusters.txt", "corpus", "corpus/a"}) {
    wanted.path = path(name);
    EXPECT_FALSE(write_pairs(table_, 7, Uniform::Pairs, wanted)) << name;
    EXPECT_FALSE(write_triplets(table_, {}, wanted)) << name;
  }
  EXPECT_EQ(text("corpus/clusters.txt"), "x\n");
  EXPECT_FALSE(std::filesystem::exists(path("corpus/a")));
}

TEST_F(TrainingFiles, AreWrittenByOneRunAtATime) {
  auto wanted = options("p.tsv", TrainingFormat::Tsv);
  bool tried = false;
  wanted.on_line = [&](std::uint64_t) {
    if (std::exchange(tried, true)) return;
    const auto second =
        write_pairs(table_, 8, Uniform::Pairs, options("p.tsv", TrainingFormat::Tsv));
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("another run"), std::string::npos);
  };
  ASSERT_TRUE(write_pairs(table_, 7, Uniform::Pairs, wanted));
  EXPECT_TRUE(tried);
  EXPECT_EQ(nlohmann::json::parse(text("p.tsv.manifest.json")).at("seed"), 7);
  EXPECT_FALSE(std::filesystem::exists(path("p.tsv.lock")));
}

TEST_F(TrainingFiles, HoldThePairsThatTheSamplerGives) {
  ASSERT_TRUE(write_pairs(table_, 7, Uniform::Pairs, options("p.tsv", TrainingFormat::Tsv)));
  const PairSampler sampler(table_, 7);
  std::string expected;
  for (std::uint64_t i = 0; i < 50; ++i) {
    const MemberPair pair = sampler.at(i);
    expected += std::string(table_.expression(pair.anchor)) + "\t" +
                std::string(table_.expression(pair.positive)) + "\n";
  }
  EXPECT_EQ(text("p.tsv"), expected);
  const auto manifest = nlohmann::json::parse(text("p.tsv.manifest.json"));
  EXPECT_EQ(manifest.at("seed"), 7);
  EXPECT_EQ(manifest.at("lines"), 50);
  EXPECT_EQ(manifest.at("pairs_available"), "42");
  EXPECT_EQ(manifest.at("source_digest"), table_.digest().hex());
}

TEST_F(TrainingFiles, AreTheSameBytesWhateverTheThreads) {
  const TripletOptions triplets{.seed = 5};
  for (const TrainingFormat format : {TrainingFormat::Tsv, TrainingFormat::JsonLines}) {
    ASSERT_TRUE(write_triplets(table_, triplets, options("one", format, 1)));
    ASSERT_TRUE(write_triplets(table_, triplets, options("three", format, 3)));
    EXPECT_FALSE(text("one").empty());
    EXPECT_EQ(text("one"), text("three"));
    EXPECT_EQ(text("one.manifest.json"), text("three.manifest.json"));
  }
}

TEST_F(TrainingFiles, SayWhichKindANegativeIs) {
  const auto report =
      write_triplets(table_, {.seed = 5}, options("t.jsonl", TrainingFormat::JsonLines));
  ASSERT_TRUE(report);
  std::map<std::string, std::uint64_t> kinds;
  std::istringstream lines(text("t.jsonl"));
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line);
    ++kinds[json.at("kind").get<std::string>()];
    EXPECT_TRUE(json.contains("cluster") && json.contains("anchor") && json.contains("positive") &&
                json.contains("negative"));
  }
  EXPECT_EQ(kinds, report->kinds);
}

TEST_F(TrainingFiles, RefuseACorpusWithoutPairs) {
  const MemberTable lonely = table_of({cluster_of(0, {"x"}), cluster_of(1, {"sin x"})});
  const auto report = write_pairs(lonely, 1, Uniform::Pairs, options("p.tsv", TrainingFormat::Tsv));
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("no pairs"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path("p.tsv")));
}

TEST_F(TrainingFiles, AreWholeOrAbsentOnAFullDisk) {
  base::FaultyFileSystem disk;
  disk.limit_bytes(1000);
  const auto report =
      write_pairs(table_, 1, Uniform::Pairs, options("p.tsv", TrainingFormat::Tsv), disk);
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("No space left"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path("p.tsv")));
  EXPECT_FALSE(std::filesystem::exists(path("p.tsv.manifest.json")));
}

}  // namespace
}  // namespace noether::egen
