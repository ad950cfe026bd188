#include "noether/train/seq2seq/equivalents.h"

#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/embedding/expression_encoder.h"
#include "noether/train/core/checkpoint.h"
#include "noether/train/core/parameters.h"
#include "noether/train/expression/saved_model.h"
#include "noether/train/seq2seq/seq2seq_model.h"
#include "noether/train/seq2seq/train_seq2seq.h"

namespace noether::train {
namespace {

using embedding::ExpressionTokenizer;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

const ExpressionTokenizer& tokenizer() {
  static const ExpressionTokenizer standard = ExpressionTokenizer::standard();
  return standard;
}

TrainingConfig tiny_seq2seq_config() {
  TrainingConfig config;
  config.kind = ModelKind::Seq2seq;
  config.model.layers = 1;
  config.model.width = 32;
  config.model.heads = 2;
  config.model.feed_forward = 32;
  config.model.positions = 24;
  config.model.pooling = neural::Pooling::Max;
  return config;
}

class SmallModel {
 public:
  SmallModel()
      : shape(seq2seq_shape(tiny_seq2seq_config(), tokenizer())),
        parameters(seq2seq_parameters(shape), 1, torch::kCPU) {
    at::set_num_threads(1);
  }

  base::Result<std::vector<Generated>> generate(std::string_view source,
                                                const BeamOptions& options = {}) const {
    return generate_equivalents(shape, parameters.views(torch::kFloat32), tokenizer(), source,
                                options);
  }

  Seq2seqShape shape;
  Parameters parameters;
};

std::vector<neural::TokenId> inner_tokens(std::string_view prefix) {
  const auto ids = tokenizer().encode(prefix).value();
  return {ids.begin() + 1, ids.end() - 1};
}

TEST(TokenRoles, AcceptWhatTheTokenizerReads) {
  for (const char* text :
       {"x", "+ x 1", "* -2 pow acsch * 7 x 2", "+#3 x y pi", "* -1234 x", "/ 0.5 + 123.25 x",
        "d x sin x", "integral * x y x", "integral#4 pow x 2 x 0 1", "log#2 2 x", "binomial y e"}) {
    const auto ids = inner_tokens(text);
    const PrefixGrammar grammar(token_roles(tokenizer()),
                                SourceVariables(tokenizer(), text, ids).tokens());
    EXPECT_TRUE(grammar.is_whole(ids)) << text;
    EXPECT_FALSE(grammar.is_whole(std::span(ids).first(ids.size() - 1))) << text;
  }
  const auto ids = inner_tokens("d 1 x");  // a tokenizer does not mind
  const PrefixGrammar grammar(token_roles(tokenizer()),
                              SourceVariables(tokenizer(), "d 1 x", ids).tokens());
  EXPECT_FALSE(grammar.is_whole(ids));
}

TEST(SourceVariables, WritesWithTheNamesOfTheSource) {
  const std::string source = "+  beta * 2.5 alpha";
  const auto ids = tokenizer().encode(source).value();
  const SourceVariables variables(tokenizer(), source, ids);
  EXPECT_THAT(variables.tokens(), SizeIs(2));
  EXPECT_EQ(variables.write(ids).value(), "+ beta * 2.5 alpha");
  EXPECT_EQ(variables.write(tokenizer().encode("- x * x y").value()).value(),
            "- alpha * alpha beta");
}

TEST(Generate, GivesOnlyWholeExpressionsInTheVariablesOfTheSource) {
  const SmallModel model;
  for (const char* source : {"sin x", "+ a * b 123", "pow 2 3"}) {
    const auto found = model.generate(source, {.beams = 20, .max_tokens = 9});
    ASSERT_TRUE(found.has_value()) << found.error().message;
    ASSERT_FALSE(found->empty());
    for (const Generated& one : *found) {
      const auto ids = tokenizer().encode(one.prefix);
      ASSERT_TRUE(ids.has_value()) << one.prefix;
      EXPECT_LE(ids->size(), 11U);
      EXPECT_NE(one.prefix, source);
      EXPECT_NE(check_equivalent(source, one.prefix, 0.1).verdict, "unchecked") << one.prefix;
      if (source[0] == '+') {
        EXPECT_THAT(one.prefix, Not(HasSubstr("y")));
      }
    }
  }
}

TEST(Generate, RefusesWhatTheModelCannotRead) {
  const SmallModel model;
  EXPECT_THAT(model.generate("+ x").error().message, HasSubstr("operand is missing"));
  std::string longer = "x";
  for (int i = 0; i < 30; ++i) longer = "sin " + longer;
  EXPECT_THAT(model.generate(longer).error().message, HasSubstr("has 31 tokens"));
  // Results are limited by the model's positions, whatever the options allow.
  EXPECT_TRUE(model.generate("sin x", {.beams = 2, .max_tokens = 1000}).has_value());
}

TEST(Generate, SaysWhatWasLearnt) {
  SmallModel model;
  const std::vector<std::pair<std::string, std::string>> pairs = {
      {"+ x x", "* 2 x"}, {"* 2 x", "+ x x"}, {"- x x", "0"}, {"pow x 2", "* x x"}};
  std::vector<std::vector<neural::TokenId>> tokens;
  for (const auto& [source, target] : pairs) {
    tokens.push_back(inner_tokens(source));
    tokens.push_back(inner_tokens(target));
  }
  std::vector<std::span<const neural::TokenId>> sources;
  std::vector<std::span<const neural::TokenId>> targets;
  for (std::size_t i = 0; i < tokens.size(); i += 2) {
    sources.emplace_back(tokens[i]);
    targets.emplace_back(tokens[i + 1]);
  }
  const PairBatch batch = pack_pairs(sources, targets, /*pinned=*/false);
  AdamW optimiser(model.parameters.flat(), {});
  for (int step = 0; step < 80; ++step) {
    seq2seq_loss(model.shape, model.parameters.views(torch::kFloat32), batch, 0.1).backward();
    optimiser.step(model.parameters.flat(), 5e-3);
  }
  for (const auto& [source, target] : pairs) {
    const auto found = model.generate(source, {.beams = 4, .max_tokens = 10});
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->front().prefix, target) << source;
    EXPECT_EQ(check_equivalent(source, target, 5).verdict, "proven");
  }
  // The same expression with another letter.
  EXPECT_EQ(model.generate("+ q q").value().front().prefix, "* 2 q");
}

TEST(CheckEquivalent, TellsEqualFromDifferent) {
  EXPECT_EQ(check_equivalent("+ x x", "* 2 x", 5).verdict, "proven");
  EXPECT_EQ(check_equivalent("+ x x", "* 3 x", 5).verdict, "refuted");
  // Equal where both have values.
  EXPECT_THAT(check_equivalent("/ * x x x", "x", 5).verdict, AnyOf("proven", "agrees"));
  EXPECT_EQ(check_equivalent("+ x", "x", 5).verdict, "unchecked");
}

Checkpoint checkpoint_of(const SmallModel& model, const TrainingConfig& config) {
  Checkpoint checkpoint;
  checkpoint.config = config_text(config);
  checkpoint.tokenizer = tokenizer().to_json();
  checkpoint.weights = model.parameters.flat().detach();
  checkpoint.first_moment = checkpoint.second_moment = torch::zeros_like(checkpoint.weights);
  return checkpoint;
}

// Noether itself can then embed with it, without LibTorch.
TEST(Seq2seqCheckpoint, ExportsItsEncoderHalf) {
  const base::TemporaryFolder folder;
  const SmallModel model;
  const auto exported = export_model(checkpoint_of(model, tiny_seq2seq_config()), folder / "model");
  ASSERT_TRUE(exported.has_value()) << exported.error().message;
  const auto encoder = embedding::ExpressionEncoder::open(folder / "model");
  ASSERT_TRUE(encoder.has_value()) << encoder.error().message;
  EXPECT_EQ(encoder->config().pooling, neural::Pooling::Max);

  const std::vector<std::string> texts = {"sin x", "+ * 2 x 12345", "pow + x y 3", "x"};
  std::vector<std::vector<neural::TokenId>> tokens;
  for (const std::string& text : texts) tokens.push_back(inner_tokens(text));
  const std::vector<std::span<const neural::TokenId>> spans(tokens.begin(), tokens.end());
  const torch::NoGradGuard no_graph;
  const torch::Tensor expected =
      embed(model.shape.encoder, model.parameters.views(torch::kFloat32), pack(spans, false))
          .contiguous();
  const auto vectors = encoder->embed(texts);
  ASSERT_TRUE(vectors.has_value()) << vectors.error().message;
  ASSERT_EQ(vectors->size(), static_cast<std::size_t>(expected.numel()));
  for (std::size_t i = 0; i < vectors->size(); ++i) {
    EXPECT_NEAR((*vectors)[i], expected.data_ptr<float>()[i], 1e-5);
  }
}

TEST(Seq2seqCheckpoint, OpensWithTheRoundedMatricesThatWereTrained) {
  const base::TemporaryFolder folder;
  const SmallModel model;
  TrainingConfig config = tiny_seq2seq_config();
  config.grid = WeightGrid::Int8;
  ASSERT_TRUE(save_checkpoint(checkpoint_path(folder.path()), checkpoint_of(model, config)));
  const auto opened = open_seq2seq(folder.path());
  ASSERT_TRUE(opened.has_value()) << opened.error().message;
  const torch::NoGradGuard no_graph;
  const ParameterViews trained = model.parameters.views(torch::kFloat32, WeightGrid::Int8);
  const ParameterViews unrounded = model.parameters.views(torch::kFloat32);
  for (const auto& [name, weight] : trained) {
    EXPECT_TRUE(torch::allclose(opened->weights.at(name), weight, 0, 1e-7)) << name;
  }
  const char* const output = "decoder.output.weight";
  EXPECT_FALSE(torch::allclose(trained.at(output), unrounded.at(output), 0, 1e-7));
}

TEST(Seq2seqCheckpoint, OpensAsTheModelThatWasSaved) {
  const base::TemporaryFolder folder;
  const SmallModel model;
  Checkpoint checkpoint = checkpoint_of(model, tiny_seq2seq_config());
  const std::string path = checkpoint_path(folder.path());
  ASSERT_TRUE(save_checkpoint(path, checkpoint).has_value());

  const auto opened = open_seq2seq(folder.path());
  ASSERT_TRUE(opened.has_value()) << opened.error().message;
  const auto again = generate_equivalents(opened->shape, opened->weights, opened->tokenizer,
                                          "sin x", {.beams = 5, .max_tokens = 8});
  const auto before = model.generate("sin x", {.beams = 5, .max_tokens = 8});
  ASSERT_EQ(again->size(), before->size());
  EXPECT_EQ(again->front().prefix, before->front().prefix);
  EXPECT_EQ(again->front().score, before->front().score);

  checkpoint.weights = checkpoint.weights.narrow(0, 0, 1000).clone();
  checkpoint.first_moment = checkpoint.second_moment = torch::zeros_like(checkpoint.weights);
  ASSERT_TRUE(save_checkpoint(path, checkpoint).has_value());
  EXPECT_THAT(open_seq2seq(path).error().message, HasSubstr("does not have the weights"));

  TrainingConfig encoder = tiny_seq2seq_config();
  encoder.kind = ModelKind::Encoder;
  checkpoint.config = config_text(encoder);
  ASSERT_TRUE(save_checkpoint(path, checkpoint).has_value());
  EXPECT_THAT(open_seq2seq(path).error().message, HasSubstr("is an encoder"));
}

}  // namespace
}  // namespace noether::train
