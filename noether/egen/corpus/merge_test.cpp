#include "noether/egen/corpus/merge.h"
#include "noether/egen/corpus/corpus_fixture.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/base/temporary_folder.h"
#include "noether/egen/cluster.h"
#include "noether/egen/corpus/corpus_folder.h"
#include "noether/egen/corpus/corpus_writer.h"
#include "noether/egen/corpus/merge_parts.h"

namespace noether::egen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

// x + k and equal expressions.
Cluster sum_with(std::uint64_t k) {
  Cluster cluster;
  cluster.id = k;
  cluster.origin = "sums";
  cluster.available = "1000";
  for (const char* form : {"+ x {}", "+ {} x", "- x -{}", "* 1 + x {}"}) {
    cluster.members.push_back({.expression = fmt::format(fmt::runtime(form), k + 1),
                               .verdict = algebra::Verdict::Proven,
                               .domain = Domain::Same,
                               .shared_points = 16,
                               .rules = {static_cast<std::uint16_t>(k % 2)}});
  }
  cluster.fingerprint = cluster_fingerprint(cluster);
  return cluster;
}

Cluster unchecked_cluster(const std::vector<std::string>& expressions) {
  Cluster cluster;
  for (const std::string& expression : expressions) {
    cluster.members.push_back({.expression = expression,
                               .verdict = algebra::Verdict::Unknown,
                               .domain = Domain::Unknown,
                               .shared_points = 0,
                               .rules = {}});
  }
  return cluster;
}

CorpusPlan sums_plan(CorpusFormat format, CorpusPart part = {}) {
  CorpusPlan plan;
  plan.command = "generate";
  plan.format = format;
  plan.clusters = 21;
  plan.clusters_per_block = 2;
  plan.part = part;
  plan.parameters = {{"seed", "1"}};
  plan.rule_names = {"commute-plus", "one-times"};
  return plan;
}

// Cluster 4 is missing, as if no members had been found for it.
void generate(const std::string& folder, const CorpusPlan& plan,
              const std::function<void(Cluster&)>& change = {}) {
  auto corpus = CorpusFolder::open(folder, plan);
  ASSERT_TRUE(corpus) << corpus.error().message;
  for (std::uint64_t number = 0; number < corpus->block_count(); ++number) {
    if (!corpus->owns_block(number)) continue;
    std::vector<Cluster> clusters;
    const auto [first, last] = corpus->block_range(number);
    for (std::uint64_t k = first; k < last; ++k) {
      if (k == 4) continue;
      clusters.push_back(sum_with(k));
      if (change) change(clusters.back());
    }
    ASSERT_TRUE(corpus->write_block(number, clusters, {{"tried", last - first}}));
  }
  ASSERT_TRUE(corpus->finish());
}

void write_corpus(const std::string& folder, const std::vector<Cluster>& clusters,
                  const std::vector<std::string>& rule_names = {}) {
  CorpusPlan plan;
  plan.command = "import";
  plan.format = CorpusFormat::JsonLines;
  plan.clusters = clusters.size();
  plan.rule_names = rule_names;
  plan.parameters = {{"folder", folder}};
  auto writer = CorpusWriter::create(folder, plan);
  ASSERT_TRUE(writer);
  for (const Cluster& cluster : clusters) ASSERT_TRUE(writer->add(cluster));
  ASSERT_TRUE(writer->finish());
}

std::string content(const std::string& path) {
  return base::FileSystem::real().read(path, 1 << 24).value_or("(unreadable: " + path + ")");
}

TEST(MergeParts, GivesTheFilesOfASingleRun) {
  for (const auto& [format, file] : {std::pair(CorpusFormat::EgenText, "clusters.txt"),
                                     std::pair(CorpusFormat::JsonLines, "clusters.jsonl"),
                                     std::pair(CorpusFormat::Shards, "shards/0000.shard")}) {
    const base::TemporaryFolder folder;
    generate(folder / "single", sums_plan(format));
    MergeRequest request{.folders = {}, .output = folder / "merged", .format = {}, .threads = 3};
    for (const std::uint32_t index : {2U, 0U, 1U}) {
      request.folders.push_back(folder / fmt::format("part{}", index));
      generate(request.folders.back(), sums_plan(format, {index, 3}));
    }
    const auto merged = merge_corpora(request);
    ASSERT_TRUE(merged) << merged.error().message;
    EXPECT_EQ(content(folder / "merged/" + file), content(folder / "single/" + file));
    EXPECT_EQ(content(folder / "merged/manifest.json"), content(folder / "single/manifest.json"));
    EXPECT_EQ(merged->counts.at("tried"), 21);
  }
}

TEST(MergeParts, NamesThePartsThatAreMissing) {
  const base::TemporaryFolder folder;
  for (const std::uint32_t index : {0U, 2U}) {
    generate(folder / std::to_string(index), sums_plan(CorpusFormat::EgenText, {index, 4}));
  }
  const auto merged = merge_corpora({.folders = {folder / "0", folder / "2"},
                                     .output = folder / "merged",
                                     .format = {},
                                     .threads = 1});
  ASSERT_FALSE(merged);
  EXPECT_THAT(merged.error().message, HasSubstr("parts 2/4, 4/4 of the corpus are missing"));
  EXPECT_FALSE(base::FileSystem::real().exists(folder / "merged"));
}

TEST(MergeParts, RefusesPartsThatDoNotBelongTogether) {
  const base::TemporaryFolder folder;
  generate(folder / "1", sums_plan(CorpusFormat::EgenText, {0, 2}));
  CorpusPlan other = sums_plan(CorpusFormat::EgenText, {1, 2});
  other.parameters["seed"] = "2";
  generate(folder / "2", other);
  const auto merge = [&](const std::vector<std::string>& folders) {
    const auto merged = merge_corpora(
        {.folders = folders, .output = folder / "merged", .format = {}, .threads = 1});
    return merged ? "(merged)" : merged.error().message;
  };
  EXPECT_THAT(merge({folder / "1", folder / "2"}), HasSubstr("seed is 1 there and 2 here"));
  EXPECT_THAT(merge({folder / "1", folder / "1"}), HasSubstr("are the same part 1/2"));
  EXPECT_THAT(merge({folder / "1", folder / "none"}), HasSubstr("there is no folder"));
}

TEST(MergeParts, FailsWhenAPartHoldsAFalseMember) {
  const base::TemporaryFolder folder;
  const auto spoil = [](Cluster& cluster) {
    if (cluster.id == 7) cluster.members[2].expression = "+ x 9";
  };
  generate(folder / "0", sums_plan(CorpusFormat::EgenText, {0, 2}), spoil);
  generate(folder / "1", sums_plan(CorpusFormat::EgenText, {1, 2}), spoil);
  const auto merged = merge_corpora({.folders = {folder / "0", folder / "1"},
                                     .output = folder / "merged",
                                     .format = {},
                                     .threads = 2});
  ASSERT_FALSE(merged);
  EXPECT_THAT(merged.error().message, HasSubstr("+ x 9 is not + x 8"));
  EXPECT_THAT(load_manifest(folder / "merged").error().message, HasSubstr("has not finished"));
}

TEST(MergeCorpora, JoinsClustersThatShareAnExpression) {
  const base::TemporaryFolder folder;
  write_corpus(folder / "a",
               {unchecked_cluster({"sin x", "* 1 sin x"}), unchecked_cluster({"+ x x", "* 2 x"})});
  write_corpus(folder / "b",
               {unchecked_cluster({"* x 2", "* 2 x", "* 2 x"}), unchecked_cluster({"cos x"})});
  const auto merged = merge_corpora({.folders = {folder / "a", folder / "b"},
                                     .output = folder / "merged",
                                     .format = {},
                                     .threads = 2});
  ASSERT_TRUE(merged) << merged.error().message;
  const auto clusters = clusters_in(folder / "merged");
  ASSERT_THAT(clusters, SizeIs(3));
  EXPECT_THAT(expressions_of(clusters[1]), ElementsAre("+ x x", "* 2 x", "* x 2"));
  EXPECT_EQ(clusters[1].members[2].verdict, algebra::Verdict::Agrees);
  EXPECT_GT(clusters[1].members[2].shared_points, 0);
  EXPECT_EQ(clusters[1].available, "3");
  EXPECT_EQ(clusters[2].id, 2);
  EXPECT_EQ(merged->counts, (Counts{{"joined", 1}, {"duplicates", 2}, {"refuted", 0}}));
  EXPECT_FALSE(base::FileSystem::real().exists(folder / "merged/checked.shard"));
}

TEST(MergeCorpora, JoinsClustersOfTheSameFingerprint) {
  const base::TemporaryFolder folder;
  write_corpus(folder / "a", {unchecked_cluster({"* 2 x"}), unchecked_cluster({"pow + x 1 2"})});
  write_corpus(folder / "b",
               {unchecked_cluster({"+ + pow x 2 * 2 x 1"}), unchecked_cluster({"* 3 x"})});
  const auto merged = merge_corpora({.folders = {folder / "a", folder / "b"},
                                     .output = folder / "merged",
                                     .format = CorpusFormat::Shards,
                                     .threads = 1});
  ASSERT_TRUE(merged) << merged.error().message;
  const auto clusters = clusters_in(folder / "merged");
  ASSERT_THAT(clusters, SizeIs(3));
  EXPECT_THAT(expressions_of(clusters[1]), ElementsAre("pow + x 1 2", "+ + pow x 2 * 2 x 1"));
}

TEST(MergeCorpora, KeepsApartWhatSharesAnExpressionButDiffers) {
  const base::TemporaryFolder folder;
  // ln(-1 - x^2) has no real value: it contradicts neither.
  write_corpus(folder / "a", {unchecked_cluster({"sin x", "ln - -1 pow x 2"})});
  write_corpus(folder / "b", {unchecked_cluster({"cos x", "ln - -1 pow x 2", "* 1 cos x"})});
  const auto merged = merge_corpora({.folders = {folder / "a", folder / "b"},
                                     .output = folder / "merged",
                                     .format = {},
                                     .threads = 1});
  ASSERT_TRUE(merged) << merged.error().message;
  const auto clusters = clusters_in(folder / "merged");
  ASSERT_THAT(clusters, SizeIs(2));
  EXPECT_THAT(expressions_of(clusters[0]), ElementsAre("sin x", "ln - -1 pow x 2"));
  EXPECT_THAT(expressions_of(clusters[1]), ElementsAre("cos x", "* 1 cos x"));
}

TEST(MergeCorpora, LeavesRefutedMembersOutAndReportsThem) {
  const base::TemporaryFolder folder;
  write_corpus(folder / "a", {unchecked_cluster({"sin x", "* 1 sin x", "cos x"})});
  write_corpus(folder / "b", {unchecked_cluster({"tan x"})});
  std::vector<std::string> refuted;
  const auto merged = merge_corpora(
      {.folders = {folder / "a", folder / "b"},
       .output = folder / "merged",
       .format = {},
       .threads = 1},
      {.on_refuted = [&](const RefutedMember& member) { refuted.push_back(member.expression); },
       .on_progress = {}});
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_THAT(refuted, ElementsAre("cos x"));
  EXPECT_EQ(merged->counts.at("refuted"), 1);
  EXPECT_THAT(expressions_of(clusters_in(folder / "merged")[0]), ElementsAre("sin x", "* 1 sin x"));
}

TEST(JoinClusters, NamesTheInitialExpressionOfAMemberThatIsRefutedAfterOthersCame) {
  ClusterRecheck recheck;
  const auto joined = join_clusters(
      {unchecked_cluster({"+ x 1"}),
       unchecked_cluster({"+ 1 x", "- x -1", "* 1 + x 1", "+ 0 + x 1", "/ + x 1 1", "+ x 2"})},
      recheck);
  ASSERT_THAT(joined.clusters, SizeIs(1));
  EXPECT_THAT(joined.clusters[0].members, SizeIs(6));
  ASSERT_THAT(joined.refuted, SizeIs(1));
  EXPECT_EQ(joined.refuted[0].initial, "+ x 1");
  EXPECT_EQ(joined.refuted[0].expression, "+ x 2");
}

TEST(MergeCorpora, NumbersTheRulesOfAllAnew) {
  const base::TemporaryFolder folder;
  Cluster a = unchecked_cluster({"sin x", "* 1 sin x"});
  a.members[1].rules = {0, 1};
  Cluster b = unchecked_cluster({"cos x", "* 1 cos x"});
  b.members[1].rules = {0, 1};
  write_corpus(folder / "a", {a}, {"one", "two"});
  write_corpus(folder / "b", {b}, {"three", "one"});
  const auto merged = merge_corpora({.folders = {folder / "a", folder / "b"},
                                     .output = folder / "merged",
                                     .format = {},
                                     .threads = 1});
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_THAT(merged->plan.rule_names, ElementsAre("one", "two", "three"));
  const auto clusters = clusters_in(folder / "merged");
  EXPECT_THAT(clusters[0].members[1].rules, ElementsAre(0, 1));
  EXPECT_THAT(clusters[1].members[1].rules, ElementsAre(0, 2));
}

TEST(ClusterRecheck, TakesTheMajoritysSideAgainstTheFirstMember) {
  RecheckedCluster item;
  item.cluster = unchecked_cluster({"+ x 2", "+ x 1", "+ 1 x", "+ x 1", "- x -1"});
  ClusterRecheck().run(item, Recheck::Correct);
  EXPECT_THAT(expressions_of(item.cluster), ElementsAre("+ x 1", "+ 1 x", "- x -1"));
  ASSERT_THAT(item.refuted, SizeIs(1));
  EXPECT_THAT(refutation_text(item.refuted[0]), HasSubstr("+ x 2 is not + x 1: at x = "));
  EXPECT_EQ(item.duplicates, 1);
  EXPECT_EQ(item.cluster.members[0].verdict, algebra::Verdict::Proven);
  EXPECT_EQ(item.cluster.fingerprint, cluster_fingerprint(unchecked_cluster({"+ 1 x"})));
}

TEST(ClusterRecheck, OnlyReportsWhenAskedTo) {
  RecheckedCluster item;
  item.cluster = unchecked_cluster({"x", "x", "+ x 1", "+ x 2"});
  const Cluster before = item.cluster;
  ClusterRecheck().run(item, Recheck::Report);
  EXPECT_EQ(item.cluster, before);
  EXPECT_THAT(item.refuted, SizeIs(2));
}

}  // namespace
}  // namespace noether::egen
