// Training a decoder from files to files: learning, resumed runs, the texts that neural writes with
// the model, and errors for wrong input.
#include "noether/train/generate/train_decoder.h"

#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "noether/base/temporary_folder.h"
#include "noether/neural/generate/generator.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/pieces/problem_text.h"
#include "noether/neural/tokenizer/learn_byte_pairs.h"
#include "noether/train/core/checkpoint.h"
#include "noether/train/core/metrics.h"
#include "noether/train/generate/generate_config.h"
#include "noether/train/pretrain/piece_corpus.h"
#include "noether/train/text/text_encoder.h"
#include "noether/train/text/tiny_transformer.h"

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

using neural::ModelFolder;

class TrainDecoderTest : public testing::Test {
 protected:
  TrainDecoderTest() {
    at::set_num_threads(1);
    std::ofstream pairs(folder_ / "pairs.jsonl");
    std::ofstream texts(folder_ / "texts.jsonl");
    neural::tokens::BytePairLearner learner;
    for (int i = 0; i < 10; ++i) {
      const std::string problem = "What is $" + std::to_string(i) + "+1$?";
      const std::string solution = "It is $" + std::to_string(i + 1) + "$.";
      pairs << R"({"kind": "question-answer", "group": "1", "first": ")" << problem
            << R"(", "second": ")" << solution << "\"}\n";
      texts << R"({"pieces": [")" << solution << "\"]}\n";
      learner.add(neural::problem_prompt(problem) + neural::solution_text(solution));
    }
    std::filesystem::create_directory(folder_ / "tokenizer");
    std::ofstream(folder_ / "tokenizer/tokenizer.json") << learner.learn(300).value().to_json();
    options_.folder = folder_ / "run";
    options_.quiet = true;
  }

  static GenerateConfig config() {
    GenerateConfig config;
    config.layers = 2;
    config.width = 32;
    config.heads = 2;
    config.feed_forward = 64;
    config.positions = config.sequence_tokens = 40;
    config.dropout = 0;
    config.batch = 80;
    config.learning_rate = 1e-2;
    config.steps = config.validate = 40;
    config.report = 10;
    config.checkpoint = 4;
    return config;
  }
  GenerateData data() const {
    return {"", folder_ / "tokenizer", {folder_ / "pairs.jsonl"}, folder_ / "pairs.jsonl"};
  }
  std::string said(const GenerateData& data, const GenerateConfig& of = config()) const {
    const auto trained = train_decoder(of, data, options_);
    return trained ? "" : trained.error().message + "|" + trained.error().hint;
  }
  torch::Tensor weights_in(const std::string& name) const {
    const auto model = ModelFolder::read(folder_ / name).value();
    return flat_weights(model.config.transformer, model.weights);
  }

  base::TemporaryFolder folder_;
  LoopOptions options_;
};

TEST_F(TrainDecoderTest, LearnsSolutionsThatNeuralThenWrites) {
  GenerateConfig config = TrainDecoderTest::config();
  config.loss = GenerateLoss::Solution;
  config.steps = config.validate = config.checkpoint = 500;
  ASSERT_EQ(said(data(), config), "");
  const auto reports = read_reports(folder_ / "run/metrics.jsonl", 1000).value();
  EXPECT_EQ(reports.front().scores[0].first, "perplexity");
  EXPECT_GT(reports.front().scores[0].second, 100);
  EXPECT_LT(reports.back().scores[0].second, 1.2);
  EXPECT_GT(reports.back().scores[1].second, 0.95);

  const auto generator = neural::Generator::open(folder_ / "run/model");
  ASSERT_TRUE(generator) << generator.error().message;
  for (const std::size_t beams : {1U, 5U}) {
    neural::Decoding decoding;
    decoding.beams = beams;
    const auto written =
        generator->write(neural::problem_prompt("What is $7+1$?"), decoding).value();
    EXPECT_EQ(written.text, " It is $8$.");
    EXPECT_EQ(written.end, neural::WritingEnd::EndOfText);
  }
}

TEST_F(TrainDecoderTest, GoesOnAsIfNothingHadHappened) {
  GenerateConfig config = TrainDecoderTest::config();
  config.steps = 8;
  config.dropout = 0.1;
  ASSERT_EQ(said(data(), config), "");
  const torch::Tensor straight = weights_in("run/model");

  // The run stops in step 7, because the plot cannot be written; the last checkpoint is of step 4.
  options_.folder = folder_ / "broken";
  std::filesystem::create_directories(folder_ / "broken/loss.svg/in the way");
  config.validate = 7;
  EXPECT_THAT(said(data(), config), HasSubstr("loss.svg"));
  std::filesystem::remove_all(folder_ / "broken/loss.svg");
  ASSERT_EQ(load_checkpoint(checkpoint_path(options_.folder))->step, 4);
  options_.resume = true;
  ASSERT_EQ(said(data(), config), "");
  EXPECT_TRUE(torch::equal(weights_in("broken/model"), straight));
}

TEST_F(TrainDecoderTest, GoesOnWithADecoderOnOtherTexts) {
  GenerateConfig config = TrainDecoderTest::config();
  config.steps = 2;
  ASSERT_EQ(said(data(), config), "");
  GenerateData next = data();
  next.tokenizer.clear();
  next.start = folder_ / "run/model";
  next.texts = {folder_ / "texts.jsonl"};
  config.model = GenerateModel::Start;
  config.batch = 20;
  config.learning_rate = 1e-8;
  config.minimum = 0;
  options_.folder = folder_ / "next";
  ASSERT_EQ(said(next, config), "");
  EXPECT_TRUE(torch::allclose(weights_in("next/model"), weights_in("run/model"), 0, 1e-6));
}

TEST_F(TrainDecoderTest, ReadsTokensInsteadOfTexts) {
  const PieceReading reading = {folder_ / "tokenizer", "tokenizer.json", true};
  const std::string file = folder_ / "pairs.jsonl";
  const auto bytes = tokenize_piece_files(std::span(&file, 1), reading);
  ASSERT_TRUE(bytes) << bytes.error().message;
  std::ofstream(folder_ / "pairs.safetensors", std::ios::binary) << *bytes;
  GenerateConfig config = TrainDecoderTest::config();
  config.steps = 2;
  ASSERT_EQ(said(data(), config), "");
  options_.folder = folder_ / "of tokens";
  GenerateData tokens = data();
  tokens.texts = {folder_ / "pairs.safetensors"};
  ASSERT_EQ(said(tokens, config), "");
  EXPECT_TRUE(torch::equal(weights_in("of tokens/model"), weights_in("run/model")));
}

TEST_F(TrainDecoderTest, SaysWhatIsWrong) {
  GenerateConfig config = TrainDecoderTest::config();
  config.model = GenerateModel::Start;
  EXPECT_THAT(said(data(), config), HasSubstr("continues a model, but no model is given"));
  GenerateData wrong = data();
  wrong.tokenizer.clear();
  EXPECT_THAT(said(wrong), HasSubstr("no tokenizer is given"));
  wrong.tokenizer = folder_ / "missing";
  EXPECT_THAT(said(wrong), HasSubstr("there is no tokenizer in"));
  config = TrainDecoderTest::config();
  config.heads = 3;
  EXPECT_THAT(said(data(), config), HasSubstr("not a multiple of the heads"));

  // An encoder, and a decoder with fewer positions than sequences have.
  ModelFolder model;
  model.config.transformer = tiny_bert(300);
  model.config.sequence_tokens = 40;
  model.config.tokenizer_file = "tokenizer.json";
  model.weights = neural::random_weights(model.config.transformer, 3);
  ASSERT_TRUE(model.write(folder_ / "encoder"));
  std::filesystem::copy_file(folder_ / "tokenizer/tokenizer.json",
                             folder_ / "encoder/tokenizer.json");
  config = TrainDecoderTest::config();
  config.model = GenerateModel::Start;
  wrong = data();
  wrong.tokenizer.clear();
  wrong.start = folder_ / "encoder";
  EXPECT_THAT(said(wrong, config), HasSubstr("it does not write texts"));
  EXPECT_FALSE(std::filesystem::exists(options_.folder));
}

}  // namespace
}  // namespace noether::train
