#include "noether/train/amr/amr_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace noether::train {
namespace {

using testing::HasSubstr;

TEST(AmrConfig, OfTheFileThatShipsIsTheDefault) {
  const auto config = load_amr_config(NOETHER_SOURCE_DIR "/models/configs/amr-parser");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(*config, AmrConfig());
}

TEST(AmrConfig, ReadsWhatItWrites) {
  AmrConfig config;
  config.edge_width = 17;
  config.edges_read = EdgesRead::Words;
  config.weights = {"1", "2.5"};
  config.hidden = 1.0 / 3;
  config.trees = 0;
  const auto read = read_amr_config(amr_config_text(config), "amr");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, config);
}

TEST(AmrConfig, SaysTheLineAndWhatIsWrong) {
  const auto problem = [](std::string_view text) {
    const auto config = read_amr_config(text, "c");
    return config ? "" : config.error().message;
  };
  EXPECT_THAT(problem("model text"), HasSubstr("model is 'text' and must be one of: amr"));
  EXPECT_THAT(problem("model amr\nmodel edges_read=all"), HasSubstr("line 2, column"));
  EXPECT_THAT(problem("batch sentences=0"), HasSubstr("must be a number from 1"));
  EXPECT_THAT(problem("schedule linear multiply=2"), HasSubstr("are for the schedule cosine"));
}

TEST(AmrConfig, HasAWeightForEachBank) {
  AmrConfig config;
  EXPECT_EQ(bank_weights(config, 3).value(), (std::vector<double>{1, 1, 1}));
  config.weights = {"1", "2.5"};
  EXPECT_EQ(bank_weights(config, 2).value(), (std::vector<double>{1, 2.5}));
  EXPECT_EQ(bank_weights(config, 3).error().message, "there are 2 weights for 3 banks");
  config.weights = {"much"};
  EXPECT_THAT(bank_weights(config, 1).error().message, HasSubstr("the weight 'much' of a bank"));
  config.weights = {"0"};
  EXPECT_FALSE(bank_weights(config, 1));
}

}  // namespace
}  // namespace noether::train
