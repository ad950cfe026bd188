// Text encoders that learn from lists: values and gradients of the loss, what is learnt, and that a
// run goes on as if nothing had happened.
#include "noether/train/distill/tune_student.h"

#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "noether/base/temporary_folder.h"
#include "noether/neural/pairs/tokenized_pairs.h"
#include "noether/train/core/metrics.h"
#include "noether/train/core/numeric_gradient.h"
#include "noether/train/cross/load_lists.h"
#include "noether/train/cross/tiny_lists.h"
#include "noether/train/distill/list_student.h"
#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

using testing::HasSubstr;

DistillConfig small_lessons() {
  DistillConfig config;
  config.question_tokens = config.text_tokens = 20;
  config.batch = 2;
  config.texts = 3;
  config.temperature = 0.2;
  config.late_temperature = 0.1;
  return config;
}

// Random lists with a score for each text.
neural::TokenizedLists scored_lists(const std::vector<std::vector<std::int8_t>>& grades) {
  neural::TokenizedLists lists = random_lists(grades);
  for (std::size_t i = 0; i < lists.entries.size(); ++i) {
    lists.scores.push_back(static_cast<float>(i * 7 % 5) / 2);
  }
  return lists;
}

TEST(ListStudent, FollowsScoresOrElseGrades) {
  DistillConfig config = small_lessons();
  config.teacher_temperature = 2;
  neural::TokenizedLists lists = scored_lists({{-1, 1, 0}, {2, 0}, {1, -1}});
  const auto by_scores = StudentSampler::create(lists, config).value();
  EXPECT_EQ(by_scores.all().size(), 3U);
  EXPECT_DOUBLE_EQ(by_scores.teacher(2), 1.0);
  lists.scores.clear();
  const auto by_grades = StudentSampler::create(lists, config).value();
  ASSERT_EQ(by_grades.all().size(), 2U);  // one text with a grade has no order
  EXPECT_EQ(by_grades.all()[0].entries, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_DOUBLE_EQ(by_grades.teacher(3), 6.0);
  config.batch = 3;
  EXPECT_FALSE(StudentSampler::create(lists, config));
}

TEST(ListStudent, HasTheSlopeOfItsValuesAsGradient) {
  const neural::TransformerConfig model = tiny_bert();
  Parameters parameters(text_parameters(model), 1, torch::kCPU, torch::kFloat64);
  {
    const torch::NoGradGuard no_graph;
    parameters.flat().copy_(flat_weights(model, neural::random_weights(model, 5)));
  }
  const DistillConfig config = small_lessons();
  const neural::TokenizedLists lists = scored_lists({{0, 0, 0}, {0, 0}, {0, 0, 0, 0}});
  const auto sampler = StudentSampler::create(lists, config).value();
  const StudentBatch batch =
      read_student_batch(lists, config, sampler, sampler.sample(1), /*pinned=*/false);
  expect_gradient_is_slope(parameters, [&](const ParameterViews& weights) {
    return distill_loss(config, model, weights, batch);
  });
}

TEST(ListStudent, ScoresEachTextWithItsOwnQuestion) {
  const neural::TransformerConfig model = tiny_bert();
  Parameters parameters(text_parameters(model), 1, torch::kCPU);
  const torch::NoGradGuard no_graph;
  parameters.flat().copy_(flat_weights(model, neural::random_weights(model, 5)));
  const ParameterViews weights = parameters.views(torch::kFloat32);
  const DistillConfig config = small_lessons();
  const neural::TokenizedLists lists = scored_lists({{0, 0, 0}, {0, 0}});
  const auto sampler = StudentSampler::create(lists, config).value();
  const auto all = sampler.all();
  const auto together =
      student_scores(model, weights, read_student_batch(lists, config, sampler, all, false));
  std::int64_t place = 0;
  for (const StudentList& of : all) {
    const auto alone = student_scores(
        model, weights, read_student_batch(lists, config, sampler, std::span(&of, 1), false));
    const std::int64_t count = alone.late.size(0);
    EXPECT_TRUE(torch::allclose(together.cosines.narrow(0, place, count), alone.cosines, 1e-4));
    EXPECT_TRUE(torch::allclose(together.late.narrow(0, place, count), alone.late, 1e-4));
    place += count;
  }
}

class TuneStudent : public testing::Test {
 protected:
  TuneStudent() {
    at::set_num_threads(1);
    neural::ModelFolder model = tiny_cross_encoder(tiny_bert());
    model.config.transformer.head = {};
    model.config.tokenizer_file = "tokenizer.json";
    EXPECT_TRUE(model.write(folder_ / "start"));
    std::ofstream(folder_ / "start/tokenizer.json") << "{}";
    neural::TokenizedLists lists = scored_lists({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
    lists.tokenizer = neural::identity_of("{}");
    EXPECT_TRUE(lists.save(folder_ / "lists.safetensors"));
    options_.folder = folder_ / "run";
    options_.quiet = true;
  }
  std::string said(const DistillConfig& config) const {
    const std::string lists = folder_ / "lists.safetensors";
    const auto tuned = tune_student(config, {folder_ / "start", {lists}, lists}, options_);
    return tuned ? "" : tuned.error().message;
  }
  std::string weights_in(const std::string& name) const {
    std::ifstream file((folder_ / name) + "/model/model.safetensors", std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  base::TemporaryFolder folder_;
  LoopOptions options_;
};

TEST_F(TuneStudent, LearnsTheOrderOfItsTeacher) {
  DistillConfig config = small_lessons();
  config.learning_rate = 1e-2;
  config.steps = 80;
  config.report = 10;
  config.validate = 80;
  ASSERT_EQ(said(config), "");
  const auto reports = read_reports(folder_ / "run/metrics.jsonl", 1000).value();
  EXPECT_LT(reports.back().loss, reports.front().loss);
  for (const auto& [name, value] : reports.back().scores) EXPECT_GT(value, 0.9) << name;
  EXPECT_EQ(neural::ModelFolder::read(folder_ / "run/model")->config.pooling,
            neural::Pooling::Mean);
}

TEST_F(TuneStudent, GoesOnAsIfNothingHadHappened) {
  DistillConfig config = small_lessons();
  config.dropout = 0.1;
  config.steps = 8;
  config.checkpoint = 4;
  ASSERT_EQ(said(config), "");
  const std::string straight = weights_in("run");
  // Breaks off in step 7, where the plot cannot be written.
  options_.folder = folder_ / "broken";
  std::filesystem::create_directories(folder_ / "broken/loss.svg/in the way");
  config.validate = 7;
  EXPECT_THAT(said(config), HasSubstr("loss.svg"));
  std::filesystem::remove_all(folder_ / "broken/loss.svg");
  options_.resume = true;
  ASSERT_EQ(said(config), "");
  EXPECT_EQ(weights_in("broken"), straight);
}

TEST(DistillConfig, OfTheFileThatShipsIsTheDefaultAndReadsWhatItWrites) {
  const auto shipped = load_distill_config(NOETHER_SOURCE_DIR "/models/configs/distilled-encoder");
  ASSERT_TRUE(shipped) << shipped.error().message;
  EXPECT_EQ(*shipped, DistillConfig());
  const DistillConfig config = small_lessons();
  EXPECT_EQ(read_distill_config(distill_config_text(config), "text").value(), config);
  EXPECT_THAT(read_distill_config("loss pairs", "c").error().message,
              HasSubstr("must be one of: distill"));
}

}  // namespace
}  // namespace noether::train
