#include "noether/train/text/text_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace noether::train {
namespace {

TEST(TextConfig, OfTheFileThatShipsIsTheDefault) {
  const auto config = load_text_config(NOETHER_SOURCE_DIR "/models/configs/text-encoder");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(*config, TextConfig());
}

TEST(TextConfig, ReadsWhatItWrites) {
  TextConfig config;
  config.pair_kinds = {"theorem-proof"};
  config.at_beginning = 1.0 / 3;
  config.late_temperature = 0.07;
  config.schedule_shape = ScheduleShape::Cosine;
  config.batch = 7;
  const auto read = read_text_config(text_config_text(config), "text");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, config);
}

TEST(TextConfig, SaysTheLineAndWhatIsWrong) {
  const auto problem = [](std::string_view text) {
    const auto config = read_text_config(text, "c");
    return config ? "" : config.error().message;
  };
  EXPECT_THAT(problem("model encoder"), testing::HasSubstr("model is 'encoder' and must be one of: "
                                                           "text"));
  EXPECT_THAT(problem("model text\npairs kinds=a,,b"), testing::HasSubstr("line 2, column"));
  EXPECT_THAT(problem("pairs kinds="), testing::HasSubstr("kinds is ''"));
  EXPECT_THAT(problem("pairs first_tokens=2"), testing::HasSubstr("must be a number from 3"));
  EXPECT_THAT(problem("schedule linear first_cycle=0.5"),
              testing::HasSubstr("first_cycle and multiply are for the schedule cosine"));
}

}  // namespace
}  // namespace noether::train
