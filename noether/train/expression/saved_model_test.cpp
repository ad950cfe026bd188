#include "noether/train/expression/saved_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <tuple>

#include "noether/base/temporary_folder.h"
#include "noether/embedding/expression_encoder.h"
#include "noether/embedding/expression_model.h"
#include "noether/embedding/values/part_values.h"
#include "noether/train/expression/retrieval_validation.h"

namespace noether::train {
namespace {

// Weights far from their initial values, so that biases and norms matter.
Checkpoint random_checkpoint(neural::Pooling pooling,
                             embedding::Inputs inputs = embedding::Inputs::Tokens,
                             bool special_tokens = true) {
  TrainingConfig config;
  config.model.layers = 2;
  config.model.width = 32;
  config.model.heads = 4;
  config.model.feed_forward = 48;
  config.model.pooling = pooling;
  config.model.inputs = inputs;
  config.model.special_tokens = special_tokens;
  const auto tokenizer = embedding::ExpressionTokenizer::standard();
  Parameters parameters(encoder_parameters(encoder_shape(config.model, tokenizer)), 3, torch::kCPU);
  torch::manual_seed(5);
  Checkpoint checkpoint;
  checkpoint.config = config_text(config);
  checkpoint.tokenizer = tokenizer.to_json();
  checkpoint.step = 17;
  checkpoint.weights = parameters.flat().detach() + 0.1 * torch::randn({parameters.count()});
  checkpoint.first_moment = torch::ones_like(checkpoint.weights);
  checkpoint.second_moment = torch::ones_like(checkpoint.weights);
  return checkpoint;
}

TEST(ExportModel, RefusesACheckpointThatHasTooFewWeights) {
  const base::TemporaryFolder folder;
  for (const WeightGrid grid : {WeightGrid::None, WeightGrid::Int8}) {
    Checkpoint checkpoint = random_checkpoint(neural::Pooling::Mean);
    auto config = read_config(checkpoint.config, "").value();
    config.grid = grid;
    checkpoint.config = config_text(config);
    checkpoint.weights = checkpoint.weights.narrow(0, 0, checkpoint.weights.numel() - 1);
    const auto done = export_model(checkpoint, folder.path() + "/cut");
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().message, "the checkpoint does not have the weights of its model");
  }
}

class ExportedModel
    : public testing::TestWithParam<std::tuple<neural::Pooling, embedding::Inputs, bool>> {};

TEST_P(ExportedModel, GivesInNoetherTheVectorsOfLibTorch) {
  const base::TemporaryFolder folder;
  const std::string path = folder.path() + "/model";
  ASSERT_TRUE(export_model(std::apply(random_checkpoint, GetParam()), path));
  const auto model = open_model(path);
  ASSERT_TRUE(model) << model.error().message;
  const auto encoder = embedding::ExpressionEncoder::open(path);
  ASSERT_TRUE(encoder) << encoder.error().message;

  std::vector<std::string> texts = {
      "x",    "+ x 1",          "* -2 pow acsch * 7 x 2", "sin + pow x 2 1234.5", "/ + x y - x y",
      "ln x", "d x tan asin x", "pow 10 pow 10 x",        "integral#4 x x 0 1"};
  // The expression has more tokens than positions, but a single position for a model that reads
  // values.
  std::string long_sum = "x";
  for (int i = 0; i < 100; ++i) long_sum = "+ x " + long_sum;
  const bool is_valued = std::get<embedding::Inputs>(GetParam()) == embedding::Inputs::Values;
  if (is_valued) texts.push_back(long_sum);
  std::vector<std::vector<neural::TokenId>> expressions;
  for (const std::string& text : texts) {
    const auto tokens = model->tokenizer.encode(text);
    ASSERT_TRUE(tokens) << tokens.error().message;
    EXPECT_EQ(embedding::length_problem(*tokens, static_cast<std::size_t>(model->shape.positions),
                                        model->shape.values.get()),
              std::nullopt);
    expressions.emplace_back(tokens->begin() + 1, tokens->end() - 1);
  }
  const torch::Tensor by_torch =
      embed_all(model->shape, model->weights, expressions, torch::kCPU).contiguous();
  const auto by_noether = encoder->embed(texts);
  ASSERT_TRUE(by_noether) << by_noether.error().message;
  ASSERT_EQ(static_cast<std::size_t>(by_torch.numel()), by_noether->size());
  const float* const values = by_torch.data_ptr<float>();
  double worst = 0;
  for (std::size_t i = 0; i < by_noether->size(); ++i) {
    worst = std::max(
        worst, std::abs(static_cast<double>(values[i]) - static_cast<double>((*by_noether)[i])));
  }
  EXPECT_LT(worst, 1e-4);
  // Vectors of different expressions differ by far more.
  EXPECT_GT((by_torch[0] - by_torch[1]).abs().max().item<double>(), 1e-2);
}

INSTANTIATE_TEST_SUITE_P(
    PoolingsAndInputs, ExportedModel,
    testing::Combine(testing::Values(neural::Pooling::Mean, neural::Pooling::Max,
                                     neural::Pooling::First),
                     testing::Values(embedding::Inputs::Tokens, embedding::Inputs::Values),
                     testing::Values(true)));
INSTANTIATE_TEST_SUITE_P(WithoutSpecialTokens, ExportedModel,
                         testing::Combine(testing::Values(neural::Pooling::First),
                                          testing::Values(embedding::Inputs::Tokens,
                                                          embedding::Inputs::Values),
                                          testing::Values(false)));

TEST(OpenModel, ReadsInt8AsTheFloatsOfItsGrid) {
  const base::TemporaryFolder folder;
  Checkpoint checkpoint = random_checkpoint(neural::Pooling::Mean);
  auto config = read_config(checkpoint.config, "").value();
  config.grid = WeightGrid::Int8;
  checkpoint.config = config_text(config);
  ASSERT_TRUE(export_model(checkpoint, folder / "floats"));
  const auto floats = embedding::ExpressionModel::read(folder / "floats");
  ASSERT_TRUE(floats) << floats.error().message;
  ASSERT_TRUE(embedding::quantize(*floats).value().write(folder / "int8"));
  const auto expected = open_model(folder / "floats");
  const auto read = open_model(folder / "int8");
  ASSERT_TRUE(read) << read.error().message;
  for (const auto& [name, weight] : expected->weights) {
    EXPECT_TRUE(torch::allclose(read->weights.at(name), weight, 1e-5, 1e-7)) << name;
  }
}

TEST(Checkpoint, ReadsBackWhatWasWritten) {
  const base::TemporaryFolder folder;
  const std::string path = folder.path() + "/checkpoint.pt";
  const Checkpoint written = random_checkpoint(neural::Pooling::Mean);
  ASSERT_TRUE(save_checkpoint(path, written));
  const auto read = load_checkpoint(path);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->config, written.config);
  EXPECT_EQ(read->tokenizer, written.tokenizer);
  EXPECT_EQ(read->step, 17);
  EXPECT_TRUE(read->weights.equal(written.weights));
  EXPECT_TRUE(read->second_moment.equal(written.second_moment));
}

TEST(Checkpoint, RefusesAFileThatIsCutOff) {
  const base::TemporaryFolder folder;
  const std::string path = folder.path() + "/checkpoint.pt";
  ASSERT_TRUE(save_checkpoint(path, random_checkpoint(neural::Pooling::Mean)));
  std::filesystem::resize_file(path, 1000);
  const auto read = load_checkpoint(path);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, testing::HasSubstr("is not a checkpoint, or is damaged"));
}

TEST(OpenModel, RefusesABiasOfInt8) {
  const base::TemporaryFolder folder;
  ASSERT_TRUE(export_model(random_checkpoint(neural::Pooling::Mean), folder / "model"));
  const std::string path = folder / "model/model.safetensors";
  const std::string file = base::FileSystem::real().read(path, 1 << 20).value();
  const auto parsed = neural::Safetensors::parse(file).value();
  std::vector<neural::Tensor> tensors;
  for (const neural::Tensor& tensor : parsed.tensors()) {
    if (tensor.name != "final_norm.bias") tensors.push_back(tensor);
  }
  const std::vector<std::int8_t> bias(32, 1);
  const std::vector<float> scales(32, 0.5F);
  tensors.push_back(neural::number_tensor("final_norm.bias", neural::TensorType::I8, bias));
  tensors.push_back(
      neural::number_tensor("final_norm.bias.scale", neural::TensorType::F32, scales));
  ASSERT_TRUE(
      base::write_atomically(base::FileSystem::real(), path, neural::safetensors_bytes(tensors)));
  const auto read = open_model(folder / "model");
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message,
              testing::HasSubstr("no float32 or int8 tensor 'final_norm.bias'"));
}

}  // namespace
}  // namespace noether::train
