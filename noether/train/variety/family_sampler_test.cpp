#include "noether/train/variety/family_sampler.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <map>
#include <set>
#include <string>

namespace noether::train {
namespace {

const embedding::ExpressionTokenizer& standard_tokenizer() {
  static const auto kTokenizer = embedding::ExpressionTokenizer::standard();
  return kTokenizer;
}

EncodedCorpus corpus_of(std::initializer_list<std::initializer_list<const char*>> clusters) {
  EncodedCorpus corpus;
  for (const auto& cluster : clusters) {
    for (const char* const member : cluster) {
      const auto tokens = *standard_tokenizer().encode(member);
      corpus.tokens.insert(corpus.tokens.end(), tokens.begin() + 1, tokens.end() - 1);
      corpus.member_ends.push_back(corpus.tokens.size());
    }
    corpus.cluster_ends.push_back(corpus.member_ends.size());
    corpus.ids.push_back(corpus.ids.size());
  }
  return corpus;
}

const EncodedCorpus& small_corpus() {
  static const EncodedCorpus kCorpus = corpus_of({{"sin x", "cos - x / pi 2", "/ 1 csc x"},
                                                  {"pow x 2", "* x x", "pow * -1 x 2"},
                                                  {"exp x", "pow e x"},
                                                  {"+ x 3", "- x -3", "+ 3 x"},
                                                  {"d x sin x", "cos x"}});
  return kCorpus;
}

TrainingConfig small_config() {
  TrainingConfig config;
  config.loss = LossKind::Families;
  config.batch = 4;
  config.model.positions = 64;
  return config;
}

// The configuration with this share of groups that are not clusters of the corpus.
class FreshShare : public testing::TestWithParam<double> {};

bool is_changed(std::size_t place) {
  constexpr std::size_t kGroup = FamilySampler::kMembers + FamilySampler::kChanged;
  return place % kGroup >= FamilySampler::kMembers;
}

TEST_P(FreshShare, GivesEqualExpressionsEqualLabelsAndOthersNone) {
  TrainingConfig config = small_config();
  config.fresh = GetParam();
  const auto sampler = FamilySampler::create(small_corpus(), {}, config, standard_tokenizer());
  ASSERT_TRUE(sampler);
  const TokenGrammar grammar(standard_tokenizer());
  const RealValues values(grammar);
  int changed = 0;
  for (std::uint64_t number = 0; number < 20; ++number) {
    const FamilyBatch batch = sampler->sample(number);
    ASSERT_EQ(batch.expressions.size(), sampler->expressions_per_batch());
    ASSERT_EQ(batch.values.size(), batch.expressions.size() * embedding::kValuePoints);
    std::map<std::int64_t, Tokens> first;
    for (std::size_t i = 0; i < batch.expressions.size(); ++i) {
      const Tokens& expression = batch.expressions[i];
      EXPECT_EQ(grammar.end_of(expression, 0), expression.size());
      EXPECT_LE(expression.size(), 62U);
      const auto known = first.emplace(batch.labels[i], expression).first;
      EXPECT_FALSE(clearly_differ(values.at_points(expression), values.at_points(known->second)))
          << *standard_tokenizer().decode(expression);
      const std::size_t group = i - i % 5;
      if (is_changed(i) && batch.labels[i] != batch.labels[group]) ++changed;
    }
  }
  EXPECT_GT(changed, 100);
}

// A change may produce a member of another group, or the same as another change.
TEST(FamilySampler, GivesChangedOnesTheLabelsOfWhatTheyAre) {
  TrainingConfig config = small_config();
  config.fresh = 1;
  const auto sampler = FamilySampler::create(small_corpus(), {}, config, standard_tokenizer());
  ASSERT_TRUE(sampler);
  std::map<Tokens, std::int64_t> labels;
  int again = 0;
  for (std::uint64_t number = 0; number < 200; ++number) {
    const FamilyBatch batch = sampler->sample(number);
    for (std::size_t i = 0; i < batch.expressions.size(); ++i) {
      if (!is_changed(i)) continue;
      const auto [known, is_new] = labels.emplace(batch.expressions[i], batch.labels[i]);
      if (is_new) continue;
      EXPECT_EQ(known->second, batch.labels[i])
          << *standard_tokenizer().decode(batch.expressions[i]);
      ++again;
    }
  }
  EXPECT_GT(again, 20);
}

INSTANTIATE_TEST_SUITE_P(FamilySampler, FreshShare, testing::Values(0.0, 0.5, 1.0));

TEST(FamilySampler, MakesSmallExpressionsOfItsOwn) {
  TrainingConfig config = small_config();
  config.fresh = 1;
  const auto sampler = FamilySampler::create(small_corpus(), {}, config, standard_tokenizer());
  ASSERT_TRUE(sampler);
  std::set<std::int64_t> functions;
  std::set<Tokens> forms;
  std::size_t members = 0;
  for (std::uint64_t number = 0; number < 50; ++number) {
    const FamilyBatch batch = sampler->sample(number);
    for (std::size_t i = 0; i < batch.expressions.size(); ++i) {
      if (is_changed(i)) continue;
      ++members;
      functions.insert(batch.labels[i]);
      forms.insert(batch.expressions[i]);
    }
  }
  EXPECT_GT(functions.size(), members / 6) << "there are six groups of three in a family";
  EXPECT_GT(forms.size(), 3 * members / 4);
}

TEST(FamilySampler, TakesTheSecondMemberFromTheFirstWhereTheyAreToBeNear) {
  TrainingConfig config = small_config();
  config.near = 1;
  const auto sampler = FamilySampler::create(small_corpus(), {}, config, standard_tokenizer());
  ASSERT_TRUE(sampler);
  constexpr std::size_t kGroup = FamilySampler::kMembers + FamilySampler::kChanged;
  // A walk of 0 steps does not change a member, so two members are often equal if one comes from
  // the other.
  std::size_t second = 0;
  std::size_t third = 0;
  for (std::uint64_t number = 0; number < 20; ++number) {
    const std::vector<Tokens> expressions = sampler->sample(number).expressions;
    for (std::size_t group = 0; group < expressions.size(); group += kGroup) {
      second += expressions[group] == expressions[group + 1] ? 1U : 0U;
      third += expressions[group] == expressions[group + 2] ? 1U : 0U;
    }
  }
  EXPECT_GT(second, 2 * third);
}

TEST(FamilySampler, SaysWhatIsAnAnalogy) {
  TrainingConfig config = small_config();
  EXPECT_TRUE(
      FamilySampler::create(small_corpus(), {}, config, standard_tokenizer())->sample(3).x1.empty())
      << "families of corpus clusters have no analogies";
  config.fresh = 1;
  const auto sampler = FamilySampler::create(small_corpus(), {}, config, standard_tokenizer());
  ASSERT_TRUE(sampler);
  const FamilyBatch batch = sampler->sample(3);
  ASSERT_EQ(batch.x1.size(), 4 * sampler->families_per_batch());
  const auto label = [&](std::int64_t place) {
    return batch.labels[static_cast<std::size_t>(place)];
  };
  for (std::size_t i = 0; i < batch.x1.size(); ++i) {
    EXPECT_NE(label(batch.x1[i]), label(batch.x2[i]));
    for (const std::int64_t place : {batch.x1[i], batch.y1[i], batch.x2[i], batch.y2[i]}) {
      EXPECT_FALSE(is_changed(static_cast<std::size_t>(place)));
    }
  }
}

TEST(FamilySampler, MakesABatchAgainByItsNumberAndNeverTheSameForAnother) {
  const auto a = FamilySampler::create(small_corpus(), {}, small_config(), standard_tokenizer());
  const auto b = FamilySampler::create(small_corpus(), {}, small_config(), standard_tokenizer());
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->sample(7).expressions, b->sample(7).expressions);
  EXPECT_NE(a->sample(7).expressions, a->sample(8).expressions);
}

TEST(FamilySampler, MakesNothingThatIsHeldOut) {
  const EncodedCorpus held_out = corpus_of({{"sin x"}, {"pow x 2"}, {"+ x 3"}, {"cos x"}});
  const EncodedCorpus* const one = &held_out;
  const auto sampler =
      FamilySampler::create(small_corpus(), {&one, 1}, small_config(), standard_tokenizer());
  ASSERT_TRUE(sampler);
  const TokenGrammar grammar(standard_tokenizer());
  const RealValues values(grammar);
  const auto sine = values.at_points(grammar.tokens("sin x"));
  bool made = false;
  for (std::uint64_t number = 0; number < 20; ++number) {
    const FamilyBatch batch = sampler->sample(number);
    for (std::size_t i = 0; i < batch.expressions.size(); ++i) {
      made = true;
      EXPECT_FALSE(agree(values.at_points(batch.expressions[i]), sine))
          << *standard_tokenizer().decode(batch.expressions[i]);
    }
  }
  EXPECT_TRUE(made) << "families of the remaining sums and products are still made";
}

TEST(FamilySampler, RefusesACorpusWithoutClusters) {
  const EncodedCorpus corpus = corpus_of({{"sin x"}, {"cos x", "sin + x / pi 2"}});
  EXPECT_FALSE(FamilySampler::create(corpus, {}, small_config(), standard_tokenizer()));
}

}  // namespace
}  // namespace noether::train
