#include "noether/train/pretrain/masked_batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/neural/transformer/transformer.h"
#include "noether/train/core/numeric_gradient.h"
#include "noether/train/pretrain/tiny_pieces.h"
#include "noether/train/text/text_encoder.h"
#include "noether/train/text/tiny_transformer.h"

namespace noether::train {
namespace {

using neural::TransformerConfig;
using testing::ElementsAre;

TransformerConfig bert_with_heads() {
  TransformerConfig config = tiny_bert();
  config.head.words = true;
  config.head.pooler = neural::Activation::Tanh;
  config.head.order = true;
  return config;
}

std::vector<MaskedSequence> some_sequences() {
  return {{{2, 11, 4, 3, 13, 3}, {2, 4}, {12, 14}, 4, false},
          {{2, 4, 3}, {1}, {15}, 0, std::nullopt},
          {{2, 16, 4, 18, 3, 4, 3}, {2, 5}, {17, 19}, 5, true}};
}

std::vector<std::int64_t> numbers(const torch::Tensor& tensor) {
  const torch::Tensor wide = tensor.to(torch::kInt64).contiguous();
  const auto* const data = wide.data_ptr<std::int64_t>();
  return {data, data + wide.numel()};
}

TEST(MaskedBatch, KnowsTheRowsOfWhatIsToBeFound) {
  const MaskedBatch batch = pack_masked(some_sequences(), /*pinned=*/false);
  // The shortest first.
  EXPECT_THAT(numbers(batch.packed.tokens),
              ElementsAre(2, 4, 3, 2, 11, 4, 3, 13, 3, 2, 16, 4, 18, 3, 4, 3));
  EXPECT_THAT(numbers(batch.packed.segments),
              ElementsAre(0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 1));
  EXPECT_THAT(numbers(batch.rows), ElementsAre(5, 7, 1, 11, 14));
  EXPECT_THAT(numbers(batch.words), ElementsAre(12, 14, 15, 17, 19));
  EXPECT_THAT(numbers(batch.first_rows), ElementsAre(3, 9));
  EXPECT_THAT(numbers(batch.swapped), ElementsAre(0, 1));
}

// With LibTorch and without it.
void expect_same_scores(const TransformerConfig& config) {
  ASSERT_EQ(config.problem(), std::nullopt);
  const neural::TransformerWeights weights = neural::random_weights(config, 5);
  const neural::Transformer transformer(config, weights);
  const torch::Tensor flat = flat_weights(config, weights, config.head);
  ParameterViews views;
  std::int64_t begin = 0;
  for (const ParameterSpec& spec : text_parameters(config, config.head)) {
    views.emplace(spec.name, flat.narrow(0, begin, spec.count()).view(spec.shape));
    begin += spec.count();
  }
  ASSERT_EQ(begin, flat.numel());

  const MaskedSequence sequence = some_sequences()[config.head.order ? 0 : 1];
  const MaskedBatch batch = pack_masked(std::span(&sequence, 1), /*pinned=*/false);
  const torch::Tensor hidden = hidden_states(config, views, batch.packed);
  std::vector<std::uint8_t> segments(sequence.tokens.size(), 0);
  if (sequence.swapped) std::fill(segments.begin() + sequence.second_begin, segments.end(), 1);
  neural::Transformer::Workspace workspace;
  const std::vector<std::size_t> lengths = {sequence.tokens.size()};
  const auto expected = transformer.run({sequence.tokens, lengths, segments}, workspace);
  const auto same = [](const torch::Tensor& found, std::span<const float> right) {
    const torch::Tensor row = found.contiguous();
    ASSERT_EQ(row.numel(), std::ssize(right));
    for (std::size_t i = 0; i < right.size(); ++i) {
      ASSERT_NEAR(row.data_ptr<float>()[i], right[i], 1e-4) << "number " << i;
    }
  };
  same(hidden, expected);
  same(word_scores(config, views, hidden), transformer.heads().words(expected));
  if (!config.head.order) return;
  same(order_scores(config, views, hidden.narrow(0, 0, 1)),
       transformer.heads().order(transformer.heads().pooled(expected.subspan(0, config.width))));
}

TEST(MaskedBatch, HasTheScoresOfNeuralsHeads) {
  expect_same_scores(bert_with_heads());
  TransformerConfig albert = bert_with_heads();
  albert.stored_layers = 1;
  albert.embedding_width = 8;
  albert.head.words_activation = neural::Activation::GeluTanh;
  expect_same_scores(albert);
  TransformerConfig untied = bert_with_heads();
  untied.head.words_tied = false;
  expect_same_scores(untied);
  TransformerConfig roberta = bert_with_heads();
  roberta.segments = 1;
  roberta.position_offset = 2;
  roberta.head.order = false;
  roberta.head.pooler = std::nullopt;
  expect_same_scores(roberta);
}

TEST(MaskedLosses, AreMeansOverWhatIsToBeFound) {
  const TransformerConfig config = bert_with_heads();
  Parameters parameters(text_parameters(config, config.head), 1, torch::kCPU, torch::kFloat64);
  // Weights of nothing tell nothing apart.
  const MaskedLosses losses = masked_losses(config, parameters.views(torch::kFloat64),
                                            pack_masked(some_sequences(), /*pinned=*/false));
  EXPECT_NEAR(losses.words.item<double>(), std::log(50.0), 1e-9);
  EXPECT_NEAR(losses.order.item<double>(), std::log(2.0), 1e-9);
  const MaskedSequence alone = some_sequences()[1];
  EXPECT_EQ(masked_losses(config, parameters.views(torch::kFloat64),
                          pack_masked(std::span(&alone, 1), /*pinned=*/false))
                .order.item<double>(),
            0);
}

void expect_gradients(const TransformerConfig& config) {
  std::vector<ParameterSpec> specs = text_parameters(config, config.head);
  for (ParameterSpec& spec : specs) spec.deviation = 0.5;
  Parameters parameters(std::move(specs), 3, torch::kCPU, torch::kFloat64);
  const MaskedBatch batch = pack_masked(some_sequences(), /*pinned=*/false);
  expect_gradient_is_slope(parameters, [&](const ParameterViews& weights) {
    const MaskedLosses losses = masked_losses(config, weights, batch);
    return losses.words + 0.7 * losses.order;
  });
}

TEST(MaskedLosses, HaveGradientsThatAreTheirSlopes) {
  expect_gradients(bert_with_heads());
  TransformerConfig albert = bert_with_heads();
  albert.stored_layers = 1;
  albert.embedding_width = 8;
  expect_gradients(albert);
}

}  // namespace
}  // namespace noether::train
