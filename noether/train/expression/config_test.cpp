#include "noether/train/expression/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "noether/train/core/metrics.h"
#include "noether/train/core/run_config.h"

namespace noether::train {
namespace {

TEST(TrainingConfig, ReadsWhatItWrites) {
  TrainingConfig config;
  config.kind = ModelKind::Seq2seq;
  config.model.pooling = neural::Pooling::Max;
  config.learning_rate = 1.0 / 3;
  config.loss = LossKind::Triplet;
  config.negatives = Negatives::Random;
  config.seed = 123456789;
  const auto read = read_config(config_text(config), "text");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, config);
}

TEST(TrainingConfig, ReadsATeacherAndLayersWithoutSpecialTokens) {
  TrainingConfig config;
  config.loss = LossKind::Families;
  config.teacher = 2.5;
  config.model.pooling = neural::Pooling::First;
  config.model.special_tokens = false;
  const auto read = read_config(config_text(config), "text");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, config);
}

TEST(TrainingConfig, SaysWhatTheModelReads) {
  EXPECT_EQ(read_config("model encoder", "c").value().model.inputs, embedding::Inputs::Tokens);
  const auto config = read_config("model encoder inputs=values", "c");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->model.inputs, embedding::Inputs::Values);
  EXPECT_THAT(config_text(*config), testing::HasSubstr("inputs=values"));
  EXPECT_EQ(read_config(config_text(*config), "c").value(), *config);
}

TEST(TrainingConfig, ReadsEveryFileThatShips) {
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(NOETHER_SOURCE_DIR "/models/configs")) {
    // Configurations of text models have their own readers.
    const std::string text = load_settings(entry.path()).value();
    if (!text.contains("model encoder") && !text.contains("model seq2seq")) continue;
    const auto config = load_config(entry.path());
    EXPECT_TRUE(config) << config.error().message;
    ++files;
  }
  EXPECT_GE(files, 8);
}

struct BadConfig {
  const char* text;
  const char* message;
};

TEST(TrainingConfig, SaysTheLineAndWhatIsWrong) {
  const BadConfig cases[] = {
      {"model encoder\nmodle layers=2", "c: line 2, column 1: there is no keyword 'modle'"},
      {"model layers=0", "c: line 1, column 14: layers is '0' and must be a number from 1 to 64"},
      {"model layers=2x", "layers is '2x'"},
      {"optimizer learning_rate=nan", "learning_rate is 'nan'"},
      {"loss sum", "loss is 'sum' and must be one of: in-batch, triplet"},
      {"batch size=3", "'batch' has no setting 'size'"},
      {"model width=100 heads=8", "\"width\" is not a multiple of \"heads\""},
      {"model width=10 heads=5", "\"width\" and \"feed_forward\" are not multiples of 4"},
      {"model feed_forward=10", "\"width\" and \"feed_forward\" are not multiples of 4"},
      {"model encoder inputs=words", "inputs is 'words' and must be one of: tokens, values"},
      {"model seq2seq inputs=values", "a seq2seq model reads tokens"},
      {"model encoder\nloss families vectors=1", "vectors is for seq2seq models with the loss"},
      {"model seq2seq\nloss in-batch vectors=1", "vectors is for seq2seq models with the loss"},
      {"loss families values=1", "'loss' has no setting 'values'"},
      {"model encoder special_tokens=no", "\"pooling\" must be first"},
      {"model seq2seq special_tokens=no pooling=first", "a seq2seq model needs special tokens"},
      {"model encoder\nloss in-batch teacher=1", "teacher is for encoders with the loss families"},
      {"model seq2seq\nloss families teacher=1", "teacher is for encoders with the loss families"},
      {"loss triplet negatives=none", "the triplet loss needs one negative"},
  };
  for (const BadConfig& bad : cases) {
    const auto config = read_config(bad.text, "c");
    ASSERT_FALSE(config) << bad.text;
    EXPECT_THAT(config.error().message, testing::HasSubstr(bad.message));
  }
}

TEST(Metrics, ReadBackALineAndPassOverOthers) {
  Report report;
  report.step = 40;
  report.loss = 0.25;
  report.losses = {{"words", 0.2}, {"order", 0.05}};
  report.examples_per_second = 7;
  report.counted = "tokens";
  report.scores = {{"nearest", 0.5}};
  const auto read = read_report(report_line(report));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->step, 40);
  EXPECT_EQ(read->loss, 0.25);
  EXPECT_EQ(read->losses, report.losses);
  EXPECT_EQ(read->examples_per_second, 7);
  EXPECT_EQ(read->counted, "tokens");
  EXPECT_EQ(read->scores, report.scores);
  report.loss = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(read_report(report_line(report))->loss));
  EXPECT_FALSE(read_report("{\"step\": 1.5}"));
  EXPECT_FALSE(read_report("step 3"));
}

TEST(LossPlot, DrawsALineForTheLossAndForEachScore) {
  std::vector<Report> reports(3);
  for (std::size_t i = 0; i < reports.size(); ++i) {
    reports[i].step = static_cast<std::int64_t>(10 * i);
    reports[i].loss = 3 - static_cast<double>(i);
    reports[i].scores = {{"nearest", 0.1}};
  }
  const std::string svg = loss_plot(reports);
  std::size_t lines = 0;
  for (std::size_t at = svg.find("<polyline"); at != std::string::npos;
       at = svg.find("<polyline", at + 1)) {
    ++lines;
  }
  EXPECT_EQ(lines, 3U);
  EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
}

}  // namespace
}  // namespace noether::train
