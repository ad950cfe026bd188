#include "noether/embedding/expression_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/base/test_seed.h"
#include "noether/embedding/encoder_benchmark.h"
#include "noether/embedding/expression_encoder.h"
#include "noether/embedding/expression_model_config.h"
#include "noether/embedding/random_model.h"
#include "noether/embedding/reference_encoder.h"

namespace noether::embedding {
namespace {

ExpressionEncoder open_quantized(const ExpressionModel& model) {
  const base::TemporaryFolder folder;
  EXPECT_TRUE(model.write(folder.path()));
  auto encoder = ExpressionEncoder::open(folder.path());
  EXPECT_TRUE(encoder) << encoder.error().message;
  return *std::move(encoder);
}

// Compares an encoder with int8 weights with plain loops of doubles.
void expect_close_to_doubles(const ExpressionModel& model, const ExpressionEncoder& encoder,
                             std::span<const std::string> texts,
                             const std::vector<float>& vectors) {
  const ReferenceEncoder reference(model);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto expected = reference.embed(encoder.tokenizer().encode(texts[i]).value());
    double cosine = 0;
    for (std::size_t j = 0; j < expected.size(); ++j) {
      cosine += expected[j] * static_cast<double>(vectors[i * encoder.width() + j]);
    }
    EXPECT_GT(cosine, 0.9995) << texts[i];
  }
}

TEST(Quantize, RoundsEveryWeightToItsNearestMultiple) {
  const ExpressionModel model = random_model();
  const ExpressionModel int8 = quantize(model).value();
  const neural::Matrix& before = model.weights.layers[1].feed_forward_in.weight;
  const neural::Matrix& after = int8.weights.layers[1].feed_forward_in.weight;
  ASSERT_TRUE(after.is_int8());
  for (std::size_t row = 0; row < before.rows; ++row) {
    for (std::size_t column = 0; column < before.columns; ++column) {
      const std::size_t at = row * before.columns + column;
      const float rounded = static_cast<float>(after.quantized[at]) * after.scales[row];
      EXPECT_LE(std::abs(rounded - before.values[at]), 0.501F * after.scales[row]);
    }
  }
}

TEST(Quantize, RefusesAModelThatIsInt8Already) {
  const ExpressionModel int8 = quantize(random_model()).value();
  EXPECT_FALSE(quantize(int8));
  EXPECT_FALSE(dequantize(dequantize(int8).value()));
}

// Training on the grid exports such models: float32 numbers that are int8 numbers times a scale.
TEST(Quantize, FindsTheNumbersOfAModelThatIsOnTheGrid) {
  const auto seed = base::test_seed();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  const ExpressionModel int8 = quantize(random_model(tiny_model_config(), seed)).value();
  const ExpressionModel again = quantize(dequantize(int8).value()).value();
  for (std::size_t i = 0; i < int8.weights.layers.size(); ++i) {
    const neural::LayerWeights& before = int8.weights.layers[i];
    const neural::LayerWeights& after = again.weights.layers[i];
    for (const auto part :
         {&neural::LayerWeights::attention_in, &neural::LayerWeights::attention_out,
          &neural::LayerWeights::feed_forward_in, &neural::LayerWeights::feed_forward_out}) {
      EXPECT_EQ((before.*part).weight.quantized, (after.*part).weight.quantized);
    }
  }
  // Two scales may give the same floats, so the models are compared instead.
  EXPECT_EQ(dequantize(again)->weights.layers[1].attention_in.weight.values,
            dequantize(int8)->weights.layers[1].attention_in.weight.values);
}

TEST(Quantize, FindsAGridThatARowDoesNotUseUp) {
  ExpressionModel model = random_model();
  auto& values = model.weights.layers[0].attention_out.weight.values;
  const float scale = 0.0137F;
  for (std::size_t i = 0; i < 32; ++i) values[i] = static_cast<float>(static_cast<int>(i)) * scale;
  const ExpressionModel float_again = dequantize(quantize(model).value()).value();
  const auto& after = float_again.weights.layers[0].attention_out.weight.values;
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(after[i], values[i]);
}

TEST(Quantize, LeavesARowOfZerosZero) {
  ExpressionModel model = random_model();
  std::fill_n(model.weights.layers[0].attention_out.weight.values.begin(), 32, 0.0F);
  const ExpressionModel int8 = quantize(model).value();
  EXPECT_EQ(int8.weights.layers[0].attention_out.weight.scales[0], 0);
  EXPECT_TRUE(open_quantized(int8).embed(sample_expressions(3)));
}

// The int8 encoder also rounds tokens; compared with its own weights in doubles, that is the only
// difference.
TEST(Quantize, GivesAModelWhoseVectorsAreClose) {
  for (const Inputs inputs : {Inputs::Tokens, Inputs::Values}) {
    SCOPED_TRACE(inputs_name(inputs));
    ExpressionModelConfig config = tiny_model_config();
    config.feed_forward = 68;  // not a multiple of a panel
    config.inputs = inputs;
    const ExpressionModel model = random_model(config);
    const ExpressionModel int8 = quantize(model).value();
    const auto texts = sample_expressions(60);
    const ExpressionEncoder encoder = open_quantized(int8);
    ASSERT_TRUE(encoder.is_int8());
    const auto vectors = encoder.embed(texts).value();
    expect_close_to_doubles(int8, encoder, std::span(texts).first(20), vectors);
    const auto difference =
        compare_vectors(open_quantized(model).embed(texts).value(), vectors, encoder.width());
    EXPECT_GT(difference.least_cosine, 0.999);
    EXPECT_GT(difference.kept_neighbours, 0.95);
  }
}

TEST(Quantize, RoundsTheMatrixOfValuesTooAndBack) {
  ExpressionModelConfig config = tiny_model_config();
  config.inputs = Inputs::Values;
  const ExpressionModel int8 = quantize(random_model(config)).value();
  ASSERT_TRUE(int8.weights.values.weight.is_int8());
  const base::TemporaryFolder folder;
  ASSERT_TRUE(dequantize(int8)->write(folder.path()));
  const auto float32 = ExpressionModel::read(folder.path());
  ASSERT_TRUE(float32) << float32.error().message;
  EXPECT_EQ(float32->config.inputs, Inputs::Values);
  EXPECT_FALSE(float32->weights.values.weight.is_int8());
  const ExpressionModel again = quantize(*float32).value();
  EXPECT_EQ(again.weights.values.weight.quantized, int8.weights.values.weight.quantized);
}

TEST(Quantize, GivesVectorsThatDoNotDependOnTheBatch) {
  ExpressionModelConfig config = tiny_model_config();
  config.inputs = Inputs::Values;
  const ExpressionEncoder encoder = open_quantized(quantize(random_model(config)).value());
  const auto texts = sample_expressions(40);
  const auto together = encoder.embed(texts, 2).value();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto alone = encoder.embed(std::span(texts).subspan(i, 1)).value();
    const auto first = together.begin() + static_cast<std::ptrdiff_t>(i * encoder.width());
    EXPECT_TRUE(std::equal(alone.begin(), alone.end(), first)) << texts[i];
  }
}

TEST(CompareVectors, CountsNeighboursThatStay) {
  std::vector<float> a;
  for (int i = 0; i < 30; ++i) {
    a.push_back(static_cast<float>(std::cos(0.01 * i * i)));
    a.push_back(static_cast<float>(std::sin(0.01 * i * i)));
  }
  EXPECT_DOUBLE_EQ(compare_vectors(a, a, 2).kept_neighbours, 1);
  std::vector<float> b = a;
  std::swap(b[0], b[58]);
  std::swap(b[1], b[59]);
  EXPECT_LT(compare_vectors(a, b, 2).kept_neighbours, 1);
  EXPECT_EQ(compare_vectors({}, {}, 2).kept_neighbours, 1);
}

TEST(SampleExpressions, HaveTheTokensThatAreAskedFor) {
  const auto tokenizer = ExpressionTokenizer::standard();
  for (std::size_t tokens = 1; tokens < 40; ++tokens) {
    const auto ids = tokenizer.encode(sample_expression(tokens, tokens));
    ASSERT_TRUE(ids);
    EXPECT_EQ(ids->size(), tokens + 2);
  }
}

TEST(EncoderBenchmark, MeasuresSomething) {
  const base::TemporaryFolder folder;
  ASSERT_TRUE(quantize(random_model())->write(folder.path()));
  const auto measured = benchmark_encoder(folder.path(), 0.01);
  ASSERT_TRUE(measured) << measured.error().message;
  EXPECT_GT(measured->query_seconds, 0);
  EXPECT_GT(measured->share_of_peak(), 0);
  EXPECT_FALSE(measured->int8_kernel.empty());
  EXPECT_FALSE(benchmark_encoder(folder / "nothing"));
}

// The JSON text with the entry "inputs" as given, or without one.
std::string with_inputs(const std::string& entry) {
  std::string text = ExpressionModelConfig().to_json();
  const std::size_t begin = text.find("\"inputs\"");
  EXPECT_NE(begin, std::string::npos);
  return text.replace(begin, text.find('"', text.find(',', begin)) - begin, entry);
}

TEST(ExpressionModelConfig, ReadsBackWhatItWrites) {
  ExpressionModelConfig config;
  config.layers = 4;
  config.inputs = Inputs::Values;
  config.pooling = Pooling::Max;
  const auto read = ExpressionModelConfig::from_json(config.to_json());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->layers, 4U);
  EXPECT_EQ(read->inputs, Inputs::Values);
  EXPECT_EQ(read->pooling, Pooling::Max);
  EXPECT_EQ(read->to_json(), config.to_json());
}

TEST(ExpressionModelConfig, HasASecondVersionForLayersWithoutSpecialTokens) {
  ExpressionModelConfig config;
  EXPECT_NE(config.to_json().find("\"version\": 1"), std::string::npos);
  config.pooling = Pooling::First;
  config.special_tokens = false;
  const std::string json = config.to_json();
  EXPECT_NE(json.find("\"version\": 2"), std::string::npos);
  EXPECT_FALSE(ExpressionModelConfig::from_json(json).value().special_tokens);
  const auto with = [&](const std::string& old, const std::string& now) {
    std::string changed = json;
    const auto read =
        ExpressionModelConfig::from_json(changed.replace(json.find(old), old.size(), now));
    return read ? "" : read.error().message;
  };
  EXPECT_NE(
      with("\"special_tokens\": false", "\"special_tokens\": 0").find("neither true nor false"),
      std::string::npos);
  EXPECT_NE(with("\"first\"", "\"mean\"").find("must be first"), std::string::npos);
  EXPECT_NE(with("\"version\": 2", "\"version\": 3").find("version"), std::string::npos);
}

TEST(ExpressionModelConfig, IsOfTokensWhereItDoesNotSay) {
  const auto older = ExpressionModelConfig::from_json(with_inputs(""));
  ASSERT_TRUE(older) << older.error().message;
  EXPECT_EQ(older->inputs, Inputs::Tokens);
  EXPECT_EQ(
      ExpressionModelConfig::from_json(with_inputs("\"inputs\": \"values\", ")).value().inputs,
      Inputs::Values);
}

TEST(ExpressionModelConfig, RefusesInputsThatItDoesNotKnow) {
  const auto refusal = [](const std::string& entry) {
    const auto config = ExpressionModelConfig::from_json(with_inputs(entry));
    return config ? "read" : config.error().message;
  };
  EXPECT_THAT(refusal("\"inputs\": \"words\", "),
              testing::HasSubstr("\"inputs\" are neither tokens nor values"));
  EXPECT_THAT(refusal("\"inputs\": 3, "), testing::HasSubstr("inputs"));
  EXPECT_THAT(refusal("\"inputs\": null, "), testing::HasSubstr("inputs"));
}

}  // namespace
}  // namespace noether::embedding
