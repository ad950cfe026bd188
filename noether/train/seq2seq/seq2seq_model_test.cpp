#include "noether/train/seq2seq/seq2seq_model.h"

#include <ATen/Parallel.h>
#include <ATen/record_function.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "noether/train/core/numeric_gradient.h"
#include "noether/train/core/parameters.h"

namespace noether::train {
namespace {

using embedding::ExpressionTokenizer;
using neural::TokenId;
using testing::ElementsAreArray;
using testing::SizeIs;

using Tokens = std::vector<TokenId>;
using Pairs = std::vector<std::pair<Tokens, Tokens>>;

constexpr std::int64_t kVocabulary = 11;

Seq2seqShape tiny_shape(std::int64_t width = 8) {
  return {.encoder = {.vocabulary = kVocabulary,
                      .layers = 2,
                      .width = width,
                      .heads = 2,
                      .feed_forward = 2 * width,
                      .positions = 16,
                      .pooling = Pooling::Max},
          .decoder_layers = 2};
}

PairBatch batch_of(const Pairs& pairs) {
  std::vector<std::span<const TokenId>> sources;
  std::vector<std::span<const TokenId>> targets;
  for (const auto& [source, target] : pairs) {
    sources.emplace_back(source);
    targets.emplace_back(target);
  }
  return pack_pairs(sources, targets, /*pinned=*/false);
}

// Token 3 is an operator with two operands, 4 with one; 5 is a variable; the others are numbers.
std::vector<TokenRole> model_roles() {
  using Kind = TokenRole::Kind;
  std::vector<TokenRole> roles(kVocabulary, {.kind = Kind::Number});
  roles[ExpressionTokenizer::kPad] = roles[ExpressionTokenizer::kBos] = {};
  roles[ExpressionTokenizer::kEos] = {.kind = Kind::End};
  roles[3] = {.kind = Kind::Operator, .operands = 2};
  roles[4] = {.kind = Kind::Operator, .operands = 1};
  roles[5] = {.kind = Kind::Variable};
  return roles;
}

const PrefixGrammar& model_grammar() {
  static const PrefixGrammar grammar(model_roles(), std::vector<TokenId>{5});
  return grammar;
}

// Expressions of one to seven tokens.
Tokens random_expression(std::mt19937& random) {
  PrefixGrammar::State state;
  Tokens tokens;
  const std::size_t most = 1 + random() % 7;
  while (true) {
    Tokens allowed;
    for (TokenId token = 0; token < kVocabulary; ++token) {
      if (model_grammar().allows(state, token, most - tokens.size())) allowed.push_back(token);
    }
    const TokenId chosen = allowed[random() % allowed.size()];
    if (chosen == ExpressionTokenizer::kEos) return tokens;
    model_grammar().advance(state, chosen);
    tokens.push_back(chosen);
  }
}

// All sources are different, so each has one target that can be learnt.
Pairs random_pairs(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  Pairs pairs;
  while (pairs.size() < count) {
    Tokens source = random_expression(random);
    if (std::ranges::any_of(pairs, [&](const auto& pair) { return pair.first == source; }))
      continue;
    pairs.emplace_back(std::move(source), random_expression(random));
  }
  return pairs;
}

Parameters tiny_parameters(const Seq2seqShape& shape, torch::ScalarType type = torch::kFloat64) {
  return {seq2seq_parameters(shape), 3, torch::kCPU, type};
}

torch::Tensor logits_of(const Seq2seqShape& shape, const Parameters& parameters,
                        const PairBatch& batch) {
  const torch::NoGradGuard no_graph;
  const ParameterViews weights = parameters.views(parameters.flat().scalar_type());
  return Decoder(shape, weights)
      .forward(batch, encode_tokens(shape.encoder, weights, batch.sources));
}

TEST(Seq2seq, GradientIsTheSlopeOfItsLoss) {
  const Seq2seqShape shape = tiny_shape();
  Parameters parameters = tiny_parameters(shape);
  const PairBatch batch = batch_of(random_pairs(4, 2));
  expect_gradient_is_slope(parameters, [&](const ParameterViews& weights) {
    return seq2seq_loss(shape, weights, batch, 0.1);
  });
}

TEST(Seq2seq, DecoderSeesNoLaterToken) {
  const Seq2seqShape shape = tiny_shape();
  const Parameters parameters = tiny_parameters(shape, torch::kFloat32);
  const Pairs other = random_pairs(2, 4);
  const Tokens target = {3, 4, 5, 6, 7, 8};
  for (std::size_t changed = 0; changed < target.size(); ++changed) {
    Tokens later = target;
    for (std::size_t i = changed; i < later.size(); ++i) later[i] = 10;
    const auto of = [&](const Tokens& tokens) {
      Pairs pairs = other;
      pairs.emplace_back(Tokens{3, 5, 5}, tokens);
      return logits_of(shape, parameters, batch_of(pairs));
    };
    // Row p of the last pair predicts the token after <bos> and p tokens.
    const auto first =
        static_cast<std::int64_t>(other[0].second.size() + other[1].second.size() + 2);
    const auto same = static_cast<std::int64_t>(changed) + 1;
    const torch::Tensor before = of(target).narrow(0, first, same + 1);
    const torch::Tensor after = of(later).narrow(0, first, same + 1);
    EXPECT_TRUE(torch::equal(before.narrow(0, 0, same), after.narrow(0, 0, same))) << changed;
    EXPECT_FALSE(torch::equal(before[same], after[same])) << changed;
  }
}

// The names of LibTorch's operations that `compute` makes in this thread.
std::set<std::string> operations_of(const std::function<void()>& compute) {
  static thread_local std::set<std::string> names;
  names.clear();
  const auto handle = at::addThreadLocalCallback(at::RecordFunctionCallback(
      [](const at::RecordFunction& function) -> std::unique_ptr<at::ObserverContext> {
        names.insert(function.name());
        return nullptr;
      }));
  compute();
  at::removeCallback(handle);
  return names;
}

// PyTorch 2.0 supports triu for bf16 only on CPUs.
TEST(Seq2seq, DecoderNeedsNoOperationThatCudaLacks) {
  const Seq2seqShape shape = tiny_shape();
  const Parameters parameters = tiny_parameters(shape);
  const auto operations =
      operations_of([&] { logits_of(shape, parameters, batch_of(random_pairs(4, 2))); });
  EXPECT_THAT(operations, testing::Contains("aten::masked_fill"));
  EXPECT_THAT(operations, testing::Not(testing::Contains("aten::triu")));
}

TEST(Seq2seq, AnswersDependOnTheSource) {
  const Seq2seqShape shape = tiny_shape();
  const Parameters parameters = tiny_parameters(shape);
  const auto one = logits_of(shape, parameters, batch_of({{{3, 5, 6}, {5}}}));
  const auto other = logits_of(shape, parameters, batch_of({{{3, 5, 7}, {5}}}));
  EXPECT_GT((one - other).abs().max().item<double>(), 1e-6);
}

// A single expression needs no padding; in a batch, short expressions are next to long ones.
TEST(Seq2seq, PaddingChangesNothing) {
  const Seq2seqShape shape = tiny_shape();
  const Parameters parameters = tiny_parameters(shape);
  const Pairs pairs = random_pairs(12, 8);
  const torch::Tensor together = logits_of(shape, parameters, batch_of(pairs));
  std::int64_t row = 0;
  for (const auto& pair : pairs) {
    const torch::Tensor alone = logits_of(shape, parameters, batch_of({pair}));
    const double difference =
        (together.narrow(0, row, alone.size(0)) - alone).abs().max().item<double>();
    EXPECT_LT(difference, 1e-12);
    row += alone.size(0);
  }
  EXPECT_EQ(row, together.size(0));
}

// Expressions outside all pairs and another order of pairs do not change the logits.
TEST(Seq2seq, WritesPairsOfPlacesAsPairsOfTheirOwn) {
  const Seq2seqShape shape = tiny_shape();
  const Parameters parameters = tiny_parameters(shape);
  const Pairs pairs = random_pairs(3, 6);
  std::vector<std::span<const TokenId>> expressions;
  for (const auto& [source, target] : pairs) {
    expressions.emplace_back(target);
    expressions.emplace_back(source);
  }
  const std::vector<PairPlaces> places = {{3, 2}, {1, 0}};
  const PairBatch batch = pack_pairs(expressions, places, /*pinned=*/false);
  EXPECT_EQ(batch.sources.sequences(), 6);
  const torch::Tensor expected = logits_of(shape, parameters, batch_of({pairs[1], pairs[0]}));
  EXPECT_TRUE(torch::allclose(logits_of(shape, parameters, batch), expected, 0, 1e-9));
}

TEST(Seq2seq, LossIsTheSmoothedCrossEntropy) {
  const Seq2seqShape shape = tiny_shape();
  const Parameters parameters = tiny_parameters(shape);
  const PairBatch batch = batch_of(random_pairs(5, 9));
  const torch::Tensor logits = logits_of(shape, parameters, batch);
  for (const double smoothing : {0.0, 0.1, 0.5}) {
    double sum = 0;
    for (std::int64_t row = 0; row < logits.size(0); ++row) {
      const double* const values = logits.data_ptr<double>() + row * kVocabulary;
      double total = 0;
      for (std::int64_t v = 0; v < kVocabulary; ++v) total += std::exp(values[v]);
      for (std::int64_t v = 0; v < kVocabulary; ++v) {
        const bool right = v == batch.target_next[row].item<std::int64_t>();
        const double wanted = smoothing / kVocabulary + (right ? 1 - smoothing : 0);
        sum -= wanted * (values[v] - std::log(total));
      }
    }
    const double expected = sum / static_cast<double>(logits.size(0));
    const double loss =
        seq2seq_loss(shape, parameters.views(torch::kFloat64), batch, smoothing).item<double>();
    EXPECT_NEAR(loss, expected, 1e-12) << smoothing;
  }
}

TEST(Seq2seq, DropsOutInBothHalves) {
  const Seq2seqShape shape = tiny_shape();
  const Parameters parameters = tiny_parameters(shape);
  const ParameterViews weights = parameters.views(torch::kFloat64);
  const PairBatch batch = batch_of(random_pairs(5, 9));
  const torch::Tensor hidden = encode_tokens(shape.encoder, weights, batch.sources);
  const Decoder decoder(shape, weights);
  torch::manual_seed(1);
  const torch::Tensor of_decoder = decoder.forward(batch, hidden, 0.5);
  EXPECT_GT((of_decoder - decoder.forward(batch, hidden)).abs().max().item<double>(), 1e-6);

  const auto loss = [&](std::uint64_t seed) {
    torch::manual_seed(seed);
    return seq2seq_loss(shape, weights, batch, 0, 0.5).item<double>();
  };
  EXPECT_EQ(loss(1), loss(1));
  EXPECT_NE(loss(1), loss(2));
  torch::manual_seed(1);
  const torch::Tensor dropped = encode_tokens(shape.encoder, weights, batch.sources, 0.5);
  const torch::Tensor logits = decoder.forward(batch, dropped, 0.5);
  EXPECT_EQ(torch::cross_entropy_loss(logits, batch.target_next).item<double>(), loss(1));
}

// Steps with kept keys and values give the same logits as a pass over the whole target.
TEST(Seq2seq, DecodingStepByStepIsOnePass) {
  const Seq2seqShape shape = tiny_shape();
  const Parameters parameters = tiny_parameters(shape);
  const Tokens source = {3, 5, 4, 6};
  // Two rows, which change places on the way.
  const Tokens first = {3, 4, 5, 6};
  const Tokens second = {4, 3, 7, 5};
  SourceDecoder decoder(shape, parameters.views(torch::kFloat64), source);
  decoder.step(std::vector<std::uint32_t>{0}, Tokens{ExpressionTokenizer::kBos});
  decoder.step(std::vector<std::uint32_t>{0, 0}, Tokens{first[0], second[0]});
  decoder.step(std::vector<std::uint32_t>{1, 0}, Tokens{second[1], first[1]});
  const auto rows = decoder.step(std::vector<std::uint32_t>{0, 1}, Tokens{second[2], first[2]});
  ASSERT_THAT(rows, SizeIs(2 * kVocabulary));
  for (const bool is_first : {false, true}) {
    const torch::Tensor expected = torch::log_softmax(
        logits_of(shape, parameters, batch_of({{source, is_first ? first : second}}))[3], -1);
    for (std::int64_t v = 0; v < kVocabulary; ++v) {
      EXPECT_NEAR(static_cast<double>(rows[static_cast<std::size_t>(v + is_first * kVocabulary)]),
                  expected[v].item<double>(), 1e-5);
    }
  }
}

// The model memorises twelve pairs; beam search then finds the targets, each with a probability
// near 1.
TEST(Seq2seq, LearnsABatchByHeart) {
  at::set_num_threads(1);
  const Seq2seqShape shape = tiny_shape(32);
  Parameters parameters = tiny_parameters(shape, torch::kFloat32);
  AdamW optimiser(parameters.flat(), {.weight_decay = 0});
  const Pairs pairs = random_pairs(12, 11);
  const PairBatch batch = batch_of(pairs);
  double last = 0;
  for (int step = 0; step < 200; ++step) {
    const torch::Tensor loss = seq2seq_loss(shape, parameters.views(torch::kFloat32), batch, 0);
    loss.backward();
    optimiser.step(parameters.flat(), 5e-3);
    last = loss.item<double>();
  }
  EXPECT_LT(last, 0.02);
  for (const auto& [source, target] : pairs) {
    SourceDecoder decoder(shape, parameters.views(torch::kFloat32), source);
    const auto found = beam_search(decoder, model_grammar(), {.beams = 3, .max_tokens = 10});
    ASSERT_THAT(found, SizeIs(3));
    EXPECT_THAT(found[0].tokens, ElementsAreArray(target));
    EXPECT_GT(found[0].log_probability, std::log(0.8));
  }
}

}  // namespace
}  // namespace noether::train
