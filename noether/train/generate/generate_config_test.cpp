#include "noether/train/generate/generate_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace noether::train {
namespace {

using testing::HasSubstr;

std::string refused(std::string_view text) {
  const auto config = read_generate_config(text, "c");
  return config ? "read" : config.error().message;
}

TEST(GenerateConfig, OfTheRepositoryAreRead) {
  const auto first =
      load_generate_config(NOETHER_SOURCE_DIR "/models/configs/answer-writer").value();
  EXPECT_EQ(first, GenerateConfig());
  const auto second =
      load_generate_config(NOETHER_SOURCE_DIR "/models/configs/answer-writer-solutions").value();
  EXPECT_EQ(second.model, GenerateModel::Start);
  EXPECT_EQ(second.loss, GenerateLoss::Solution);
}

TEST(GenerateConfig, IsWrittenAsItIsRead) {
  GenerateConfig config;
  config.loss = GenerateLoss::Solution;
  config.grid = WeightGrid::Int8;
  config.layers = 3;
  config.sequence_tokens = 99;
  EXPECT_EQ(read_generate_config(generate_config_text(config), "c").value(), config);
}

TEST(GenerateConfig, SaysWhatDoesNotFit) {
  EXPECT_THAT(refused("model gpt2 positions=100\nsequences tokens=200\n"),
              HasSubstr("more tokens than the model has positions"));
  EXPECT_THAT(refused("model bert\n"), HasSubstr("gpt2, start"));
  EXPECT_THAT(refused("sequences tokens=4\n"), HasSubstr("from 16"));
}

}  // namespace
}  // namespace noether::train
