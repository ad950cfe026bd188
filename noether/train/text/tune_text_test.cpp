// Tuning from files to files: learning, resumed runs, and errors for wrong input.
#include "noether/train/text/tune_text.h"

#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "noether/base/temporary_folder.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/transformer/quantize_weights.h"
#include "noether/train/core/checkpoint.h"
#include "noether/train/core/metrics.h"
#include "noether/train/text/text_config.h"
#include "noether/train/text/text_encoder.h"
#include "noether/train/text/tiny_transformer.h"
#include "noether/train/text/training_pairs.h"

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
              testing::HasSubstr("first_cycle and multiply apply only to the schedule cosine"));
}

using testing::HasSubstr;

constexpr std::uint32_t kTuneVocabulary = 1200;  // of the tokenizer below

std::string pair_text(int pair, bool is_second) {
  static const std::vector<std::string> kWords = {"limit", "prime", "matrix", "sum",  "root",
                                                  "curve", "group", "field",  "ring", "set"};
  const auto word = [&](int number) { return kWords[static_cast<std::size_t>(number) % 10]; };
  return is_second ? word(3 * pair + 7) + " of " + word(pair / 2) + " " + word(pair)
                   : word(pair) + " and " + word(7 * pair + 1);
}

class TuneTest : public testing::Test {
 protected:
  TuneTest() {
    at::set_num_threads(1);
    std::ofstream pairs(folder_ / "pairs.jsonl");
    for (int pair = 0; pair < 10; ++pair) {
      pairs << R"({"kind": "title-body", "group": ")" << pair << R"(", "tags": [], "first": ")"
            << pair_text(pair, false) << R"(", "second": ")" << pair_text(pair, true) << "\"}\n";
    }
    pairs << R"({"kind": "duplicate", "group": "x", "tags": [], "first": "a", "second": "b"})"
          << "\n";
    pairs.close();
    write_model("start");
    options_.folder = folder_ / "run";
    options_.quiet = true;
  }

  neural::ModelFolder model() const {
    neural::ModelFolder model;
    model.config.transformer = tiny_bert(kTuneVocabulary);
    model.config.transformer.head.pooler = neural::Activation::Tanh;
    model.config.tokenizer_file = "tokenizer.json";
    model.config.sequence_tokens = 40;
    model.weights = neural::random_weights(model.config.transformer, 3);
    return model;
  }

  void write_model(const std::string& name) const { write_model(name, model()); }
  void write_model(const std::string& name, const neural::ModelFolder& model) const {
    ASSERT_TRUE(model.write(folder_ / name));
    std::filesystem::copy_file(NOETHER_SOURCE_DIR
                               "/noether/neural/tokenizer/testdata/bert-uncased/tokenizer.json",
                               (folder_ / name) + "/tokenizer.json");
  }

  static TextConfig config() {
    TextConfig config;
    config.batch = 5;
    config.first_tokens = config.second_tokens = 16;
    config.learning_rate = 1e-2;
    config.steps = 60;
    config.report = 10;
    config.validate = 60;
    config.checkpoint = 4;
    return config;
  }
  TuneData data() const {
    return {folder_ / "start", {folder_ / "pairs.jsonl"}, folder_ / "pairs.jsonl"};
  }

  std::string said(const TuneData& data, const TextConfig& of = config()) const {
    const auto tuned = tune_text(of, data, options_);
    return tuned ? "" : tuned.error().message + "|" + tuned.error().hint;
  }

  torch::Tensor weights_in(const std::string& name) const {
    const auto model = neural::ModelFolder::read(folder_ / name);
    EXPECT_TRUE(model) << model.error().message;
    return flat_weights(model->config.transformer, model->weights);
  }

  base::TemporaryFolder folder_;
  LoopOptions options_;
};

TEST_F(TuneTest, LearnsAFewPairsByHeart) {
  const PairReading reading = {folder_ / "start", model().config, config().pair_kinds, true};
  const std::string file = folder_ / "pairs.jsonl";
  const auto pairs = load_pairs(std::span(&file, 1), reading).value();
  ASSERT_EQ(pairs.size(), 10U);
  const PairValidation validation(pairs, config());
  const auto score = [&](const std::string& name) {
    const neural::TransformerConfig transformer = tiny_bert(kTuneVocabulary);
    ParameterViews views;
    const torch::Tensor flat = weights_in(name);
    std::int64_t begin = 0;
    for (const ParameterSpec& spec : text_parameters(transformer)) {
      views.emplace(spec.name, flat.narrow(0, begin, spec.count()).view(spec.shape));
      begin += spec.count();
    }
    return validation.score(transformer, views);
  };
  const Scores before = score("start");
  EXPECT_LT(before[0].second, 0.7);

  ASSERT_EQ(said(data()), "");
  const auto reports = read_reports(folder_ / "run/metrics.jsonl", 1000).value();
  ASSERT_EQ(reports.size(), 6U);
  EXPECT_LT(reports.back().loss, reports.front().loss / 4);
  const Scores after = score("run/model");
  EXPECT_EQ(after, reports.back().scores);
  for (const auto& [name, value] : after) EXPECT_EQ(value, 1) << name;

  const auto tuned = neural::ModelFolder::read(folder_ / "run/model").value();
  EXPECT_EQ(tuned.config.pooling, neural::Pooling::Mean);
  EXPECT_EQ(tuned.weights.head.pooler.weight.values, model().weights.head.pooler.weight.values);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "run/model/tokenizer.json"));
}

TEST_F(TuneTest, GoesOnAsIfNothingHadHappened) {
  TextConfig config = TuneTest::config();
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

  std::ofstream(folder_ / "pairs.jsonl", std::ios::app)
      << R"({"kind": "title-body", "group": "new", "first": "set", "second": "ring"})"
      << "\n";
  EXPECT_THAT(said(data(), config), HasSubstr("was started with other corpora"));
}

TEST_F(TuneTest, ReadsTokensInsteadOfTexts) {
  const PairReading reading = {folder_ / "start", model().config, {}, true};
  const std::string file = folder_ / "pairs.jsonl";
  const auto made = tokenize_texts(std::span(&file, 1), reading);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->pairs.size(), 11U);
  ASSERT_TRUE(made->pairs.save(folder_ / "pairs.safetensors"));
  TextConfig config = TuneTest::config();
  config.steps = 2;
  ASSERT_EQ(said(data(), config), "");
  const torch::Tensor of_texts = weights_in("run/model");
  options_.folder = folder_ / "of tokens";
  TuneData tokens = data();
  tokens.pairs = {folder_ / "pairs.safetensors"};
  ASSERT_EQ(said(tokens, config), "");
  EXPECT_TRUE(torch::equal(weights_in("of tokens/model"), of_texts));

  std::ofstream(folder_ / "start/tokenizer.json", std::ios::app) << "\n";
  EXPECT_THAT(said(tokens, config), HasSubstr("was made with another tokenizer"));
}

TEST_F(TuneTest, SaysWhatIsWrongWithTheModel) {
  TuneData wrong = data();
  wrong.start = folder_ / "none";
  EXPECT_THAT(said(wrong), HasSubstr("a model folder has config.json"));
  wrong.start = NOETHER_SOURCE_DIR "/noether/neural/model/testdata/bert";
  EXPECT_THAT(said(wrong), HasSubstr("noether model import"));

  neural::ModelFolder int8 = model();
  neural::quantize_weights(int8.weights, int8.config.transformer, neural::TokenTable::Keep);
  write_model("int8", int8);
  wrong.start = folder_ / "int8";
  EXPECT_THAT(said(wrong), HasSubstr("noether model dequantize"));

  neural::ModelFolder causal = model();
  causal.config.transformer.causal = true;
  write_model("causal", causal);
  wrong.start = folder_ / "causal";
  EXPECT_THAT(said(wrong), HasSubstr("cannot be tuned: it reads from left to right"));

  neural::ModelFolder mute = model();
  mute.config.tokenizer_file.clear();
  write_model("mute", mute);
  wrong.start = folder_ / "mute";
  EXPECT_THAT(said(wrong), HasSubstr("has no tokenizer"));
  std::filesystem::remove(folder_ / "start/tokenizer.json");
  EXPECT_THAT(said(data()), HasSubstr("tokenizer.json"));
  EXPECT_FALSE(std::filesystem::exists(options_.folder));
}

TEST_F(TuneTest, SaysWhatIsWrongWithThePairs) {
  TextConfig config = TuneTest::config();
  config.pair_kinds = {"theorem-proof"};
  EXPECT_THAT(said(data(), config), HasSubstr("there are no pairs of the kinds theorem-proof"));
  EXPECT_THAT(said(data(), config), HasSubstr("|there are duplicate, title-body"));
  config = TuneTest::config();
  config.batch = 11;
  EXPECT_THAT(said(data(), config), HasSubstr("a batch has 11 pairs, and there are only 10"));
  config = TuneTest::config();
  config.second_tokens = 41;
  EXPECT_THAT(said(data(), config), HasSubstr("reads at most 40 tokens"));

  std::ofstream(folder_ / "pairs.jsonl", std::ios::app) << "{\"kind\": 3}\n";
  EXPECT_THAT(said(data()), HasSubstr("pairs.jsonl: line 12: \"kind\" is missing or no text"));
  TuneData wrong = data();
  wrong.pairs = {folder_ / "none.jsonl"};
  EXPECT_THAT(said(wrong), HasSubstr("none.jsonl"));
  wrong.pairs = {folder_ / "start/model.safetensors"};
  EXPECT_THAT(said(wrong), HasSubstr("not a file of tokenized pairs"));
  EXPECT_FALSE(std::filesystem::exists(options_.folder));
}

}  // namespace
}  // namespace noether::train
