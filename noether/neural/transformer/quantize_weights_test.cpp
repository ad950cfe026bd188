#include "noether/neural/transformer/quantize_weights.h"

#include <gtest/gtest.h>

#include <random>

#include "noether/base/test_seed.h"
#include "noether/neural/transformer/random_transformer.h"
#include "noether/neural/transformer/transformer.h"

namespace noether::neural {
namespace {

constexpr std::size_t kOutputs = 12;
constexpr std::size_t kInputs = 24;
constexpr std::size_t kSampled = 400;

struct RoundingSample {
  LinearWeights weights;
  std::vector<float> inputs;
};

// Correlated inputs whose means are not zero.
RoundingSample random_sample(std::mt19937& random) {
  std::normal_distribution<float> normal;
  RoundingSample sample;
  sample.weights.weight = {kOutputs, kInputs, {}, {}, {}};
  for (std::size_t i = 0; i < kOutputs * kInputs; ++i) {
    sample.weights.weight.values.push_back(normal(random));
  }
  sample.weights.bias.assign(kOutputs, 0.5F);
  for (std::size_t token = 0; token < kSampled; ++token) {
    const float shared = 3 * normal(random);
    for (std::size_t i = 0; i < kInputs; ++i) {
      sample.inputs.push_back(shared + normal(random) + static_cast<float>(i % 5));
    }
  }
  return sample;
}

// Chooses coarse scales, so that rounding dominates the error.
void choose_coarse_scales(Matrix& matrix) { matrix.scales.assign(matrix.rows, 0.25F); }

double error_of_rounding(const RoundingSample& sample, const LinearWeights& rounded) {
  double squares = 0;
  for (std::size_t token = 0; token < kSampled; ++token) {
    for (std::size_t row = 0; row < kOutputs; ++row) {
      double difference = static_cast<double>(rounded.bias[row] - sample.weights.bias[row]);
      for (std::size_t i = 0; i < kInputs; ++i) {
        const std::size_t at = row * kInputs + i;
        difference += static_cast<double>(sample.inputs[token * kInputs + i]) *
                      (rounded.weight.quantized[at] * 0.25 -
                       static_cast<double>(sample.weights.weight.values[at]));
      }
      squares += difference * difference;
    }
  }
  return squares / (kSampled * kOutputs);
}

TEST(CompensatedRounding, ChangesResultsLessThanRoundingEachWeight) {
  const auto seed = base::test_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  const RoundingSample sample = random_sample(random);
  LinearWeights each = sample.weights;
  for (const float value : each.weight.values) {
    each.weight.quantized.push_back(static_cast<std::int8_t>(whole_multiple(value, 0.25F)));
  }
  InputMoments moments(kInputs);
  moments.add(std::span(sample.inputs).first(kSampled / 2 * kInputs));
  moments.add(std::span(sample.inputs).subspan(kSampled / 2 * kInputs));
  EXPECT_EQ(moments.tokens(), kSampled);
  LinearWeights together = sample.weights;
  choose_coarse_scales(together.weight);
  round_compensated(together, moments);
  EXPECT_LT(error_of_rounding(sample, together), 0.5 * error_of_rounding(sample, each));
}

TEST(CompensatedRounding, KeepsWeightsThatAreOnTheirGrid) {
  std::mt19937 random(1);
  RoundingSample sample = random_sample(random);
  for (float& value : sample.weights.weight.values) value = whole_multiple(value, 0.25F) * 0.25F;
  InputMoments moments(kInputs);
  moments.add(sample.inputs);
  LinearWeights rounded = sample.weights;
  choose_coarse_scales(rounded.weight);
  round_compensated(rounded, moments);
  for (std::size_t i = 0; i < rounded.weight.quantized.size(); ++i) {
    EXPECT_EQ(static_cast<float>(rounded.weight.quantized[i]) * 0.25F,
              sample.weights.weight.values[i]);
  }
  EXPECT_EQ(rounded.bias, sample.weights.bias);
}

TEST(CompensatedRounding, ReadsInputsThatNeverMove) {
  LinearWeights weights{{2, 4, {0.1F, 0.2F, 0.3F, 0.4F, 0, 0, 0, 0}, {}, {0.1F, 0}}, {0, 1}};
  InputMoments moments(4);
  moments.add(std::vector<float>(8, 0.0F));
  round_compensated(weights, moments);
  EXPECT_EQ(weights.weight.quantized, (std::vector<std::int8_t>{1, 2, 3, 4, 0, 0, 0, 0}));
  EXPECT_EQ(weights.bias[1], 1);
}

// Layers that share weights see the inputs of all of them, and matrices without a bias get none.
TEST(CompensatedRounding, QuantizesEveryKindOfLayer) {
  TransformerConfig config;
  config.vocabulary = 50;
  config.width = config.embedding_width = 32;
  config.heads = 4;
  config.key_value_heads = 2;
  config.head_size = 8;
  config.feed_forward = 48;
  config.layers = 4;
  config.stored_layers = 2;
  config.gated = true;
  config.biases = false;
  config.activation = Activation::Silu;
  ASSERT_FALSE(config.problem());
  TransformerWeights weights = random_weights(config);
  const std::vector<std::vector<TokenId>> sample = {{1, 2, 3, 4, 5}, {6, 7, 8}, {49}};
  quantize_weights(weights, config, TokenTable::Round, sample);
  EXPECT_TRUE(weights.is_int8());
  for (const LayerWeights& layer : weights.layers) {
    EXPECT_TRUE(layer.feed_forward_out.weight.is_int8());
    EXPECT_TRUE(layer.feed_forward_out.bias.empty());
  }
  const Transformer transformer(config, std::move(weights));
  Transformer::Workspace workspace;
  const std::size_t length = 5;
  for (const float value : transformer.run({sample[0], std::span(&length, 1)}, workspace)) {
    EXPECT_TRUE(std::isfinite(value));
  }
}

}  // namespace
}  // namespace noether::neural
