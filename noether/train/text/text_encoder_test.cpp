#include "noether/train/text/text_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/neural/transformer/transformer.h"
#include "noether/train/text/tiny_transformer.h"

namespace noether::train {
namespace {

using neural::TransformerConfig;
using neural::TransformerWeights;

ParameterViews views_of(const TransformerConfig& config, const torch::Tensor& flat) {
  ParameterViews views;
  std::int64_t begin = 0;
  for (const ParameterSpec& spec : text_parameters(config)) {
    views.emplace(spec.name, flat.narrow(0, begin, spec.count()).view(spec.shape));
    begin += spec.count();
  }
  EXPECT_EQ(begin, flat.numel());
  return views;
}

void expect_same_hidden_states(const TransformerConfig& config) {
  ASSERT_EQ(config.problem(), std::nullopt);
  ASSERT_EQ(training_problem(config), std::nullopt);
  const TransformerWeights weights = neural::random_weights(config, 7);
  const auto texts = random_texts(9, 3);
  const TextBatch batch = pack_texts(texts, /*pinned=*/false);
  const torch::Tensor found =
      hidden_states(config, views_of(config, flat_weights(config, weights)), batch.packed)
          .index_select(0, batch.rows)
          .contiguous();

  std::vector<neural::TokenId> tokens;
  std::vector<std::size_t> lengths;
  for (const auto& text : texts) {
    tokens.insert(tokens.end(), text.begin(), text.end());
    lengths.push_back(text.size());
  }
  neural::Transformer::Workspace workspace;
  const neural::Transformer transformer(config, weights);
  const auto expected = transformer.run({tokens, lengths}, workspace);
  ASSERT_EQ(found.numel(), std::ssize(expected));
  const auto* const values = found.data_ptr<float>();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_NEAR(values[i], expected[i], 1e-4) << "number " << i;
  }
}

TEST(TextEncoder, ComputesWhatNeuralDoesWithTheNormBehind) {
  expect_same_hidden_states(tiny_bert());
}

TEST(TextEncoder, ComputesWhatNeuralDoesOfADecoder) {
  TransformerConfig config = tiny_bert();
  config.norm_place = neural::NormPlace::Before;
  config.embedding_norm = false;
  config.final_norm = true;
  config.causal = true;
  config.activation = neural::Activation::GeluTanh;
  expect_same_hidden_states(config);
}

TEST(TextEncoder, ComputesWhatNeuralDoesWithTheNormBefore) {
  TransformerConfig config = tiny_bert();
  config.norm_place = neural::NormPlace::Before;
  config.final_norm = true;
  config.embedding_norm = false;
  config.segments = 0;
  config.position_offset = 2;
  config.activation = neural::Activation::Relu;
  expect_same_hidden_states(config);
}

TEST(TextEncoder, ComputesWhatNeuralDoesWithSharedLayersAndNarrowEmbeddings) {
  TransformerConfig config = tiny_bert();
  config.layers = 4;
  config.embedding_width = 8;
  config.activation = neural::Activation::GeluTanh;
  expect_same_hidden_states(config);
}

TEST(TextEncoder, ComputesWhatNeuralDoesWithGatesAndWithoutBiases) {
  TransformerConfig config = tiny_bert();
  config.gated = true;
  config.biases = false;
  config.activation = neural::Activation::Silu;
  expect_same_hidden_states(config);
}

TEST(TextEncoder, SaysWhatItCannotTrain) {
  const auto problem = [](auto change) {
    TransformerConfig config = tiny_bert();
    change(config);
    return training_problem(config).value_or("");
  };
  EXPECT_THAT(problem([](auto& c) { c.positions = neural::Positions::Rotary; }),
              testing::HasSubstr("rotary"));
  EXPECT_THAT(problem([](auto& c) { c.norm = neural::NormKind::RootMeanSquare; }),
              testing::HasSubstr("LayerNorm"));
  EXPECT_THAT(problem([](auto& c) { c.key_value_heads = 1; }), testing::HasSubstr("share keys"));
}

TEST(TextEncoder, WritesWeightsBackAndLeavesHeadsAsTheyAre) {
  TransformerConfig config = tiny_bert();
  config.head.pooler = neural::Activation::Tanh;
  const TransformerWeights from = neural::random_weights(config, 1);
  TransformerWeights to = neural::random_weights(config, 2);
  const auto pooler = to.head.pooler.weight.values;
  set_weights(config, flat_weights(config, from), to);
  EXPECT_TRUE(torch::equal(flat_weights(config, from), flat_weights(config, to)));
  EXPECT_EQ(to.layers[1].norm2.bias, from.layers[1].norm2.bias);
  EXPECT_EQ(to.head.pooler.weight.values, pooler);
}

}  // namespace
}  // namespace noether::train
