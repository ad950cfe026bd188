#include "noether/train/expression/encoded_corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/train/core/batch_queue.h"
#include "noether/train/expression/encoder_model.h"
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

// Cluster c has members of c + 1 tokens; a token encodes the cluster and the member. The distractor
// of a member is the same with 1000 added.
EncodedCorpus corpus_of(neural::TokenId clusters, neural::TokenId members,
                        neural::TokenId added = 0) {
  EncodedCorpus corpus;
  for (neural::TokenId c = 0; c < clusters; ++c) {
    for (neural::TokenId m = 0; m < members; ++m) {
      const auto token = static_cast<neural::TokenId>(10 * c + m + 3 + added);
      corpus.tokens.insert(corpus.tokens.end(), c + 1U, token);
      corpus.member_ends.push_back(corpus.tokens.size());
    }
    corpus.cluster_ends.push_back(corpus.member_ends.size());
    corpus.ids.push_back(c);
  }
  return corpus;
}

TrainingConfig config_of(std::uint32_t batch, Negatives negatives) {
  TrainingConfig config;
  config.batch = batch;
  config.negatives = negatives;
  return config;
}

using Expressions = std::vector<std::span<const neural::TokenId>>;

TEST(BatchSampler, TakesEveryClusterOnceInAnEpochAndPairsMembersOfOneCluster) {
  const EncodedCorpus corpus = corpus_of(12, 4);
  const EncodedCorpus wrong = corpus_of(12, 4, 1000);
  const auto sampler = BatchSampler::create(corpus, &wrong, config_of(4, Negatives::Distractors));
  ASSERT_TRUE(sampler);
  EXPECT_EQ(sampler->batches_per_epoch(), 3U);
  std::multiset<int> seen;
  Expressions batch;
  for (std::uint64_t b = 0; b < 3; ++b) {
    sampler->sample(b, batch);
    ASSERT_EQ(batch.size(), 12U);
    for (std::size_t i = 0; i < 4; ++i) {
      const int anchor = static_cast<int>(batch[i][0]) - 3;
      const int positive = static_cast<int>(batch[4 + i][0]) - 3;
      EXPECT_EQ(anchor / 10, positive / 10);
      EXPECT_NE(anchor, positive);
      EXPECT_EQ(batch[8 + i][0] - 3 - 1000, positive) << "the distractor of the positive";
      seen.insert(anchor / 10);
    }
  }
  EXPECT_THAT(seen, testing::ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
}

TEST(BatchSampler, TakesRandomNegativesFromOtherClusters) {
  const EncodedCorpus corpus = corpus_of(5, 3);
  const auto sampler = BatchSampler::create(corpus, nullptr, config_of(5, Negatives::Random));
  ASSERT_TRUE(sampler);
  Expressions batch;
  for (std::uint64_t b = 0; b < 50; ++b) {
    sampler->sample(b, batch);
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_NE((batch[i][0] - 3) / 10, (batch[10 + i][0] - 3) / 10);
    }
  }
}

TEST(BatchSampler, NeverTakesAMemberThatCouldNotBeEncoded) {
  EncodedCorpus corpus = corpus_of(3, 3);
  // Member 1 of cluster 2 becomes empty, and cluster 0 becomes unusable because one of its two
  // members is left.
  corpus.member_ends[7] = corpus.member_ends[6];
  corpus.tokens.erase(corpus.tokens.begin(), corpus.tokens.begin() + 2);
  corpus.member_ends[0] = corpus.member_ends[1] = 0;
  for (std::size_t m = 2; m < corpus.member_ends.size(); ++m) corpus.member_ends[m] -= 2;
  const auto sampler = BatchSampler::create(corpus, nullptr, config_of(2, Negatives::None));
  ASSERT_TRUE(sampler);
  EXPECT_EQ(sampler->clusters(), 2U);
  Expressions batch;
  for (std::uint64_t b = 0; b < 50; ++b) {
    sampler->sample(b, batch);
    for (const auto& expression : batch) EXPECT_FALSE(expression.empty());
  }
}

TEST(BatchSampler, RefusesDistractorsOfAnotherCorpus) {
  const EncodedCorpus corpus = corpus_of(4, 3);
  const EncodedCorpus other = corpus_of(4, 2);
  const auto sampler = BatchSampler::create(corpus, &other, config_of(2, Negatives::Distractors));
  ASSERT_FALSE(sampler);
  EXPECT_THAT(sampler.error().message, testing::HasSubstr("do not belong to the corpus"));
  EXPECT_FALSE(BatchSampler::create(corpus, nullptr, config_of(2, Negatives::Distractors)));
}

TEST(BatchQueue, GivesTheSameBatchesInOrderWithAnyNumberOfThreads) {
  const EncodedCorpus corpus = corpus_of(20, 5);
  const auto sampler = BatchSampler::create(corpus, nullptr, config_of(8, Negatives::Random));
  ASSERT_TRUE(sampler);
  const auto batches = [&](unsigned threads) {
    BatchQueue<PackedBatch> queue(
        [&](std::uint64_t number) {
          Expressions expressions;
          sampler->sample(number, expressions);
          return pack(expressions, false);
        },
        3, threads, 5);
    std::vector<PackedBatch> taken;
    for (int i = 0; i < 30; ++i) taken.push_back(queue.take());
    return taken;
  };
  const auto one = batches(1);
  const auto four = batches(4);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_TRUE(one[i].tokens.equal(four[i].tokens)) << i;
    EXPECT_TRUE(one[i].order.equal(four[i].order)) << i;
  }
  EXPECT_FALSE(one[0].tokens.equal(one[1].tokens));
}

TEST(Pack, PutsTheShortestFirstAndRemembersWhereEachWent) {
  const std::vector<neural::TokenId> tokens = {10, 11, 12, 13, 14, 15};
  const std::span<const neural::TokenId> all(tokens);
  const Expressions expressions = {all.subspan(0, 3), all.subspan(3, 1), all.subspan(4, 1),
                                   all.subspan(0, 3)};
  const PackedBatch batch = pack(expressions, false);
  const std::vector<int> packed(batch.tokens.data_ptr<std::int32_t>(),
                                batch.tokens.data_ptr<std::int32_t>() + batch.tokens.numel());
  EXPECT_THAT(packed, testing::ElementsAre(1, 13, 2, 1, 14, 2, 1, 10, 11, 12, 2, 1, 10, 11, 12, 2));
  const std::vector<std::int64_t> order(batch.order.data_ptr<std::int64_t>(),
                                        batch.order.data_ptr<std::int64_t>() + 4);
  EXPECT_THAT(order, testing::ElementsAre(2, 0, 1, 3));
  const std::vector<int> positions(batch.positions.data_ptr<std::int32_t>(),
                                   batch.positions.data_ptr<std::int32_t>() + 8);
  EXPECT_THAT(positions, testing::ElementsAre(0, 1, 2, 0, 1, 2, 0, 1));
}

TEST(Pack, PutsValuesBesideWhatIsReadOfExpressions) {
  const auto tokenizer = embedding::ExpressionTokenizer::standard();
  EncoderShape shape;
  shape.values = std::make_shared<const embedding::PartValues>(tokenizer);
  const embedding::PartValues& values = *shape.values;
  const std::vector<std::vector<neural::TokenId>> encoded = {
      tokenizer.encode("integral sin * 2 x x").value(), tokenizer.encode("y").value(),
      tokenizer.encode("+ x 2.5").value()};
  Expressions expressions;
  for (const auto& tokens : encoded) {
    expressions.push_back(std::span(tokens).subspan(1, tokens.size() - 2));
  }
  EXPECT_FALSE(pack(expressions, false).values.defined());
  const PackedBatch batch = pack(shape, expressions, false);
  EXPECT_EQ(batch.tokens.size(0), (3 + 2) + (1 + 2) + (1 + 2));
  const auto numbers = std::int64_t{embedding::kPartNumbers};
  ASSERT_EQ(batch.values.sizes(), (std::vector<std::int64_t>{batch.tokens.size(0), numbers}));
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    embedding::ValueReading reading;
    values.read(expressions[i], reading);
    const auto length = static_cast<std::int64_t>(reading.tokens.size());
    const torch::Tensor expected = torch::tensor(reading.numbers).view({length, numbers});
    const std::int64_t bos = batch.starts[batch.order[static_cast<std::int64_t>(i)]].item<int>();
    EXPECT_TRUE(torch::isnan(batch.values[bos]).all().item<bool>()) << i;
    EXPECT_TRUE(torch::allclose(batch.values.narrow(0, bos + 1, length), expected, 0, 0,
                                /*equal_nan=*/true))
        << i;
    EXPECT_TRUE(torch::isnan(batch.values[bos + 1 + length]).all().item<bool>()) << i;
    EXPECT_EQ(torch::isnan(expected[0]).any().item<bool>(), i == 0) << "an integral has none";
    for (std::int64_t t = 0; t < length; ++t) {
      EXPECT_EQ(batch.tokens[bos + 1 + t].item<int>(), reading.tokens[static_cast<std::size_t>(t)]);
    }
  }
  const PackedBatch opened = pack(shape, expressions, false, [] { return true; });
  EXPECT_EQ(opened.tokens.size(0), (6 + 2) + (1 + 2) + (3 + 2)) << "numbers and x have no operands";

  shape.special_tokens = false;
  const PackedBatch bare = pack(shape, expressions, false);
  EXPECT_EQ(bare.tokens.size(0), 3 + 1 + 1);
  EXPECT_TRUE(
      torch::isfinite(bare.values[bare.starts[bare.order[1]].item<int>()]).all().item<bool>());
}

TEST(Pack, HasASlotForEachTokenAndBoxesOfAFewLengths) {
  const std::vector<neural::TokenId> tokens(40, 7);
  const std::span<const neural::TokenId> all(tokens);
  const PackedBatch batch =
      pack(Expressions{all.subspan(0, 14), all.subspan(0, 15), all.subspan(0, 3), all}, false);
  ASSERT_EQ(batch.boxes.size(), 3U);
  EXPECT_EQ(batch.boxes[0].length, 16);
  EXPECT_EQ(batch.boxes[0].count, 2);
  EXPECT_EQ(batch.boxes[1].length, 32);
  EXPECT_EQ(batch.boxes[1].count, 1);
  EXPECT_EQ(batch.boxes[2].length, 48);
  EXPECT_TRUE(batch.lengths.equal(torch::tensor({5, 16, 17, 42}, torch::kInt32)));

  const torch::Tensor by_token =
      torch::rand({batch.tokens.size(0), 3}, torch::kFloat64).requires_grad_(true);
  const torch::Tensor by_slot = to_slots(batch, by_token);
  EXPECT_EQ(by_slot.size(0), 2 * 16 + 32 + 48);
  EXPECT_TRUE(from_slots(batch, by_slot).equal(by_token));
  EXPECT_TRUE(by_slot[16].equal(by_token[5]));  // the second expression
  (by_slot * torch::arange(by_slot.size(0)).unsqueeze(1)).sum().backward();
  EXPECT_EQ(by_token.grad()[4][0].item<double>(), 4);  // not of the slots behind it
  EXPECT_EQ(by_token.grad()[5][0].item<double>(), 16);

  const torch::Tensor slots = torch::rand({112, 3}, torch::kFloat64).requires_grad_(true);
  from_slots(batch, slots).sum().backward();
  EXPECT_EQ(slots.grad()[4][0].item<double>(), 1);
  EXPECT_EQ(slots.grad()[5][0].item<double>(), 0);
}

}  // namespace
}  // namespace noether::train
