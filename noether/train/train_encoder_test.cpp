#include "noether/train/train_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "noether/base/file_system.h"
#include "noether/base/temporary_folder.h"
#include "noether/embedding/expression_encoder.h"
#include "noether/train/expression/written_corpus.h"
#include "noether/train/seq2seq/train_seq2seq.h"

namespace noether::train {
namespace {

TrainingConfig small_run(LossKind loss, embedding::Inputs inputs) {
  TrainingConfig config;
  config.model.layers = 1;
  config.model.width = 32;
  config.model.heads = 4;
  config.model.feed_forward = 32;
  config.model.inputs = inputs;
  config.model.pooling = neural::Pooling::First;
  config.loss = loss;
  config.negatives = Negatives::None;
  config.batch = 4;
  config.steps = 3;
  config.report = 3;
  return config;
}

void write_small_corpus(const std::string& folder) {
  write_corpus(folder, {{"+ x 1", "+ 1 x"},
                        {"* 2 x", "+ x x"},
                        {"sin x", "* 1 sin x"},
                        {"pow x 2", "* x x"},
                        {"exp x", "pow e x"},
                        {"- x 3", "+ x -3"},
                        {"/ x 2", "* 0.5 x"},
                        {"cosh x", "/ 1 sech x"}});
}

class TrainedEncoder : public testing::TestWithParam<std::tuple<LossKind, embedding::Inputs>> {};

TEST_P(TrainedEncoder, IsWrittenAndEmbeds) {
  const base::TemporaryFolder folder;
  write_small_corpus(folder / "corpus");
  const auto [loss, inputs] = GetParam();
  EncoderData data;
  data.corpora = {folder / "corpus"};
  data.validation = folder / "corpus";
  if (loss == LossKind::Families) {  // whose clusters it must not reproduce
    write_corpus(folder / "other", {{"tan x", "/ 1 cot x"}, {"ln x", "* 1 ln x"}});
    data.validation = folder / "other";
  }
  LoopOptions options;
  options.folder = folder / "run";
  options.quiet = true;
  const auto done = train_encoder(small_run(loss, inputs), data, options);
  ASSERT_TRUE(done) << done.error().message;
  const auto encoder = embedding::ExpressionEncoder::open(folder / "run/model");
  ASSERT_TRUE(encoder) << encoder.error().message;
  EXPECT_EQ(encoder->config().inputs, inputs);
  EXPECT_TRUE(encoder->embed(std::vector<std::string>{"+ x 1", "sqrt x"}));
}

// A student that reads tokens comes nearer to the vectors of a teacher that reads values. A teacher
// without a weight, or a weight without a teacher, is refused.
TEST(TrainedEncoder, LearnsTheVectorsOfATeacher) {
  const base::TemporaryFolder folder;
  write_small_corpus(folder / "corpus");
  EncoderData data;
  data.corpora = {folder / "corpus"};
  LoopOptions options;
  options.quiet = true;
  options.folder = folder / "teacher";
  ASSERT_TRUE(
      train_encoder(small_run(LossKind::Families, embedding::Inputs::Values), data, options));

  TrainingConfig config = small_run(LossKind::Families, embedding::Inputs::Tokens);
  config.learning_rate = 3e-3;
  config.steps = 120;
  config.report = 20;
  config.teacher = 10;
  options.folder = folder / "student";
  const auto without = train_encoder(config, data, options);
  ASSERT_FALSE(without);
  EXPECT_EQ(without.error().message, "teacher=WEIGHT in the configuration needs --teacher");
  data.teacher = folder / "teacher/model";
  ASSERT_TRUE(train_encoder(config, data, options));
  const std::string metrics =
      base::FileSystem::real().read(folder / "student/metrics.jsonl", 1 << 20).value();
  std::vector<double> distances;
  std::istringstream lines(metrics);
  for (std::string line; std::getline(lines, line);) {
    distances.push_back(nlohmann::json::parse(line).at("losses").at("teacher").get<double>());
  }
  ASSERT_EQ(distances.size(), 6U);
  EXPECT_LT(distances.back(), 0.5 * distances.front());

  config.teacher = 0;
  const auto unweighted = train_encoder(config, data, options);
  ASSERT_FALSE(unweighted);
  EXPECT_EQ(unweighted.error().message, "--teacher needs teacher=WEIGHT in the line loss");
}

// Corpora that differ by one member, so that their shapes would allow a run to resume with any of
// them.
class RunGoingOn : public testing::Test {
 protected:
  RunGoingOn() {
    Texts texts = {
        {"+ x 1", "+ 1 x"}, {"sin x", "* 1 sin x"}, {"pow x 2", "* x x"}, {"* 2 x", "+ x x"}};
    write_corpus(folder_ / "corpus", texts);
    write_corpus(folder_ / "copy", texts);
    texts.back().back() = "* x 2";
    write_corpus(folder_ / "other", texts);
    // Distractors parallel to these corpora.
    texts = {
        {"tan x", "/ 1 cot x"}, {"ln x", "* 1 ln x"}, {"cosh x", "/ 1 sech x"}, {"0", "- x x"}};
    write_corpus(folder_ / "apart", texts);
    texts.back().back() = "* 0 x";
    write_corpus(folder_ / "otherwise apart", texts);
    options_.folder = folder_ / "run";
    options_.quiet = true;
  }

  EncoderData data_of(const std::string& corpus) const {
    EncoderData data;
    data.corpora = {folder_ / corpus};
    return data;
  }

  // Resumes the run with this data, and returns the error message; empty if it resumes.
  std::string said(const std::function<base::Result<void>(const LoopOptions&)>& run) const {
    LoopOptions options = options_;
    options.resume = true;
    const auto done = run(options);
    return done ? "" : done.error().message;
  }
  std::string said(const TrainingConfig& config, const EncoderData& data) const {
    return said([&](const LoopOptions& options) { return train_encoder(config, data, options); });
  }

  base::TemporaryFolder folder_;
  LoopOptions options_;
};

TEST_F(RunGoingOn, NeedsTheCorporaOfItsBeginningWhereverTheyAre) {
  const TrainingConfig config = small_run(LossKind::InBatch, embedding::Inputs::Tokens);
  ASSERT_TRUE(train_encoder(config, data_of("corpus"), options_));
  EXPECT_EQ(said(config, data_of("corpus")), "");
  EXPECT_EQ(said(config, data_of("copy")), "");
  EXPECT_THAT(said(config, data_of("other")), testing::HasSubstr("started with other corpora"));
  EncoderData more = data_of("corpus");
  more.corpora.push_back(folder_ / "other");
  EXPECT_THAT(said(config, more), testing::HasSubstr("started with other corpora"));
}

TEST_F(RunGoingOn, NeedsItsDistractors) {
  TrainingConfig config = small_run(LossKind::InBatch, embedding::Inputs::Tokens);
  config.negatives = Negatives::Distractors;
  EncoderData data = data_of("corpus");
  data.distractors = folder_ / "apart";
  ASSERT_TRUE(train_encoder(config, data, options_));
  EXPECT_EQ(said(config, data), "");
  data.distractors = folder_ / "otherwise apart";
  EXPECT_THAT(said(config, data), testing::HasSubstr("started with other corpora"));
}

TEST_F(RunGoingOn, NeedsWhatItsFamiliesMayNotMake) {
  const TrainingConfig config = small_run(LossKind::Families, embedding::Inputs::Tokens);
  EncoderData data = data_of("corpus");
  data.held_out = {folder_ / "apart"};
  ASSERT_TRUE(train_encoder(config, data, options_));
  EXPECT_EQ(said(config, data), "");
  data.held_out = {folder_ / "otherwise apart"};
  EXPECT_THAT(said(config, data), testing::HasSubstr("started with other corpora"));
}

TEST_F(RunGoingOn, NeedsItsTeacher) {
  TrainingConfig config = small_run(LossKind::Families, embedding::Inputs::Values);
  for (const std::string name : {"teacher", "other teacher"}) {
    LoopOptions options = options_;
    options.folder = folder_ / name;
    ASSERT_TRUE(train_encoder(config, data_of("corpus"), options));
    config.seed += 1;
  }
  config.model.special_tokens = false;
  config.teacher = 1;
  EncoderData data = data_of("corpus");
  data.teacher = folder_ / "teacher/model";
  ASSERT_TRUE(train_encoder(config, data, options_));
  EXPECT_EQ(said(config, data), "");
  data.teacher = folder_ / "other teacher/model";
  EXPECT_THAT(said(config, data), testing::HasSubstr("or another teacher"));
  config.model.width = 64;
  EXPECT_THAT(said(config, data), testing::HasSubstr("cannot teach this one"));
}

TEST_F(RunGoingOn, NeedsTheCorpusOfSeq2seqToo) {
  TrainingConfig config = small_run(LossKind::InBatch, embedding::Inputs::Tokens);
  config.kind = ModelKind::Seq2seq;
  ASSERT_TRUE(train_seq2seq(config, {.corpus = folder_ / "corpus"}, options_));
  const auto with = [&](const std::string& corpus) {
    return said([&](const LoopOptions& options) {
      return train_seq2seq(config, {.corpus = folder_ / corpus}, options);
    });
  };
  EXPECT_EQ(with("corpus"), "");
  EXPECT_THAT(with("other"), testing::HasSubstr("started with other corpora"));
}

INSTANTIATE_TEST_SUITE_P(LossesAndInputs, TrainedEncoder,
                         testing::Combine(testing::Values(LossKind::InBatch, LossKind::Families),
                                          testing::Values(embedding::Inputs::Tokens,
                                                          embedding::Inputs::Values)));

}  // namespace
}  // namespace noether::train
