#include "noether/embedding/expression_model_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace noether::embedding {
namespace {

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
