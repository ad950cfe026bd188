#include "noether/embedding/expression_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "noether/base/temporary_folder.h"
#include "noether/embedding/expression_model.h"
#include "noether/embedding/random_model.h"
#include "noether/embedding/reference_encoder.h"

namespace noether::embedding {
namespace {

using testing::HasSubstr;

const std::vector<std::string> kTexts = {
    "x",
    "* -2 pow acsch * 7 x 2",
    "+ + + x y z * 12345.678 w",
    "sin cos tan sin cos tan sin cos tan sin cos tan sin cos tan sin cos tan sin cos tan x",
    "integral#4 * x exp x x 0 1",
};

double largest_difference(const ExpressionModel& model, const ExpressionEncoder& encoder) {
  const ReferenceEncoder reference(model);
  const auto vectors = encoder.embed(kTexts).value();
  double largest = 0;
  for (std::size_t i = 0; i < kTexts.size(); ++i) {
    const auto expected = reference.embed(encoder.tokenizer().encode(kTexts[i]).value());
    for (std::size_t j = 0; j < expected.size(); ++j) {
      const double difference = expected[j] - static_cast<double>(vectors[i * encoder.width() + j]);
      largest = std::max(largest, std::abs(difference));
    }
  }
  return largest;
}

ExpressionEncoder open_model(const ExpressionModel& model) {
  const base::TemporaryFolder folder;
  EXPECT_TRUE(model.write(folder.path()));
  auto encoder = ExpressionEncoder::open(folder.path());
  EXPECT_TRUE(encoder) << encoder.error().message;
  return *std::move(encoder);
}

TEST(ExpressionEncoder, AgreesWithPlainLoopsOfDoubles) {
  for (const Pooling pooling : {Pooling::Mean, Pooling::Max, Pooling::First}) {
    for (const Inputs inputs : {Inputs::Tokens, Inputs::Values}) {
      for (const std::uint32_t width : {32U, 60U}) {  // heads of sizes 8 and 15
        ExpressionModelConfig config = tiny_model_config();
        config.pooling = pooling;
        config.inputs = inputs;
        config.width = width;
        config.feed_forward = 68;
        const ExpressionModel model = random_model(config);
        EXPECT_LT(largest_difference(model, open_model(model)), 2e-6)
            << width << " " << inputs_name(inputs);
        if (pooling != Pooling::First) continue;
        config.special_tokens = false;
        const ExpressionModel bare = random_model(config);
        EXPECT_LT(largest_difference(bare, open_model(bare)), 2e-6)
            << width << " " << inputs_name(inputs) << " without special tokens";
      }
    }
  }
}

TEST(ExpressionEncoder, SeesWhatPartsAreWorthWhereItReadsValues) {
  // Without embeddings of tokens and positions, only the values are left.
  const auto blind = [](Inputs inputs) {
    ExpressionModelConfig config = tiny_model_config();
    config.inputs = inputs;
    ExpressionModel model = random_model(config);
    std::ranges::fill(model.weights.token_embedding.values, 0.0F);
    std::ranges::fill(model.weights.position_embedding, 0.0F);
    return open_model(model);
  };
  const auto differ = [](const ExpressionEncoder& encoder, const std::string& a,
                         const std::string& b) {
    const auto vectors = encoder.embed(std::vector{a, b}).value();
    double largest = 0;
    for (std::size_t j = 0; j < encoder.width(); ++j) {
      largest = std::max(largest, std::abs(static_cast<double>(vectors[j]) -
                                           static_cast<double>(vectors[encoder.width() + j])));
    }
    return largest;
  };
  const ExpressionEncoder by_tokens = blind(Inputs::Tokens);
  const ExpressionEncoder by_values = blind(Inputs::Values);
  EXPECT_EQ(differ(by_tokens, "+ x 1", "- x 1"), 0);
  EXPECT_GT(differ(by_values, "+ x 1", "- x 1"), 1e-3);
  // The operators differ, the values are the same.
  EXPECT_LT(differ(by_values, "ln * x 1", "ln + x 0"), 1e-6);
}

TEST(ExpressionEncoder, GivesVectorsOfLengthOne) {
  const ExpressionEncoder encoder = open_model(random_model());
  const auto vectors = encoder.embed(kTexts).value();
  ASSERT_EQ(vectors.size(), kTexts.size() * encoder.width());
  for (std::size_t i = 0; i < kTexts.size(); ++i) {
    double squares = 0;
    for (std::size_t j = 0; j < encoder.width(); ++j) {
      squares += std::pow(static_cast<double>(vectors[i * encoder.width() + j]), 2);
    }
    EXPECT_NEAR(squares, 1, 1e-5);
  }
}

TEST(ExpressionEncoder, GivesTheSameAloneInBatchesAndByThreads) {
  ExpressionModelConfig first = tiny_model_config();
  first.inputs = Inputs::Values;
  first.pooling = Pooling::First;
  first.special_tokens = false;
  for (const ExpressionModelConfig& config : {tiny_model_config(), first}) {
    const ExpressionEncoder encoder = open_model(random_model(config));
    std::vector<std::string> texts;
    for (int i = 0; i < 30; ++i) texts.insert(texts.end(), kTexts.begin(), kTexts.end());
    const auto together = encoder.embed(texts).value();
    const auto by_threads = encoder.embed(texts, 3).value();
    EXPECT_EQ(together, by_threads);
    for (std::size_t i = 0; i < kTexts.size(); ++i) {
      const auto alone = encoder.embed(std::span(kTexts).subspan(i, 1)).value();
      for (std::size_t j = 0; j < encoder.width(); ++j) {
        EXPECT_NEAR(alone[j], together[i * encoder.width() + j], 1e-6F);
      }
    }
  }
}

TEST(ExpressionEncoder, EmbedsNothingAsNothing) {
  EXPECT_TRUE(open_model(random_model()).embed({}).value().empty());
}

TEST(ExpressionEncoder, NamesTheExpressionItCannotRead) {
  const ExpressionEncoder encoder = open_model(random_model());
  const auto refusal = [&](const std::string& text) {
    const auto vectors = encoder.embed(std::span(&text, 1));
    return vectors ? "read" : vectors.error().message;
  };
  EXPECT_THAT(refusal("+ x foo#3"), HasSubstr("'+ x foo#3': unknown operator 'foo#3'"));
  EXPECT_THAT(refusal(""), HasSubstr("empty"));
  std::string long_text = "x";
  for (int i = 0; i < 61; ++i) long_text = "sin " + long_text;
  EXPECT_EQ(refusal(long_text), "read");
  EXPECT_THAT(refusal("sin " + long_text),
              HasSubstr("it has 63 tokens, and the model reads at most 62"));
}

TEST(ExpressionEncoder, ReadsLongExpressionsThatHaveValues) {
  ExpressionModelConfig config = tiny_model_config();
  config.inputs = Inputs::Values;
  const ExpressionEncoder encoder = open_model(random_model(config));
  const auto sum_of = [](int terms, const std::string& term) {
    std::string text = term;
    for (int i = 1; i < terms; ++i) text = "+ " + term + " " + text;
    return text;
  };
  const auto refusal = [&](const std::string& text) {
    const auto vectors = encoder.embed(std::span(&text, 1));
    return vectors ? "read" : vectors.error().message;
  };
  EXPECT_EQ(refusal(sum_of(256, "x")), "read");
  EXPECT_THAT(refusal(sum_of(257, "x")),
              HasSubstr("it has 513 tokens, and the model reads at most 512"));
  EXPECT_EQ(refusal("integral " + sum_of(200, "x") + " x"), "read");
  EXPECT_THAT(refusal(sum_of(16, "integral sin x x")),
              HasSubstr("its parts without values take 63 tokens, and the model reads at most 62"));
  const std::vector<std::string> same = {sum_of(40, "x"), "* 40 x"};
  const std::vector<float> vectors = encoder.embed(same).value();
  for (std::size_t i = 0; i < encoder.width(); ++i) {
    EXPECT_NEAR(vectors[i], vectors[encoder.width() + i], 1e-4);
  }
}

TEST(ExpressionEncoder, RefusesTokensThatNoTokenizerMakes) {
  const ExpressionEncoder encoder = open_model(random_model());
  std::vector<float> out(encoder.width());
  for (const std::vector<TokenId>& tokens :
       {std::vector<TokenId>{}, {1, 2}, {1, 60'000, 2}, std::vector<TokenId>(65, 5)}) {
    EXPECT_FALSE(encoder.embed_tokens(std::span(&tokens, 1), out));
  }
  const std::vector<TokenId> good = {1, 5, 2};
  EXPECT_TRUE(encoder.embed_tokens(std::span(&good, 1), out));
  EXPECT_FALSE(encoder.embed_tokens(std::span(&good, 1), std::span(out).first(3)));
}

TEST(ExpressionEncoder, RefusesFoldersWithTheReason) {
  const base::TemporaryFolder folder;
  const auto refusal = [&] {
    const auto encoder = ExpressionEncoder::open(folder.path());
    return encoder ? "read" : encoder.error().message;
  };
  EXPECT_THAT(refusal(), HasSubstr("config.json"));
  ExpressionModel model = random_model();
  ASSERT_TRUE(model.write(folder.path()));
  EXPECT_EQ(refusal(), "read");

  const std::string weights = folder / "model.safetensors";
  const auto size = std::filesystem::file_size(weights);
  std::filesystem::resize_file(weights, size - 1);
  EXPECT_THAT(refusal(), HasSubstr("truncated"));
  std::ofstream(weights) << "hello, I am a text";
  EXPECT_THAT(refusal(), HasSubstr("not a safetensors file"));

  model.weights.layers[1].norm2.bias[3] = std::nanf("");
  ASSERT_TRUE(model.write(folder.path()));
  EXPECT_THAT(refusal(), HasSubstr("'layers.1.norm2.bias' has a number that is not finite"));

  model = random_model();
  model.config.feed_forward = 128;
  ASSERT_TRUE(random_model().write(folder.path()));
  std::ofstream(folder / "config.json") << model.config.to_json();
  EXPECT_THAT(refusal(), HasSubstr("'layers.0.feed_forward.in.weight' has the shape [64, 32]"));
  model.config = tiny_model_config();
  model.config.layers = 3;
  std::ofstream(folder / "config.json") << model.config.to_json();
  EXPECT_THAT(refusal(), HasSubstr("'layers.2.norm1.weight' is missing"));
  model.config.layers = 1;
  std::ofstream(folder / "config.json") << model.config.to_json();
  EXPECT_THAT(refusal(), HasSubstr("the config asks for no '"));
}

TEST(ExpressionEncoder, RefusesWeightsOfOtherInputs) {
  const base::TemporaryFolder folder;
  const auto refusal = [&](const ExpressionModel& model, Inputs said) {
    ExpressionModelConfig config = model.config;
    config.inputs = said;
    EXPECT_TRUE(model.write(folder.path()));
    std::ofstream(folder / "config.json") << config.to_json();
    const auto encoder = ExpressionEncoder::open(folder.path());
    return encoder ? "read" : encoder.error().message;
  };
  ExpressionModelConfig config = tiny_model_config();
  const ExpressionModel of_tokens = random_model(config);
  config.inputs = Inputs::Values;
  ExpressionModel of_values = random_model(config);
  EXPECT_EQ(refusal(of_values, Inputs::Values), "read");
  EXPECT_THAT(refusal(of_tokens, Inputs::Values), HasSubstr("tensor 'values.weight' is missing"));
  EXPECT_THAT(refusal(of_values, Inputs::Tokens), HasSubstr("the config asks for no '"));
  of_values.weights.values = quantize(of_values)->weights.values;
  EXPECT_THAT(refusal(of_values, Inputs::Values),
              HasSubstr("some of its matrices are int8, others float32"));
}

}  // namespace
}  // namespace noether::embedding
