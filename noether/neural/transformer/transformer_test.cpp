#include "noether/neural/transformer/transformer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "noether/neural/transformer/quantize_weights.h"
#include "noether/neural/transformer/random_transformer.h"

namespace noether::neural {
namespace {

TransformerConfig small_config() {
  TransformerConfig config;
  config.vocabulary = 50;
  config.layers = config.stored_layers = 2;
  config.width = config.embedding_width = 32;
  config.heads = config.key_value_heads = 4;
  config.head_size = 8;
  config.feed_forward = 64;
  return config;
}

// The largest difference between run_one and the rows of run for the token at `place`.
double largest_difference(const Transformer& transformer, const std::vector<std::size_t>& lengths,
                          std::size_t place) {
  std::vector<TokenId> tokens(std::accumulate(lengths.begin(), lengths.end(), std::size_t{0}));
  for (std::size_t i = 0; i < tokens.size(); ++i) tokens[i] = static_cast<TokenId>(7 * i % 50);
  const TokenBatch batch{tokens, lengths, {}, {}};
  Transformer::Workspace workspace;
  const auto all = transformer.run(batch, workspace);
  const std::vector<float> expected(all.begin(), all.end());
  const auto rows = transformer.run_one(batch, place, workspace);
  const std::size_t width = transformer.config().width;
  EXPECT_EQ(rows.size(), lengths.size() * width);
  double largest = 0;
  std::size_t first = 0;
  for (std::size_t sequence = 0; sequence < lengths.size(); ++sequence) {
    for (std::size_t i = 0; i < width; ++i) {
      const double difference = static_cast<double>(rows[sequence * width + i]) -
                                static_cast<double>(expected[(first + place) * width + i]);
      largest = std::max(largest, std::abs(difference));
    }
    first += lengths[sequence];
  }
  return largest;
}

TEST(TransformerOfOneToken, GivesWhatTheWholeTransformerGives) {
  struct Kind {
    const char* name;
    std::function<void(TransformerConfig&)> change;
  };
  const Kind kinds[] = {
      {"norm before", [](TransformerConfig&) {}},
      {"norm after",
       [](TransformerConfig& config) {
         config.norm_place = NormPlace::After;
         config.final_norm = false;
       }},
      {"causal", [](TransformerConfig& config) { config.causal = true; }},
      {"rotary, gated, shared heads",
       [](TransformerConfig& config) {
         config.positions = Positions::Rotary;
         config.gated = true;
         config.key_value_heads = 2;
       }},
      {"shared layers", [](TransformerConfig& config) { config.stored_layers = 1; }},
      {"one layer", [](TransformerConfig& config) { config.layers = config.stored_layers = 1; }},
  };
  for (const Kind& kind : kinds) {
    TransformerConfig config = small_config();
    kind.change(config);
    ASSERT_EQ(config.problem(), std::nullopt) << kind.name;
    const Transformer floats(config, random_weights(config));
    TransformerWeights rounded = random_weights(config);
    quantize_weights(rounded, config, TokenTable::Keep);
    using enum Linear::TokenBits;
    const Transformer int8(config, std::move(rounded),
                           {Sixteen, Sixteen, /*int8_attention=*/false});
    for (const std::size_t place : {0U, 1U}) {
      const std::vector<std::size_t> lengths = {2, 7, 3, 2, 20};
      EXPECT_LT(largest_difference(floats, lengths, place), 1e-5) << kind.name << " " << place;
      EXPECT_LT(largest_difference(int8, lengths, place), 1e-4) << kind.name << " " << place;
    }
    EXPECT_LT(largest_difference(floats, {1, 4, 1}, 0), 1e-5) << kind.name;
  }
}

}  // namespace
}  // namespace noether::neural
