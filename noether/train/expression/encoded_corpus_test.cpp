#include "noether/train/expression/encoded_corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/train/expression/written_corpus.h"

namespace noether::train {
namespace {

TEST(EncodedCorpus, HoldsEveryMemberAndLeavesOutWhatCannotBeEncoded) {
  const base::TemporaryFolder folder;
  write_corpus(folder / "corpus", {{"+ x 1", "+ 1 x"}, {"frobnicate x", "sin x", "+ x + x + x x"}});
  const auto tokenizer = embedding::ExpressionTokenizer::standard();
  const auto corpus = load_corpus(folder / "corpus", tokenizer, {5, 1});
  ASSERT_TRUE(corpus) << corpus.error().message;
  EXPECT_EQ(corpus->clusters(), 2U);
  EXPECT_EQ(corpus->members(), 5U);
  EXPECT_EQ(corpus->left_out, 2U) << "an unknown operator, and seven tokens";
  const auto expected = tokenizer.encode("+ 1 x");
  ASSERT_TRUE(expected);
  const std::vector<neural::TokenId> inner(expected->begin() + 1, expected->end() - 1);
  EXPECT_THAT(corpus->member(1), testing::ElementsAreArray(inner));
  EXPECT_TRUE(corpus->member(2).empty());
  EXPECT_EQ(corpus->member(3).size(), 2U);
  EXPECT_TRUE(corpus->member(4).empty());
  EXPECT_THAT(corpus->cluster_ends, testing::ElementsAre(2, 5));
}

TEST(EncodedCorpus, IsTheSameWithAnyNumberOfThreads) {
  const base::TemporaryFolder folder;
  Texts clusters;
  // Enough for several blocks of a shard.
  for (int c = 0; c < 3000; ++c) {
    auto& texts = clusters.emplace_back();
    for (int m = 0; m < 20; ++m) {
      texts.push_back("+ * " + std::to_string(c % 97) + " x " + std::to_string(m));
    }
  }
  write_corpus(folder / "corpus", clusters);
  const auto tokenizer = embedding::ExpressionTokenizer::standard();
  const auto one = load_corpus(folder / "corpus", tokenizer, {62, 1});
  const auto four = load_corpus(folder / "corpus", tokenizer, {62, 4});
  ASSERT_TRUE(one && four);
  EXPECT_EQ(one->members(), 60000U);
  EXPECT_EQ(one->tokens, four->tokens);
  EXPECT_EQ(one->member_ends, four->member_ends);
  EXPECT_EQ(one->ids, four->ids);
  EXPECT_TRUE(check_parallel(*one, *four));
}

TEST(EncodedCorpus, SaysWhatToDoWithACorpusThatIsNotInShards) {
  const base::TemporaryFolder folder;
  write_corpus(folder / "corpus", {{"x", "+ x 0"}}, egen::CorpusFormat::EgenText);
  const auto tokenizer = embedding::ExpressionTokenizer::standard();
  const auto corpus = load_corpus(folder / "corpus", tokenizer, {});
  ASSERT_FALSE(corpus);
  EXPECT_THAT(corpus.error().message, testing::HasSubstr("is not in shards"));
  EXPECT_FALSE(load_corpus(folder / "nothing", tokenizer, {}));
}

}  // namespace
}  // namespace noether::train
