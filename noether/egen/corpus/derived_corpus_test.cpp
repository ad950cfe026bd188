// Corpora of distractors and varied corpora, as folders.
#include "noether/egen/corpus/derived_corpus.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/egen/corpus/corpus_writer.h"
#include "noether/egen/corpus/open_clusters.h"
#include "noether/egen/training/cluster_distractors.h"
#include "noether/egen/training/egen_clusters_fixture.h"
#include "noether/egen/training/varied_corpus.h"
#include "noether/egen/verify/reference_check.h"

namespace noether::egen {
namespace {

std::vector<Cluster> read_corpus(const std::string& folder) {
  std::vector<Cluster> clusters;
  auto source = open_corpus(folder);
  if (!source) {
    ADD_FAILURE() << source.error().message;
    return clusters;
  }
  Cluster cluster;
  while (true) {
    const auto more = (*source)->next(cluster);
    if (!more) ADD_FAILURE() << more.error().message;
    if (!more || !*more) return clusters;
    clusters.push_back(cluster);
  }
}

class DerivedCorpus : public testing::Test {
 protected:
  void write(CorpusFormat format) {
    CorpusPlan plan;
    plan.command = "import";
    plan.format = format;
    plan.clusters = small_clusters().size();
    auto writer = CorpusWriter::create(folder_ / "corpus", plan);
    ASSERT_TRUE(writer);
    for (Cluster cluster : small_clusters()) {
      for (Member& member : cluster.members) member.domain = Domain::Same;
      ASSERT_TRUE(writer->add(cluster));
    }
    ASSERT_TRUE(writer->finish());
  }
  DerivedCorpusRequest request(const std::string& name, unsigned threads = 1) const {
    DerivedCorpusRequest asked;
    asked.corpus = folder_ / "corpus";
    asked.folder = folder_ / name;
    asked.threads = threads;
    return asked;
  }

  base::TemporaryFolder folder_;
};

TEST_F(DerivedCorpus, OfDistractorsIsParallel) {
  write(CorpusFormat::Shards);
  const auto manifest = write_distractors(request("distractors"), 1);
  ASSERT_TRUE(manifest) << manifest.error().message;
  EXPECT_EQ(manifest->counts.at("not-certified"), 0U);
  const std::vector<Cluster> from = read_corpus(folder_ / "corpus");
  const std::vector<Cluster> made = read_corpus(folder_ / "distractors");
  ASSERT_EQ(made.size(), from.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_EQ(made[i].id, from[i].id);
    EXPECT_EQ(made[i].members.size(), from[i].members.size());
  }
}

TEST_F(DerivedCorpus, IsTheSameWithAnyNumberOfThreads) {
  write(CorpusFormat::Shards);
  const auto one = write_distractors(request("one", 1), 4);
  const auto three = write_distractors(request("three", 3), 4);
  ASSERT_TRUE(one && three);
  EXPECT_EQ(one->files, three->files);
  const auto varied = vary_corpus(request("varied-one", 1), {});
  const auto varied_too = vary_corpus(request("varied-three", 3), {});
  ASSERT_TRUE(varied && varied_too);
  EXPECT_EQ(varied->files, varied_too->files);
  const auto other = write_distractors(request("other", 1), 5);
  ASSERT_TRUE(other);
  EXPECT_NE(other->files, one->files);
}

TEST_F(DerivedCorpus, RefusesWhatKeepsNoIds) {
  write(CorpusFormat::EgenText);
  const auto manifest = write_distractors(request("distractors"), 1);
  ASSERT_FALSE(manifest);
  EXPECT_NE(manifest.error().message.find("not in the format shards"), std::string::npos);
}

TEST_F(DerivedCorpus, RefusesToContinueWhatAnotherSeedBegan) {
  write(CorpusFormat::Shards);
  ASSERT_TRUE(write_distractors(request("distractors"), 1));
  EXPECT_TRUE(write_distractors(request("distractors"), 1)) << "the same is done already";
  EXPECT_FALSE(write_distractors(request("distractors"), 2));
}

TEST_F(DerivedCorpus, VariedKeepsTheInitialExpressionAndTheMeaning) {
  write(CorpusFormat::Shards);
  VariationOptions options;
  options.share = 1;
  options.members = 2;
  const auto manifest = vary_corpus(request("varied"), options);
  ASSERT_TRUE(manifest) << manifest.error().message;
  EXPECT_GT(manifest->counts.at("varied"), 2U);
  const std::vector<Cluster> from = read_corpus(folder_ / "corpus");
  ReferenceCheck check;
  std::size_t at = 0;
  for (const Cluster& cluster : read_corpus(folder_ / "varied")) {
    EXPECT_EQ(cluster.members[0].expression, from[at++].members[0].expression);
    EXPECT_LE(cluster.members.size(), 2U);
    ASSERT_TRUE(check.set_reference(cluster.members[0].expression));
    EXPECT_TRUE(check.agrees(cluster.members.back().expression));
  }
}

}  // namespace
}  // namespace noether::egen
