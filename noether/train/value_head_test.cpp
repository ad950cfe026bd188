#include "noether/train/value_head.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "noether/train/encoder_model.h"
#include "noether/train/model_export.h"
#include "noether/train/numeric_gradient.h"

namespace noether::train {
namespace {

class ValueHead : public testing::Test {
 protected:
  std::vector<Tokens> tokens_of(const std::vector<std::string>& texts) const {
    std::vector<Tokens> expressions;
    for (const std::string& text : texts) {
      const auto tokens = tokenizer_.encode(text).value();
      expressions.emplace_back(tokens.begin() + 1, tokens.end() - 1);
    }
    return expressions;
  }

  const neural::ExpressionTokenizer tokenizer_ = neural::ExpressionTokenizer::standard();
  const TokenGrammar grammar_{tokenizer_};
  const TokenValues values_{grammar_};
};

TEST_F(ValueHead, PartsHaveTheValuesOfTheSameExpressionsAlone) {
  const Tokens whole = tokens_of({"+ ln x d x * 12.5 sin x"}).front();
  std::vector<TokenValues::Values> parts;
  values_.of_parts(whole, parts);
  ASSERT_EQ(parts.size(), whole.size());
  int begun = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    if (std::isinf(parts[at][0])) continue;
    ++begun;
    const auto alone =
        values_.at_points(TokenSpan(whole).subspan(at, grammar_.end_of(whole, at) - at));
    for (std::size_t p = 0; p < alone.size(); ++p) {
      EXPECT_EQ(std::isnan(parts[at][p]), std::isnan(alone[p]));
      if (!std::isnan(alone[p])) {
        EXPECT_EQ(parts[at][p], alone[p]);
      }
    }
  }
  // + ln x d * 12.5 sin x: not the x that d is by, and of the number its first digit.
  EXPECT_EQ(begun, 8);
}

TEST_F(ValueHead, TargetsStandAtTheirTokens) {
  const std::vector<Tokens> expressions = tokens_of({"+ x 1", "x", "sqrt x"});
  const std::vector<TokenSpan> spans(expressions.begin(), expressions.end());
  const PackedBatch batch = pack(spans, false);
  const torch::Tensor targets = value_targets(values_, spans, batch, false);
  ASSERT_EQ(targets.size(0), batch.tokens.size(0));
  for (std::int64_t row = 0; row < targets.size(0); ++row) {
    const auto token = static_cast<std::uint16_t>(batch.tokens[row].item<int>());
    const float first = targets[row][0].item<float>();
    if (token == neural::ExpressionTokenizer::kBos || token == neural::ExpressionTokenizer::kEos) {
      EXPECT_TRUE(std::isinf(first));
    } else if (grammar_.text(token) == "x") {
      EXPECT_FLOAT_EQ(first, std::asinh(0.137F));
    } else if (grammar_.text(token) == "+") {
      EXPECT_FLOAT_EQ(first, std::asinh(1.137F));
    } else if (grammar_.text(token) == "sqrt") {
      EXPECT_TRUE(std::isnan(targets[row][TokenValues::kPoints - 1].item<float>()));
    }
  }
}

TEST_F(ValueHead, GradientIsTheSlope) {
  neural::ModelConfig model;
  model.layers = 1;
  model.width = 8;
  model.heads = 2;
  model.feed_forward = 8;
  model.positions = 8;
  const std::vector<Tokens> expressions = tokens_of({"+ x 1", "ln x", "x"});
  const std::vector<TokenSpan> spans(expressions.begin(), expressions.end());
  const PackedBatch batch = pack(spans, false);
  const torch::Tensor targets = value_targets(values_, spans, batch, false).to(torch::kFloat64);
  EncoderShape shape = encoder_shape(model, tokenizer_);
  auto specs = encoder_parameters(shape);
  const auto head = value_head_parameters(shape.width);
  specs.insert(specs.end(), head.begin(), head.end());
  Parameters parameters(specs, 3, torch::kCPU, torch::kFloat64);
  expect_gradient_is_slope(parameters, [&](const ParameterViews& weights) {
    return value_loss(weights, encode_tokens(shape, weights, batch), targets);
  });
}

TEST_F(ValueHead, NoLossIsLeftWhereAllIsSaidRight) {
  const torch::Tensor targets = torch::zeros({3, std::int64_t{TokenValues::kPoints}});
  targets[1].fill_(std::numeric_limits<float>::quiet_NaN());
  targets[2].fill_(std::numeric_limits<float>::infinity());
  targets[0].fill_(2);
  // Hidden states are 1 0 0, 0 1 0 and 0 0 1; the head knows what each should say.
  const torch::Tensor defined = torch::tensor({50.0, -50.0, 0.0}).expand({14, 3});
  const torch::Tensor value = torch::tensor({2.0, 99.0, 99.0}).expand({14, 3});
  const ParameterViews weights = {{"values.weight", torch::cat({defined, value})},
                                  {"values.bias", torch::zeros({28})}};
  EXPECT_NEAR(value_loss(weights, torch::eye(3), targets).item<double>(), 0, 1e-6);
  const ParameterViews wrong = {{"values.weight", -weights.at("values.weight")},
                                {"values.bias", torch::zeros({28})}};
  EXPECT_GT(value_loss(wrong, torch::eye(3), targets).item<double>(), 50);
}

}  // namespace
}  // namespace noether::train
