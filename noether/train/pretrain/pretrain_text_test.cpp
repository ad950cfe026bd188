// Pre-training from files to files: learning, resumed runs, export of models of each family, and
// errors for wrong input.
#include "noether/train/pretrain/pretrain_text.h"

#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "noether/base/temporary_folder.h"
#include "noether/neural/model/hugging_face/hugging_face_folder.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/transformer/transformer.h"
#include "noether/train/core/checkpoint.h"
#include "noether/train/core/metrics.h"
#include "noether/train/pretrain/new_model.h"
#include "noether/train/pretrain/piece_corpus.h"
#include "noether/train/pretrain/pretrain_config.h"
#include "noether/train/text/text_encoder.h"
#include "noether/train/text/tiny_transformer.h"

namespace noether::train {
namespace {

using testing::HasSubstr;

PretrainConfig shipped(const std::string& name) {
  const auto config = load_pretrain_config(NOETHER_SOURCE_DIR "/models/configs/" + name);
  EXPECT_TRUE(config) << config.error().message;
  return config.value_or(PretrainConfig());
}

TEST(PretrainConfig, OfTheFileThatShipsIsTheDefault) {
  EXPECT_EQ(shipped("pretrain"), PretrainConfig());
}

TEST(PretrainConfig, ComparesFamiliesUnderEqualConditions) {
  PretrainConfig bert = shipped("bert-small");
  PretrainConfig albert = shipped("albert-small");
  PretrainConfig roberta = shipped("roberta-small");
  EXPECT_EQ(bert.model, PretrainModel::Bert);
  EXPECT_EQ(albert.model, PretrainModel::Albert);
  EXPECT_EQ(roberta.model, PretrainModel::Roberta);
  // The characteristics of the families.
  albert.model = roberta.model = bert.model;
  albert.embedding = bert.embedding;
  roberta.order = bert.order;
  EXPECT_EQ(albert, bert);
  EXPECT_EQ(roberta, bert);
}

TEST(PretrainConfig, ReadsWhatItWrites) {
  PretrainConfig config;
  config.model = PretrainModel::Albert;
  config.embedding = 128;
  config.masked = 1.0 / 3;
  config.order = 0.5;
  config.batch = 77;
  config.dropout = 0.1;
  config.head_rate = 3;
  const auto read = read_pretrain_config(pretrain_config_text(config), "text");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, config);
}

TEST(PretrainConfig, SaysWhatIsWrong) {
  const auto problem = [](std::string_view text) {
    const auto config = read_pretrain_config(text, "c");
    return config ? "" : config.error().message;
  };
  EXPECT_THAT(problem("model gpt2"), HasSubstr("must be one of: start, bert, albert, roberta"));
  EXPECT_THAT(problem("model start\nsequences masked=0"), HasSubstr("line 2"));
  EXPECT_THAT(problem("model roberta"), HasSubstr("set order=0"));
  EXPECT_THAT(problem("model bert positions=100"), HasSubstr("more tokens than the model has"));
  EXPECT_THAT(problem("schedule linear multiply=2"),
              HasSubstr("apply only to the schedule cosine"));
}

using neural::ModelFolder;

constexpr std::uint32_t kTokenizerSize = 1209;  // of the tokenizer below

class PretrainTest : public testing::Test {
 protected:
  PretrainTest() {
    at::set_num_threads(1);
    std::ofstream texts(folder_ / "texts.jsonl");
    for (int i = 0; i < 20; ++i) {
      texts << R"({"document": ")" << i
            << R"(", "pieces": ["the limit of a sum", "is the sum of the limits", "and a prime )"
            << R"(is a number", "of the set"]})"
            << "\n";
    }
    texts.close();
    write_model("start", model());
    options_.folder = folder_ / "run";
    options_.quiet = true;
  }

  // An encoder without heads, as in sentence-transformers.
  static ModelFolder model() {
    ModelFolder model;
    model.config.transformer = tiny_bert(kTokenizerSize);
    model.config.tokenizer_file = "tokenizer.json";
    model.config.sequence_tokens = 40;
    model.config.pooling = neural::Pooling::Mean;
    model.weights = neural::random_weights(model.config.transformer, 3);
    return model;
  }
  void write_model(const std::string& name, const ModelFolder& model) const {
    ASSERT_TRUE(model.write(folder_ / name));
    std::filesystem::copy_file(NOETHER_SOURCE_DIR
                               "/noether/neural/tokenizer/testdata/bert-uncased/tokenizer.json",
                               (folder_ / name) + "/tokenizer.json");
  }

  static PretrainConfig config() {
    PretrainConfig config;
    config.sequence_tokens = 40;
    config.batch = 200;
    config.learning_rate = 1e-2;
    config.head_rate = 1;
    config.steps = 60;
    config.report = 10;
    config.validate = 60;
    config.checkpoint = 4;
    return config;
  }
  static PretrainConfig from_scratch(PretrainModel model) {
    PretrainConfig config = PretrainTest::config();
    config.model = model;
    config.layers = 2;
    config.width = 16;
    config.heads = 2;
    config.feed_forward = 24;
    config.embedding = model == PretrainModel::Albert ? 8 : 16;
    config.positions = 40;
    config.order = model == PretrainModel::Roberta ? 0 : 1;
    return config;
  }
  PretrainData data() const {
    return {folder_ / "start", "", {folder_ / "texts.jsonl"}, folder_ / "texts.jsonl"};
  }
  PretrainData scratch_data() const {
    PretrainData data = PretrainTest::data();
    std::swap(data.start, data.tokenizer);
    return data;
  }

  std::string said(const PretrainData& data, const PretrainConfig& of = config()) const {
    const auto trained = pretrain_text(of, data, options_);
    return trained ? "" : trained.error().message + "|" + trained.error().hint;
  }
  std::vector<Report> reports() const {
    return read_reports(options_.folder + "/metrics.jsonl", 1000).value();
  }
  ModelFolder result(const std::string& name) const {
    auto model = ModelFolder::read(folder_ / name);
    EXPECT_TRUE(model) << model.error().message;
    return *std::move(model);
  }
  torch::Tensor weights_in(const std::string& name) const {
    const ModelFolder model = result(name);
    return flat_weights(model.config.transformer, model.weights, model.config.transformer.head);
  }

  base::TemporaryFolder folder_;
  LoopOptions options_;
};

double score_of(const Report& report, std::string_view name) {
  for (const auto& [of, value] : report.scores) {
    if (of == name) return value;
  }
  ADD_FAILURE() << "no score " << name;
  return 0;
}

TEST_F(PretrainTest, LearnsAFewSentencesByHeart) {
  PretrainConfig config = PretrainTest::config();
  config.steps = config.validate = config.checkpoint = 500;
  config.report = 100;
  ASSERT_EQ(said(data(), config), "");
  const auto all = reports();
  ASSERT_EQ(all.size(), 6U);
  EXPECT_EQ(all.front().step, 0);
  EXPECT_TRUE(std::isnan(all.front().loss));
  EXPECT_GT(score_of(all.front(), "perplexity"), 100);
  EXPECT_LT(score_of(all.back(), "perplexity"), 4);
  EXPECT_GT(score_of(all.back(), "word_accuracy"), 0.6);
  EXPECT_GT(score_of(all.back(), "order_accuracy"), 0.9);
  EXPECT_EQ(all.back().counted, "tokens");
  EXPECT_EQ(all.back().losses.size(), 2U);
  EXPECT_NEAR(all.back().losses[0].second + all.back().losses[1].second, all.back().loss, 1e-6);

  const ModelFolder made = result("run/model");
  EXPECT_EQ(made.config.pooling, neural::Pooling::Mean) << "as the start";
  EXPECT_TRUE(made.config.transformer.head.words && made.config.transformer.head.order);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "run/model/tokenizer.json"));
}

TEST_F(PretrainTest, GoesOnAsIfNothingHadHappened) {
  PretrainConfig config = PretrainTest::config();
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
  EXPECT_EQ(reports().front().step, 0) << "what was measured before the first step stays";

  std::ofstream(folder_ / "texts.jsonl", std::ios::app) << R"({"pieces": ["a new sum"]})"
                                                        << "\n";
  EXPECT_THAT(said(data(), config), HasSubstr("was started with other corpora"));
}

TEST_F(PretrainTest, UsesTheHeadsOfTheStart) {
  ModelFolder with_heads = model();
  ASSERT_TRUE(add_heads(with_heads.config, /*has_order=*/true));
  with_heads.weights = neural::random_weights(with_heads.config.transformer, 9);
  write_model("with heads", with_heads);
  PretrainData data = PretrainTest::data();
  data.start = folder_ / "with heads";
  PretrainConfig config = PretrainTest::config();
  config.steps = 1;
  config.learning_rate = 1e-8;
  ASSERT_EQ(said(data, config), "");
  EXPECT_TRUE(torch::allclose(weights_in("run/model"), weights_in("with heads"), 0, 1e-6));
}

TEST_F(PretrainTest, MakesModelsOfEachFamilyThatCanBeExported) {
  for (const PretrainModel family :
       {PretrainModel::Bert, PretrainModel::Albert, PretrainModel::Roberta}) {
    const std::string name = "family " + std::to_string(static_cast<int>(family));
    options_.folder = folder_ / name;
    PretrainConfig config = from_scratch(family);
    config.steps = 30;
    ASSERT_EQ(said(scratch_data(), config), "");
    const auto all = reports();
    EXPECT_LT(score_of(all.back(), "perplexity"), score_of(all.front(), "perplexity") / 10);
    EXPECT_EQ(all.back().scores.size(), family == PretrainModel::Roberta ? 2U : 3U);

    const ModelFolder made = result(name + "/model");
    const neural::TransformerConfig& shape = made.config.transformer;
    EXPECT_EQ(shape.vocabulary, kTokenizerSize);
    EXPECT_EQ(shape.stored_layers, family == PretrainModel::Albert ? 1U : 2U);
    ASSERT_TRUE(neural::export_hugging_face(made, folder_ / (name + " exported")));
    const auto read = neural::import_hugging_face(folder_ / (name + " exported"));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->config.transformer, shape);
    EXPECT_TRUE(read->unused_tensors.empty());

    // The same scores, with the heads.
    const std::vector<neural::TokenId> tokens = {2, 20, 30, 4, 3};
    const std::vector<std::size_t> lengths = {tokens.size()};
    const auto scores = [&](const ModelFolder& of) {
      neural::Transformer::Workspace workspace;
      const neural::Transformer transformer(of.config.transformer, of.weights);
      const auto hidden = transformer.run({tokens, lengths}, workspace);
      return transformer.heads().words(hidden);
    };
    EXPECT_EQ(scores(*read), scores(made));
  }
}

TEST_F(PretrainTest, ReadsTokensInsteadOfTexts) {
  const PieceReading reading = {folder_ / "start", "tokenizer.json", true};
  const std::string file = folder_ / "texts.jsonl";
  const auto bytes = tokenize_piece_files(std::span(&file, 1), reading);
  ASSERT_TRUE(bytes) << bytes.error().message;
  std::ofstream(folder_ / "texts.safetensors", std::ios::binary) << *bytes;
  PretrainConfig config = PretrainTest::config();
  config.steps = 2;
  ASSERT_EQ(said(data(), config), "");
  const torch::Tensor of_texts = weights_in("run/model");
  options_.folder = folder_ / "of tokens";
  PretrainData tokens = data();
  tokens.texts = {folder_ / "texts.safetensors"};
  ASSERT_EQ(said(tokens, config), "");
  EXPECT_TRUE(torch::equal(weights_in("of tokens/model"), of_texts));

  // Several files are concatenated.
  options_.folder = folder_ / "twice";
  tokens.texts.push_back(folder_ / "texts.jsonl");
  EXPECT_EQ(said(tokens, config), "");

  std::ofstream(folder_ / "start/tokenizer.json", std::ios::app) << "\n";
  EXPECT_THAT(said(tokens, config), HasSubstr("was made with another tokenizer"));
}

TEST_F(PretrainTest, SaysWhatIsWrong) {
  EXPECT_THAT(said(scratch_data()), HasSubstr("continues a model, but no model is given"));
  EXPECT_THAT(said(data(), from_scratch(PretrainModel::Bert)), HasSubstr("no tokenizer is given"));
  PretrainConfig config = from_scratch(PretrainModel::Bert);
  config.embedding = 8;
  EXPECT_THAT(said(scratch_data(), config), HasSubstr("need the model albert"));
  config = from_scratch(PretrainModel::Bert);
  config.heads = 3;
  EXPECT_THAT(said(scratch_data(), config), HasSubstr("not a multiple of the heads"));
  config = PretrainTest::config();
  config.sequence_tokens = 41;
  EXPECT_THAT(said(data(), config), HasSubstr("reads at most 40 tokens"));
  config = PretrainTest::config();
  config.batch = 100'000;
  EXPECT_THAT(said(data(), config), HasSubstr("a batch has 100000 tokens"));

  ModelFolder small = model();
  small.config.transformer = tiny_bert(100);
  small.weights = neural::random_weights(small.config.transformer, 3);
  write_model("small", small);
  PretrainData wrong = data();
  wrong.start = folder_ / "small";
  EXPECT_THAT(said(wrong), HasSubstr("more tokens than the model knows"));

  ModelFolder one_segment = model();
  one_segment.config.transformer.segments = 0;
  one_segment.weights = neural::random_weights(one_segment.config.transformer, 3);
  write_model("one segment", one_segment);
  wrong.start = folder_ / "one segment";
  EXPECT_THAT(said(wrong), HasSubstr("|set order=0 in the configuration"));

  wrong = data();
  wrong.texts = {folder_ / "none.jsonl"};
  EXPECT_THAT(said(wrong), HasSubstr("none.jsonl"));
  wrong.texts = {folder_ / "start/model.safetensors"};
  EXPECT_THAT(said(wrong), HasSubstr("not a file of tokenized pieces"));
  EXPECT_FALSE(std::filesystem::exists(options_.folder));
}

}  // namespace
}  // namespace noether::train
