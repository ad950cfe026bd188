#include "noether/train/cross/cross_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace noether::train {
namespace {

TEST(CrossConfig, OfTheFilesThatShipAreRead) {
  auto config = load_cross_config(NOETHER_SOURCE_DIR "/models/configs/reranker");
  ASSERT_TRUE(config) << config.error().message;
  config->steepness = CrossConfig().steepness;
  EXPECT_EQ(*config, CrossConfig());
  config = load_cross_config(NOETHER_SOURCE_DIR "/models/configs/paper-reranker");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->loss, CrossLoss::TwoWay);
  EXPECT_EQ(config->batch * config->texts, 256U);
}

TEST(CrossConfig, ReadsWhatItWrites) {
  CrossConfig config;
  config.head = CrossHead::New;
  config.loss = CrossLoss::Graded;
  config.full = 2;
  config.right = 2;
  config.steepness = 1.0 / 3;
  config.tokens = 128;
  config.texts = 7;
  const auto read = read_cross_config(cross_config_text(config), "text");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, config);
}

TEST(CrossConfig, SaysWhatIsWrong) {
  const auto problem = [](std::string_view text) {
    const auto config = read_cross_config(text, "c");
    return config ? "" : config.error().message;
  };
  EXPECT_THAT(problem("model text"), testing::HasSubstr("model is 'text' and must be one of: "
                                                        "cross"));
  EXPECT_THAT(problem("model cross\nloss pairs"),
              testing::HasSubstr("must be one of: two-way, graded, listwise"));
  EXPECT_THAT(problem("batch texts=1"), testing::HasSubstr("must be a number from 2"));
  EXPECT_THAT(problem("model cross head=old"), testing::HasSubstr("one of: start, new"));
}

}  // namespace
}  // namespace noether::train
