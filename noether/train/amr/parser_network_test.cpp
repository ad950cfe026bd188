#include "noether/train/amr/parser_network.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include "noether/train/amr/tiny_examples.h"
#include "noether/train/amr/train_parser.h"
#include "noether/train/core/numeric_gradient.h"
#include "noether/train/text/text_encoder.h"
#include "noether/train/text/tiny_transformer.h"

namespace noether::train {
namespace {

AmrConfig exact_config() {
  AmrConfig config;
  config.fragment_width = 12;
  config.edge_width = 8;
  config.role_width = 6;
  config.dropout = config.head_dropout = 0;
  config.given = 1;  // else edges jump where another fragment becomes the best
  return config;
}

TEST(ParserNetwork, HasGradientsThatAreSlopes) {
  at::set_num_threads(1);
  const AmrExamples examples = tiny_examples(50, 0);
  const AmrConfig config = exact_config();
  neural::TransformerConfig encoder = tiny_bert();
  encoder.segments = 8;
  const ParserHeads heads = ParserHeads::of_graphs(examples, config);
  std::vector<ParameterSpec> specs = text_parameters(encoder);
  for (ParameterSpec& spec : specs) {
    const bool is_norm = spec.name.find("norm") != std::string::npos;
    if (is_norm && spec.name.ends_with(".weight")) {
      spec.value = 1;
    } else {
      spec.deviation = 0.2;
    }
  }
  std::ranges::move(heads.parameters(encoder.width, config), std::back_inserter(specs));
  Parameters parameters(specs, 1, torch::kCPU, torch::kFloat64);
  const WordBatch batch = pack_words(std::span(examples.banks[0].examples).first(4), false);
  expect_gradient_is_slope(parameters, [&](const ParameterViews& weights) {
    return parser_loss(encoder, heads, weights, batch, config)[0];
  });
}

TEST(ParserNetwork, ScoresASentenceAloneAsInABatch) {
  at::set_num_threads(1);
  const AmrExamples examples = tiny_examples(50, 0);
  const AmrConfig config = exact_config();
  neural::TransformerConfig encoder = tiny_bert();
  encoder.segments = 8;
  const ParserHeads heads = ParserHeads::of_graphs(examples, config);
  std::vector<ParameterSpec> specs = text_parameters(encoder);
  for (ParameterSpec& spec : specs) spec.deviation = 0.3;
  std::ranges::move(heads.parameters(encoder.width, config), std::back_inserter(specs));
  const Parameters parameters(specs, 1, torch::kCPU, torch::kFloat64);
  const torch::NoGradGuard no_graph;
  const ParameterViews weights = parameters.views(torch::kFloat64);
  const std::span<const AmrExample> all = examples.banks[0].examples;
  const ParserScores together =
      parser_scores(encoder, heads, weights, pack_words(all, false), config, false);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const WordBatch alone = pack_words(all.subspan(i, 1), false);
    const ParserScores scores = parser_scores(encoder, heads, weights, alone, config, false);
    const auto words = static_cast<std::int64_t>(all[i].words());
    const auto row = static_cast<std::int64_t>(i);
    EXPECT_TRUE(torch::allclose(scores.fragments[0], together.fragments[row].narrow(0, 0, words)));
    EXPECT_TRUE(torch::allclose(scores.edges[0],
                                together.edges[row].narrow(0, 0, words + 1).narrow(1, 0, words)));
    EXPECT_TRUE(torch::allclose(scores.reentrant[0],
                                together.reentrant[row].narrow(0, 0, words).narrow(1, 0, words)));
  }
}

TEST(ParserNetwork, GivesNoHeadToAWordWithoutFragment) {
  const torch::Tensor has_node = torch::tensor({1, 0, 1}).to(torch::kBool).unsqueeze(0);
  const torch::Tensor edges = possible_edges(torch::zeros({1, 4, 3}), has_node);
  const torch::Tensor possible = (edges == 0).to(torch::kInt64)[0];
  EXPECT_TRUE(torch::equal(
      possible, torch::tensor({{1, 1, 1}, {0, 1, 1}, {0, 0, 0}, {1, 1, 0}}, torch::kInt64)));
}

TEST(ExampleSampler, DrawsBanksByTheirWeights) {
  AmrExamples examples = tiny_examples(50, 0);
  examples.banks[1].kind = BankKind::Silver;
  for (AmrExample& example : examples.banks[1].examples) example.tokens[0] = 9;  // as a mark
  AmrConfig config;
  config.weights = {"3"};
  config.silver = 1;
  config.hidden = 0;
  config.batch = 2000;
  const auto sampler = ExampleSampler::create(examples, config);
  ASSERT_TRUE(sampler) << sampler.error().message;
  const std::vector<AmrExample> sampled = sampler->sample(3);
  const auto silver_of = [](const std::vector<AmrExample>& batch) {
    return std::ranges::count(batch, 9U,
                              [](const AmrExample& example) { return example.tokens[0]; });
  };
  EXPECT_NEAR(static_cast<double>(silver_of(sampled)), 500, 60);
  EXPECT_EQ(sampler->sample(3), sampled);
  EXPECT_NE(sampler->sample(4), sampled);

  config.steps = 10;
  config.silver_until = 0.5;
  const auto ending = ExampleSampler::create(examples, config);
  ASSERT_TRUE(ending) << ending.error().message;
  EXPECT_GT(silver_of(ending->sample(4)), 0);
  EXPECT_EQ(silver_of(ending->sample(5)), 0);

  config.hidden = 0.5;
  const auto hiding = ExampleSampler::create(examples, config).value().sample(0);
  std::size_t hidden = 0;
  std::size_t tokens = 0;
  for (const AmrExample& example : hiding) {
    EXPECT_NE(example.tokens.front(), 4U);
    EXPECT_NE(example.tokens.back(), 4U);
    hidden += static_cast<std::size_t>(std::ranges::count(example.tokens, 4U));
    tokens += example.tokens.size() - 2;
  }
  EXPECT_NEAR(static_cast<double>(hidden) / static_cast<double>(tokens), 0.5, 0.02);
}

}  // namespace
}  // namespace noether::train
