#include "noether/train/cross/cross_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/neural/transformer/transformer.h"
#include "noether/train/cross/tiny_lists.h"

namespace noether::train {
namespace {

using neural::Activation;
using neural::ModelFolder;
using testing::ElementsAre;

ParameterViews cross_views(const ModelFolder& model) {
  Parameters parameters(cross_parameters(cross_transformer(model.config)), 1, torch::kCPU);
  const torch::NoGradGuard no_graph;
  parameters.flat().copy_(cross_beginning(model, false));
  return parameters.views(torch::kFloat32);
}

// Computed by neural::Transformer, one sequence at a time.
float score_without_torch(const ModelFolder& model, const neural::PairSequence& sequence) {
  const neural::Transformer transformer(model.config.transformer, model.weights);
  neural::Transformer::Workspace workspace;
  const std::vector<std::size_t> lengths = {sequence.tokens.size()};
  neural::TokenBatch batch = {sequence.tokens, lengths};
  if (model.config.transformer.segments > 1) batch.segments = sequence.segments;
  const auto hidden = transformer.run(batch, workspace);
  const auto& heads = transformer.heads();
  return heads.classes(heads.pooled(hidden.first(model.config.transformer.width)))[0];
}

void expect_same_scores(const ModelFolder& model) {
  const neural::TokenizedLists lists = random_lists({{1, 0, 2}, {0, 1, 3, 2, 0}});
  const PairReader reader(lists, 10, 24);
  std::vector<neural::PairSequence> sequences;
  for (std::uint64_t entry = 0; entry < 3; ++entry) sequences.push_back(reader.read(0, entry));
  for (std::uint64_t entry = 3; entry < 8; ++entry) sequences.push_back(reader.read(1, entry));
  const torch::Tensor found = cross_scores(cross_transformer(model.config), cross_views(model),
                                           pack_pairs(sequences, /*pinned=*/false));
  ASSERT_EQ(found.numel(), 8);
  for (std::int64_t i = 0; i < 8; ++i) {
    EXPECT_NEAR(found[i].item<float>(),
                score_without_torch(model, sequences[static_cast<std::size_t>(i)]), 1e-4)
        << "sequence " << i;
  }
}

TEST(CrossEncoder, ScoresAsNeuralDoesLikeBert) {
  expect_same_scores(tiny_cross_encoder(tiny_bert()));
}

TEST(CrossEncoder, ScoresAsNeuralDoesLikeRoberta) {
  neural::TransformerConfig config = tiny_bert();
  config.segments = 1;
  config.position_offset = 2;
  expect_same_scores(tiny_cross_encoder(config));
}

TEST(CrossEncoder, ScoresAsNeuralDoesLikeDistilBert) {
  neural::TransformerConfig config = tiny_bert();
  config.segments = 0;
  ModelFolder model = tiny_cross_encoder(config);
  model.config.transformer.head.pooler = Activation::Relu;
  expect_same_scores(model);
}

TEST(CrossEncoder, ScoresAsNeuralDoesLikeAlbert) {
  neural::TransformerConfig config = tiny_bert();
  config.layers = 4;
  config.embedding_width = 8;
  expect_same_scores(tiny_cross_encoder(config));
}

TEST(CrossEncoder, TellsSegmentsApart) {
  const ModelFolder model = tiny_cross_encoder(tiny_bert());
  const neural::TransformerConfig transformer = cross_transformer(model.config);
  neural::TokenizedLists lists = random_lists({{1, 0}});
  const auto score = [&] {
    const std::vector<neural::PairSequence> one = {PairReader(lists, 10, 24).read(0, 0)};
    return cross_scores(transformer, cross_views(model), pack_pairs(one, false)).item<float>();
  };
  const float with = score();
  lists.pair.segments = {};
  EXPECT_GT(std::abs(score() - with), 1e-3);
}

TEST(CrossEncoder, ReadsTheQuestionUpToItsBoundAndThenTheText) {
  neural::TokenizedLists lists;
  lists.tokens = {1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 16};
  lists.ends = {5, 11};
  lists.queries = {0};
  lists.entries = {1};
  lists.list_ends = {1};
  lists.grades = {1};
  lists.pair = {{101}, {102}, {102}, {0, 0, 0, 1, 1}};
  EXPECT_THAT(PairReader(lists, 3, 10).read(0, 0).tokens,
              ElementsAre(101, 1, 2, 3, 102, 11, 12, 13, 14, 102));
  // A question takes at most half of the room, and a short text leaves some room unused.
  EXPECT_THAT(PairReader(lists, 5, 7).read(0, 0).tokens, ElementsAre(101, 1, 2, 102, 11, 12, 102));
  EXPECT_EQ(PairReader(lists, 5, 40).read(0, 0).tokens.size(), 14U);
}

TEST(CrossEncoder, BeginsWithWhatTheStartHas) {
  ModelFolder start = tiny_cross_encoder(tiny_bert());
  const neural::TransformerConfig transformer = cross_transformer(start.config);
  const std::int64_t all = count_of(cross_parameters(transformer));
  EXPECT_EQ(cross_beginning(start, false).numel(), all);
  EXPECT_EQ(cross_beginning(start, true).numel(), all - 17);
  start.config.transformer.head.classes = 0;
  EXPECT_EQ(cross_beginning(start, false).numel(), all - 17);
  start.config.transformer.head = {};
  EXPECT_EQ(cross_beginning(start, false).numel(), all - 17 - 16 * 17);
  EXPECT_EQ(*cross_transformer(start.config).head.pooler, Activation::Tanh);
  start.config.family = neural::ModelFamily::DistilBert;
  EXPECT_EQ(*cross_transformer(start.config).head.pooler, Activation::Relu);
}

TEST(CrossEncoder, WritesWeightsBackAndDropsOtherHeads) {
  const ModelFolder from = tiny_cross_encoder(tiny_bert(), 1);
  ModelFolder to = tiny_cross_encoder(tiny_bert(), 2);
  to.config.transformer.head.words = true;
  to.weights = neural::random_weights(to.config.transformer, 2);
  const neural::TransformerConfig transformer = cross_transformer(to.config);
  EXPECT_FALSE(transformer.head.words);
  set_cross_weights(transformer, cross_beginning(from, false), to.weights);
  EXPECT_EQ(to.weights.head.pooler.weight.values, from.weights.head.pooler.weight.values);
  EXPECT_EQ(to.weights.head.classes.bias, from.weights.head.classes.bias);
  EXPECT_EQ(to.weights.layers[1].norm2.bias, from.weights.layers[1].norm2.bias);
  EXPECT_TRUE(to.weights.head.words_bias.empty());
}

}  // namespace
}  // namespace noether::train
