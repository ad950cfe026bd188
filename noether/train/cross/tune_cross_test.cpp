// Cross-encoders from files to files: learning, resumed runs, scores, and errors for wrong input.
#include "noether/train/cross/tune_cross.h"

#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "noether/base/temporary_folder.h"
#include "noether/neural/model/hugging_face/hugging_face_folder.h"
#include "noether/neural/transformer/transformer.h"
#include "noether/train/core/checkpoint.h"
#include "noether/train/core/metrics.h"
#include "noether/train/cross/cross_config.h"
#include "noether/train/cross/list_scores.h"
#include "noether/train/cross/tiny_lists.h"
#include "noether/train/cross/training_lists.h"

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

using testing::HasSubstr;

constexpr std::uint32_t kVocabularyOfBert = 1200;  // of the tokenizer below

// The right text has the word of the question, the wrong ones have others.
std::string list_of(int number) {
  static const std::vector<std::string> kWords = {"limit", "prime", "matrix", "sum",
                                                  "root",  "curve", "group",  "field"};
  const auto word = [&](int at) { return kWords[static_cast<std::size_t>(at) % kWords.size()]; };
  std::string line = R"({"id": "q)" + std::to_string(number) + R"(", "query": "what is a )" +
                     word(number) + R"( and a )" + word(3 * number + 1) + R"(?", "texts": [)";
  for (int text = 0; text < 3; ++text) {
    line += (text > 0 ? ", " : "") + (R"({"id": "t)" + std::to_string(3 * number + text)) +
            R"(", "grade": )" + std::to_string(text == 0 ? 2 : text - 1) + R"(, "text": "the )" +
            word(number + text) + R"( of )" + word(number / 2) + R"("})";
  }
  return line + "]}\n";
}

class TuneCross : public testing::Test {
 protected:
  TuneCross() {
    at::set_num_threads(1);
    std::ofstream lists(folder_ / "lists.jsonl");
    for (int number = 0; number < 8; ++number) lists << list_of(number);
    lists.close();
    write_model("start", start());
    options_.folder = folder_ / "run";
    options_.quiet = true;
  }

  // The model has a pooler and no scores, as published sentence encoders do.
  static neural::ModelFolder start() {
    neural::ModelFolder model = tiny_cross_encoder(tiny_bert(kVocabularyOfBert));
    model.config.transformer.head.classes = 0;
    model.config.tokenizer_file = "tokenizer.json";
    model.config.pooling = neural::Pooling::Mean;
    return model;
  }
  void write_model(const std::string& name, const neural::ModelFolder& model) const {
    ASSERT_TRUE(model.write(folder_ / name));
    std::filesystem::copy_file(NOETHER_SOURCE_DIR
                               "/noether/neural/tokenizer/testdata/bert-uncased/tokenizer.json",
                               (folder_ / name) + "/tokenizer.json");
  }

  static CrossConfig config() {
    CrossConfig config;
    config.batch = 4;
    config.texts = 3;
    config.tokens = 32;
    config.question_tokens = 16;
    config.dropout = 0;
    config.learning_rate = 1e-2;
    config.steepness = 2;
    config.steps = 80;
    config.report = 10;
    config.validate = 80;
    config.checkpoint = 4;
    return config;
  }
  CrossData data() const {
    return {folder_ / "start", {folder_ / "lists.jsonl"}, folder_ / "lists.jsonl"};
  }
  std::string said(const CrossData& data, const CrossConfig& of = config()) const {
    const auto tuned = tune_cross(of, data, options_);
    return tuned ? "" : tuned.error().message + "|" + tuned.error().hint;
  }
  std::string weights_in(const std::string& name) const {
    std::ifstream file((folder_ / name) + "/model.safetensors", std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  base::TemporaryFolder folder_;
  LoopOptions options_;
};

TEST_F(TuneCross, LearnsAFewListsByHeartWithEachLoss) {
  for (const CrossLoss loss : {CrossLoss::TwoWay, CrossLoss::Graded, CrossLoss::Listwise}) {
    CrossConfig of = config();
    of.loss = loss;
    of.full = 2;
    options_.folder = (folder_ / "run") + std::to_string(static_cast<int>(loss));
    ASSERT_EQ(said(data(), of), "");
    const auto reports = read_reports(options_.folder + "/metrics.jsonl", 1000).value();
    EXPECT_LT(reports.back().loss, reports.front().loss);
    ASSERT_EQ(reports.back().scores.size(), 2U);
    // Two-way does not learn which of two right texts is better; these are a third of the pairs.
    const bool is_two_way = loss == CrossLoss::TwoWay;
    EXPECT_GT(reports.back().scores[0].second, is_two_way ? 0.85 : 0.95) << "ndcg";
    EXPECT_GT(reports.back().scores[1].second, is_two_way ? 0.65 : 0.9) << "pairs";
  }
}

TEST_F(TuneCross, LeavesAModelThatScoresAlikeWithoutTorchAndIsExported) {
  CrossConfig of = config();
  of.steps = 10;
  ASSERT_EQ(said(data(), of), "");
  const auto model = neural::ModelFolder::read(folder_ / "run/model").value();
  EXPECT_EQ(model.config.transformer.head.classes, 1U);
  EXPECT_EQ(model.config.sequence_tokens, 32U);
  EXPECT_FALSE(model.config.pooling);

  ScoreRequest request;
  request.model = folder_ / "run/model";
  request.lists = {folder_ / "lists.jsonl"};
  request.question_tokens = 16;
  request.quiet = true;
  const auto lists = score_lists(request);
  ASSERT_TRUE(lists) << lists.error().message;
  const neural::Transformer transformer(model.config.transformer, model.weights);
  neural::Transformer::Workspace workspace;
  const PairReader reader(*lists, 16, 32);
  for (std::uint64_t entry = 0; entry < lists->entries.size(); ++entry) {
    const auto sequence = reader.read(entry / 3, entry);
    const std::vector<std::size_t> lengths = {sequence.tokens.size()};
    const auto hidden = transformer.run({sequence.tokens, lengths, sequence.segments}, workspace);
    const auto& heads = transformer.heads();
    const float expected = heads.classes(heads.pooled(hidden.first(16)))[0];
    EXPECT_NEAR(lists->scores[entry], expected, 1e-4) << "entry " << entry;
  }
  request.batch_tokens = 1;
  const auto alone = score_lists(request).value();
  for (std::size_t i = 0; i < alone.scores.size(); ++i) {
    EXPECT_NEAR(alone.scores[i], lists->scores[i], 1e-5);
  }

  ASSERT_TRUE(neural::export_hugging_face(model, folder_ / "exported"));
  std::ifstream exported(folder_ / "exported/config.json");
  const std::string json{std::istreambuf_iterator<char>(exported), {}};
  EXPECT_THAT(json, HasSubstr("BertForSequenceClassification"));
  const auto imported = neural::import_hugging_face(folder_ / "exported").value();
  EXPECT_EQ(imported.weights.head.classes.weight.values, model.weights.head.classes.weight.values);
}

TEST_F(TuneCross, GoesOnAsIfNothingHadHappened) {
  CrossConfig of = config();
  of.steps = 8;
  of.dropout = 0.1;
  ASSERT_EQ(said(data(), of), "");
  const std::string straight = weights_in("run/model");

  // The run stops in step 7, because the plot cannot be written; the last checkpoint is of step 4.
  options_.folder = folder_ / "broken";
  std::filesystem::create_directories(folder_ / "broken/loss.svg/in the way");
  of.validate = 7;
  EXPECT_THAT(said(data(), of), HasSubstr("loss.svg"));
  std::filesystem::remove_all(folder_ / "broken/loss.svg");
  ASSERT_EQ(load_checkpoint(checkpoint_path(options_.folder))->step, 4);
  options_.resume = true;
  ASSERT_EQ(said(data(), of), "");
  EXPECT_EQ(weights_in("broken/model"), straight);

  std::ofstream(folder_ / "lists.jsonl", std::ios::app) << list_of(8);
  EXPECT_THAT(said(data(), of), HasSubstr("was started with other corpora"));
}

TEST_F(TuneCross, ReadsTokensInsteadOfTexts) {
  const std::string file = folder_ / "lists.jsonl";
  const auto made =
      tokenize_list_texts(std::span(&file, 1), {folder_ / "start", start().config, true});
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_TRUE(made->save(folder_ / "lists.safetensors"));
  CrossConfig of = config();
  of.steps = 2;
  ASSERT_EQ(said(data(), of), "");
  const std::string of_texts = weights_in("run/model");
  options_.folder = folder_ / "of tokens";
  CrossData tokens = data();
  tokens.lists = {folder_ / "lists.safetensors"};
  ASSERT_EQ(said(tokens, of), "");
  EXPECT_EQ(weights_in("of tokens/model"), of_texts);

  std::ofstream(folder_ / "start/tokenizer.json", std::ios::app) << "\n";
  EXPECT_THAT(said(tokens, of), HasSubstr("was made with another tokenizer"));
}

TEST_F(TuneCross, SaysWhatIsWrongWithTheModel) {
  neural::ModelFolder classifier = start();
  classifier.config.transformer.head.classes = 2;
  classifier.weights = neural::random_weights(classifier.config.transformer, 3);
  write_model("classifier", classifier);
  CrossData wrong = data();
  wrong.start = folder_ / "classifier";
  EXPECT_THAT(said(wrong), HasSubstr("has a head of 2 classes, and a cross-encoder has one|with "
                                     "`model cross head=new`"));
  CrossConfig of = config();
  of.steps = 1;
  of.head = CrossHead::New;
  EXPECT_EQ(said(wrong, of), "");
  of.tokens = 41;
  options_.folder = folder_ / "none";
  EXPECT_THAT(said(data(), of), HasSubstr("reads at most 40 tokens, and a pair may have 41"));

  ScoreRequest request;
  request.model = folder_ / "start";
  request.lists = {folder_ / "lists.jsonl"};
  request.quiet = true;
  EXPECT_THAT(score_lists(request).error().message, HasSubstr("is not a cross-encoder"));
  request.model = folder_ / "run/model";
  request.tokens = 41;
  EXPECT_THAT(score_lists(request).error().message, HasSubstr("reads pairs of 5 to 40 tokens"));
  EXPECT_FALSE(std::filesystem::exists(options_.folder));
}

TEST_F(TuneCross, SaysWhatIsWrongWithTheLists) {
  CrossConfig of = config();
  of.batch = 9;
  EXPECT_THAT(said(data(), of), HasSubstr("a batch has 9 lists, and only 8 of the 8"));
  CrossData wrong = data();
  wrong.lists = {folder_ / "start/model.safetensors"};
  EXPECT_THAT(said(wrong), HasSubstr("not a file of tokenized lists"));
  std::ofstream(folder_ / "flat.jsonl")
      << R"({"id": "1", "query": "limit", "texts": [{"id": "2", "grade": 1, "text": "prime"}]})";
  wrong = data();
  wrong.validation = folder_ / "flat.jsonl";
  EXPECT_THAT(said(wrong), HasSubstr("no list to validate with has texts of different grades"));
  std::ofstream(folder_ / "lists.jsonl", std::ios::app) << "{\"id\": 3}\n";
  EXPECT_THAT(said(data()), HasSubstr("lists.jsonl: line 9: \"id\" is missing or no text"));
  EXPECT_FALSE(std::filesystem::exists(options_.folder));
}

TEST(ScoreLists, WritesARunWithTheBestFirstAndEachTextOnce) {
  neural::TokenizedLists lists = random_lists({{1, 0, 0}, {1, 0}, {0, 1}});
  lists.list_ids = {"A.1", "A.2", "A.1"};
  lists.entry_ids = {"a", "b", "c", "d", "e", "b", "f"};
  lists.scores = {0.5F, -1.25F, 2, 1, 3, 7, 0};
  EXPECT_EQ(run_of(lists, "t"),
            "A.1\tQ0\tb\t1\t7\tt\nA.1\tQ0\tc\t2\t2\tt\nA.1\tQ0\ta\t3\t0.5\tt\n"
            "A.1\tQ0\tf\t4\t0\tt\nA.2\tQ0\te\t1\t3\tt\nA.2\tQ0\td\t2\t1\tt\n");
}

TEST(ListValidation, MeasuresAsTrecEvalDoesAndIsNotFooledByTies) {
  EXPECT_DOUBLE_EQ(list_ndcg({{3, 2}, {1, 1}, {0, 0}}), 1);
  EXPECT_NEAR(list_ndcg({{0, 2}, {3, 1}, {1, 0}}),
              (3 / std::log2(3) + 1 / std::log2(4)) / (3 + 1 / std::log2(3)), 1e-12);
  EXPECT_DOUBLE_EQ(list_ndcg({{1, 5}, {0, 5}}), 1 / std::log2(3));
  const std::vector<GradedScore> list = {{3, 1}, {1, 1}, {0, 0}, {0, 2}};
  EXPECT_DOUBLE_EQ(pairs_in_order(list), 2.0 / 5);
}

}  // namespace
}  // namespace noether::train
