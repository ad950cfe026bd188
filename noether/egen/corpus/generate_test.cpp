#include "noether/egen/corpus/generate.h"
#include "noether/egen/corpus/corpus_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "noether/base/faulty_file_system.h"
#include "noether/base/temporary_folder.h"
#include "noether/egen/cluster.h"

namespace noether::egen {
namespace {

const std::string kGolden = NOETHER_SOURCE_DIR "/noether/egen/corpus/golden/";

// A few dozen clusters in three blocks: small, but with every kind of expression.
GenerateRequest small_request(std::string folder) {
  GenerateRequest request;
  request.initials.templates = {kGolden + "small.templates"};
  request.initials.seed = 5;
  request.seed = 5;
  request.clusters.per_cluster = 6;
  request.clusters.max_tokens = 11;
  request.clusters.made_nodes = 400;
  request.format = CorpusFormat::JsonLines;
  request.folder = std::move(folder);
  return request;
}

// These tests need no files that survive a crash of the machine.
base::FaultyFileSystem& fast_disk() {
  static base::FaultyFileSystem disk;
  return disk;
}

GenerateReport generate(const GenerateRequest& request, GenerateHooks hooks = {}) {
  if (hooks.file_system == nullptr) hooks.file_system = &fast_disk();
  auto report = generate_corpus(request, hooks);
  EXPECT_TRUE(report) << (report ? "" : report.error().message);
  return report ? *report : GenerateReport{};
}

std::string text_of(const std::string& path) {
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The reference corpus for all others, made once.
const std::string& straight_run() {
  static const base::TemporaryFolder folder;
  static const std::string path = [] {
    const std::string corpus = folder / "corpus";
    EXPECT_TRUE(generate(small_request(corpus)).finished);
    return corpus;
  }();
  return path;
}

TEST(Generate, MakesAClusterOfEqualExpressionsForEveryInitialOne) {
  const auto clusters = clusters_in(straight_run());
  ASSERT_GT(clusters.size(), 2 * kInitialsPerBlock);
  std::uint64_t id = 0;
  for (const Cluster& cluster : clusters) {
    EXPECT_GE(cluster.id, id);
    id = cluster.id + 1;
    EXPECT_GE(cluster.members.size(), 2U) << cluster.members[0].expression;
    EXPECT_LE(cluster.members.size(), 6U);
    for (const Member& member : cluster.members) {
      EXPECT_NE(member.verdict, algebra::Verdict::Refuted) << member.expression;
    }
  }
}

// Drawn uniformly from all available terms, nearly all of which have the maximal size.
TEST(Generate, DrawsLargerMembersWhenSamplingIsUniform) {
  const base::TemporaryFolder folder;
  GenerateRequest request = small_request(folder / "corpus");
  request.clusters.sampling = Sampling::Uniform;
  EXPECT_TRUE(generate(request).finished);
  const auto stratified = clusters_in(straight_run());
  const auto uniform = clusters_in(request.folder);
  ASSERT_EQ(uniform.size(), stratified.size());
  const auto tokens = [](const std::vector<Cluster>& clusters) {
    std::size_t blanks = 0;
    std::size_t members = 0;
    for (const Cluster& cluster : clusters) {
      for (const Member& member : cluster.members) {
        EXPECT_NE(member.verdict, algebra::Verdict::Refuted) << member.expression;
        blanks += static_cast<std::size_t>(std::ranges::count(member.expression, ' '));
        ++members;
      }
    }
    return 1 + static_cast<double>(blanks) / static_cast<double>(members);
  };
  EXPECT_GT(tokens(uniform), tokens(stratified) + 0.5);
  // It is part of the plan: the folder is not continued with other sampling.
  request.clusters.sampling = Sampling::Stratified;
  GenerateHooks hooks;
  hooks.file_system = &fast_disk();
  const auto refused = generate_corpus(request, hooks);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("sampling"), std::string::npos) << refused.error().message;
}

TEST(Generate, GivesTheSameBytesWithOneOrManyThreads) {
  const base::TemporaryFolder folder;
  GenerateRequest request = small_request(folder / "corpus");
  request.threads = 5;
  EXPECT_TRUE(generate(request).finished);
  EXPECT_EQ(files_in(request.folder), files_in(straight_run()));
}

TEST(Generate, GoesOnAfterEveryStopToTheSameBytes) {
  const base::TemporaryFolder folder;
  const GenerateRequest request = small_request(folder / "corpus");
  GenerateHooks one_block;
  one_block.max_blocks = 1;
  std::uint64_t runs = 0;
  std::uint64_t made = 0;
  while (true) {
    const GenerateReport report = generate(request, one_block);
    EXPECT_EQ(report.found, made);
    EXPECT_LE(report.made, kInitialsPerBlock);
    made += report.made;
    ++runs;
    if (report.finished || runs > 10) break;
    EXPECT_FALSE(std::filesystem::exists(folder / "corpus/manifest.json"));
  }
  EXPECT_GE(runs, 3U);
  EXPECT_EQ(files_in(request.folder), files_in(straight_run()));
}

TEST(Generate, MakesNothingAgainThatIsThere) {
  GenerateHooks hooks;
  hooks.max_blocks = 0;
  const GenerateReport report = generate(small_request(straight_run()), hooks);
  EXPECT_TRUE(report.finished);
  EXPECT_EQ(report.made, 0U);
  EXPECT_GT(report.manifest.totals.clusters, 0U);
}

TEST(Generate, StopsWhenItIsAskedTo) {
  const base::TemporaryFolder folder;
  const std::atomic<bool> stop{true};
  GenerateHooks hooks;
  hooks.stop = &stop;
  const GenerateReport report = generate(small_request(folder / "corpus"), hooks);
  EXPECT_FALSE(report.finished);
  EXPECT_EQ(report.made, 0U);
}

TEST(Generate, PartsTogetherAreTheSingleRun) {
  const base::TemporaryFolder folder;
  std::vector<Cluster> together;
  for (std::uint32_t part = 0; part < 3; ++part) {
    GenerateRequest request = small_request(folder / std::to_string(part));
    request.part = {part, 3};
    EXPECT_TRUE(generate(request).finished);
    const auto clusters = clusters_in(request.folder);
    EXPECT_FALSE(clusters.empty()) << "part " << part;
    together.insert(together.end(), clusters.begin(), clusters.end());
  }
  std::ranges::sort(together, {}, &Cluster::id);
  EXPECT_EQ(together, clusters_in(straight_run()));
}

TEST(Generate, SaysWhatTheDiskSaidAndGoesOnWhenItIsWellAgain) {
  const base::TemporaryFolder folder;
  const GenerateRequest request = small_request(folder / "corpus");
  base::FaultyFileSystem full;
  full.limit_bytes(6000);
  GenerateHooks hooks;
  hooks.file_system = &full;
  const auto failed = generate_corpus(request, hooks);
  ASSERT_FALSE(failed);
  EXPECT_NE(failed.error().message.find("No space left"), std::string::npos)
      << failed.error().message;
  EXPECT_FALSE(std::filesystem::exists(folder / "corpus/manifest.json"));
  EXPECT_TRUE(generate(request).finished);
  EXPECT_EQ(files_in(request.folder), files_in(straight_run()));
}

TEST(Generate, CountsWhatItDid) {
  const base::TemporaryFolder folder;
  std::uint64_t last = 0;
  std::uint64_t total = 0;
  GenerateHooks hooks;
  hooks.on_progress = [&](std::uint64_t done, std::uint64_t of) {
    EXPECT_GE(done, last);
    last = done;
    total = of;
  };
  const GenerateReport report = generate(small_request(folder / "corpus"), hooks);
  EXPECT_EQ(last, report.initials);
  EXPECT_EQ(total, report.initials);
  EXPECT_EQ(report.made, report.initials);
  EXPECT_GT(report.work.cpu, 0);
  EXPECT_GT(report.largest_graph, 0U);
  const auto& counts = report.manifest.counts;
  const std::uint64_t clusters = report.manifest.totals.clusters;
  const std::uint64_t root_share = counts.at(std::string(kRootShareCount)) / clusters;
  EXPECT_GT(root_share, 1'000'000U / 6);
  EXPECT_LT(root_share, 1'000'000U);
  EXPECT_GE(counts.at("drawn"), report.manifest.totals.members - clusters);
  std::uint64_t dropped = 0;
  for (const auto& [name, count] : counts) {
    if (name.starts_with("dropped: ")) dropped += count;
  }
  EXPECT_EQ(clusters + dropped, report.initials);
}

TEST(Generate, RefusesAnOperatorThatIsUnknown) {
  const base::TemporaryFolder folder;
  std::ofstream(folder / "bad.templates") << "odd: (+ x (sinus x))\n";
  GenerateRequest request = small_request(folder / "corpus");
  request.initials.templates = {folder / "bad.templates"};
  const auto report = generate_corpus(request);
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("bad.templates:1"), std::string::npos)
      << report.error().message;
  EXPECT_NE(report.error().message.find("sinus"), std::string::npos) << report.error().message;
  EXPECT_FALSE(std::filesystem::exists(folder / "corpus"));
}

TEST(Generate, RefusesAFolderThatBelongsToAnotherPlan) {
  GenerateRequest request = small_request(straight_run());
  request.clusters.per_cluster = 7;
  const auto report = generate_corpus(request);
  ASSERT_FALSE(report);
  EXPECT_NE((report.error().message + report.error().hint).find("per-cluster"), std::string::npos)
      << report.error().message;
}

// Any change to the members of a corpus shows up here. If it is intended, the new text is what
//   noether corpus generate --templates noether/egen/corpus/golden/small.templates --per-cluster 6
//     --max-tokens 11 --nodes 400 --seed 5 -o /tmp/golden
// writes as clusters.txt.
TEST(Generate, GoldenSmallCorpusHasNotChanged) {
  const base::TemporaryFolder folder;
  GenerateRequest request = small_request(folder / "corpus");
  request.format = CorpusFormat::EgenText;
  EXPECT_TRUE(generate(request).finished);
  EXPECT_EQ(text_of(folder / "corpus/clusters.txt"), text_of(kGolden + "small.txt"));
}

}  // namespace
}  // namespace noether::egen
