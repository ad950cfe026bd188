// Text encoders that learn from lists: values and gradients of the loss, learning, and resumed
// runs.
#include "noether/train/distill/tune_student.h"

#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "noether/base/temporary_folder.h"
#include "noether/neural/pairs/tokenized_pairs.h"
#include "noether/neural/transformer/quantize_weights.h"
#include "noether/train/core/checkpoint.h"
#include "noether/train/core/metrics.h"
#include "noether/train/core/numeric_gradient.h"
#include "noether/train/cross/tiny_lists.h"
#include "noether/train/cross/training_lists.h"
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
    return student_loss(config, model, weights, batch);
  });
}

TEST(ListStudent, TakesWhatTheLossesOfGradedListsLearnFrom) {
  DistillConfig config = small_lessons();
  const neural::TokenizedLists lists = random_lists({{-1, 0, 0}, {3, 1, 2, 0}, {-1, -1}, {1, 0}});
  config.loss = DistillLossKind::Contrastive;
  const auto graded = StudentSampler::create(lists, config).value();
  ASSERT_EQ(graded.all().size(), 3U);
  EXPECT_EQ(graded.all()[0].entries, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_DOUBLE_EQ(graded.teacher(3), 1.0);
  EXPECT_DOUBLE_EQ(graded.teacher(4), 0.5);
  EXPECT_DOUBLE_EQ(graded.teacher(5), 1.0);
  EXPECT_DOUBLE_EQ(graded.teacher(6), 0.0);
  config.loss = DistillLossKind::Negatives;
  config.batch = 1;
  const auto right = StudentSampler::create(lists, config).value();
  ASSERT_EQ(right.all().size(), 1U);
  EXPECT_EQ(right.all()[0].entries, (std::vector<std::uint64_t>{3, 5}));
  config.batch = 2;
  EXPECT_THAT(StudentSampler::create(lists, config).error().message,
              HasSubstr("only 1 of the 4 have right texts"));
}

TEST(ListStudent, LosesWhatTheFormulasSay) {
  const neural::TransformerConfig model = tiny_bert();
  Parameters parameters(text_parameters(model), 1, torch::kCPU, torch::kFloat64);
  const torch::NoGradGuard no_graph;
  parameters.flat().copy_(flat_weights(model, neural::random_weights(model, 5)));
  const ParameterViews weights = parameters.views(torch::kFloat64);
  DistillConfig config = small_lessons();
  config.margin = 0.9;
  const neural::TokenizedLists lists = random_lists({{2, 0}, {1, 3}});
  const auto of = [&](DistillLossKind loss) {
    config.loss = loss;
    const auto sampler = StudentSampler::create(lists, config).value();
    const StudentBatch batch = read_student_batch(lists, config, sampler, sampler.all(), false);
    const torch::Tensor cosines = student_cosines(model, weights, batch);
    return std::pair(student_loss(config, model, weights, batch).item<double>(), cosines);
  };
  const auto cosine = [](const torch::Tensor& cosines, int question, int text) {
    return cosines[question][text].item<double>();
  };
  const auto [contrastive, all] = of(DistillLossKind::Contrastive);
  ASSERT_EQ(all.size(1), 4);
  const auto pair = [&](double right, double near) {
    const double far = 1 - near;
    return (right * far * far + (1 - right) * std::pow(std::max(0.0, 0.9 - far), 2)) / 2;
  };
  EXPECT_NEAR(contrastive,
              (pair(1, cosine(all, 0, 0)) + pair(0, cosine(all, 0, 1)) +
               pair(0.5, cosine(all, 1, 2)) + pair(1, cosine(all, 1, 3))) /
                  4,
              1e-9);
  // Two questions with one right text each: both pairs find each other.
  const auto [negatives, right] = of(DistillLossKind::Negatives);
  ASSERT_EQ(right.size(1), 2);
  const auto missed = [&](double own, double other) {
    return std::log1p(std::exp((other - own) / config.temperature));
  };
  const double own_0 = cosine(right, 0, 0);
  const double own_1 = cosine(right, 1, 1);
  EXPECT_NEAR(negatives,
              (missed(own_0, cosine(right, 0, 1)) + missed(own_1, cosine(right, 1, 0)) +
               missed(own_0, cosine(right, 1, 0)) + missed(own_1, cosine(right, 0, 1))) /
                  4,
              1e-9);
}

TEST(ListStudent, CorrelatesRanks) {
  EXPECT_DOUBLE_EQ(spearman(std::vector<double>{1, 5, 9}, std::vector<double>{-3, 0, 100}), 1);
  EXPECT_DOUBLE_EQ(spearman(std::vector<double>{1, 5, 9}, std::vector<double>{3, 2, 1}), -1);
  EXPECT_DOUBLE_EQ(spearman(std::vector<double>{1, 1}, std::vector<double>{1, 2}), 0);
  // Ranks 0.5 0.5 2 3 and 0 1 2 3.
  EXPECT_NEAR(spearman(std::vector<double>{4, 4, 6, 8}, std::vector<double>{1, 2, 3, 4}),
              4.5 / std::sqrt(4.5 * 5), 1e-12);
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

TEST_F(TuneStudent, LearnsGradesByEitherLossAndKeepsTheBestModel) {
  neural::TokenizedLists lists = random_lists({{2, 0, 0}, {3, 0, 0}, {2, 0, 1}, {0, 2, 0}});
  lists.tokenizer = neural::identity_of("{}");
  ASSERT_TRUE(lists.save(folder_ / "lists.safetensors"));
  for (const DistillLossKind loss : {DistillLossKind::Contrastive, DistillLossKind::Negatives}) {
    DistillConfig config = small_lessons();
    config.loss = loss;
    config.learning_rate = 1e-2;
    config.steps = 60;
    config.report = config.validate = 10;
    options_.folder = folder_ / (loss == DistillLossKind::Contrastive ? "near" : "first");
    ASSERT_EQ(said(config), "");
    const auto reports = read_reports(options_.folder + "/metrics.jsonl", 1000).value();
    ASSERT_EQ(reports.size(), 7U);  // one before the first step
    double best = -1;
    for (const Report& report : reports) {
      ASSERT_EQ(report.scores[0].first, "spearman");
      best = std::max(best, report.scores[0].second);
    }
    EXPECT_GT(best, 0.6);
    // The model is that of the best step, as its scores show.
    ScoreRequest request;
    request.model = options_.folder + "/model";
    request.lists = {folder_ / "lists.safetensors"};
    request.question_tokens = request.tokens = 20;
    request.quiet = true;
    const auto scored = score_by_cosine(request);
    ASSERT_TRUE(scored) << scored.error().message;
    std::vector<double> right;
    for (const int grade : lists.grades) right.push_back(std::min(1.0, grade / 2.0));
    const std::vector<double> cosines(scored->scores.begin(), scored->scores.end());
    EXPECT_NEAR(spearman(cosines, right), best, 1e-6);
    EXPECT_FALSE(*is_cross_encoder(request.model));
  }
}

TEST_F(TuneStudent, KnowsTheBestModelWhenItGoesOn) {
  neural::TokenizedLists lists = random_lists({{2, 0, 0}, {3, 0, 0}, {2, 0, 1}});
  lists.tokenizer = neural::identity_of("{}");
  ASSERT_TRUE(lists.save(folder_ / "lists.safetensors"));
  DistillConfig config = small_lessons();
  config.loss = DistillLossKind::Contrastive;
  config.learning_rate = 1e-4;
  config.steps = 6;
  config.report = config.validate = 3;
  config.checkpoint = 2;
  ASSERT_EQ(said(config), "");
  const std::string straight = weights_in("run");
  // The run stops in step 3, because the plot cannot be written; the best step up to step 2 is step
  // 0.
  options_.folder = folder_ / "broken";
  std::filesystem::create_directories(folder_ / "broken/loss.svg/in the way");
  EXPECT_THAT(said(config), HasSubstr("loss.svg"));
  std::filesystem::remove_all(folder_ / "broken/loss.svg");
  const auto best = load_checkpoint(best_path(options_.folder));
  ASSERT_TRUE(best) << best.error().message;
  EXPECT_EQ(best->step, 0);
  EXPECT_FALSE(best->first_moment.defined());
  options_.resume = true;
  ASSERT_EQ(said(config), "");
  EXPECT_EQ(weights_in("broken"), straight);
}

TEST_F(TuneStudent, BeginsWithAnInt8ModelWhereListsHaveGrades) {
  auto model = neural::ModelFolder::read(folder_ / "start").value();
  neural::quantize_weights(model.weights, model.config.transformer, neural::TokenTable::Keep);
  ASSERT_TRUE(model.write(folder_ / "start"));
  DistillConfig config = small_lessons();
  config.steps = 1;
  EXPECT_THAT(said(config), HasSubstr("int8"));
  config.loss = DistillLossKind::Contrastive;
  EXPECT_EQ(said(config), "");
}

TEST_F(TuneStudent, GoesOnAsIfNothingHadHappened) {
  DistillConfig config = small_lessons();
  config.dropout = 0.1;
  config.steps = 8;
  config.checkpoint = 4;
  ASSERT_EQ(said(config), "");
  const std::string straight = weights_in("run");
  // The run stops in step 7, because the plot cannot be written.
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
              HasSubstr("must be one of: distill, contrastive, negatives"));
  EXPECT_THAT(read_distill_config("batch texts=1", "c").error().message,
              HasSubstr("an order needs two texts"));
  const auto contrastive =
      load_distill_config(NOETHER_SOURCE_DIR "/models/configs/context-contrastive");
  ASSERT_TRUE(contrastive) << contrastive.error().message;
  EXPECT_EQ(contrastive->loss, DistillLossKind::Contrastive);
  const auto negatives =
      load_distill_config(NOETHER_SOURCE_DIR "/models/configs/context-negatives");
  ASSERT_TRUE(negatives) << negatives.error().message;
  EXPECT_EQ(negatives->loss, DistillLossKind::Negatives);
}

}  // namespace
}  // namespace noether::train
