#include "noether/train/amr/train_parser.h"

#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "noether/amr/parser/network.h"
#include "noether/base/temporary_folder.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/pairs/tokenized_pairs.h"
#include "noether/neural/transformer/quantize_weights.h"
#include "noether/train/amr/amr_config.h"
#include "noether/train/amr/parser_network.h"
#include "noether/train/amr/tiny_examples.h"
#include "noether/train/core/checkpoint.h"
#include "noether/train/core/metrics.h"
#include "noether/train/text/text_encoder.h"
#include "noether/train/text/tiny_transformer.h"

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
  EXPECT_THAT(problem("schedule linear multiply=2"),
              HasSubstr("apply only to the schedule cosine"));
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

constexpr std::uint32_t kParserVocabulary = 1200;

class TrainParserTest : public testing::Test {
 protected:
  TrainParserTest() {
    at::set_num_threads(1);
    neural::ModelFolder model;
    model.config.transformer = tiny_bert(kParserVocabulary);
    model.config.tokenizer_file = "tokenizer.json";
    model.config.sequence_tokens = 40;
    model.weights = neural::random_weights(model.config.transformer, 3);
    EXPECT_TRUE(model.write(folder_ / "start"));
    std::filesystem::copy_file(NOETHER_SOURCE_DIR
                               "/noether/neural/tokenizer/testdata/bert-uncased/tokenizer.json",
                               folder_ / "start/tokenizer.json");
    examples_ = tiny_examples(
        kParserVocabulary, neural::tokenizer_identity(folder_ / "start", "tokenizer.json").value());
    EXPECT_TRUE(examples_.save(folder_ / "examples.safetensors"));
    options_.folder = folder_ / "run";
    options_.quiet = true;
  }

  static AmrConfig config() {
    AmrConfig config;
    config.fragment_width = 32;
    config.edge_width = 24;
    config.role_width = 16;
    config.dropout = 0;
    config.head_dropout = 0;
    config.hidden = 0;
    config.batch = 8;
    config.trees = 4;
    config.learning_rate = 5e-3;
    config.head_rate = 1;
    config.steps = 150;
    config.report = 30;
    config.validate = 150;
    config.checkpoint = 4;
    return config;
  }
  BankFiles files() const {
    BankFiles files;
    files.banks = {folder_ / "examples.safetensors"};
    return files;
  }
  std::string said(const BankFiles& files, const AmrConfig& of = config()) const {
    const auto trained = train_parser(of, folder_ / "start", files, options_);
    return trained ? "" : trained.error().message + "|" + trained.error().hint;
  }
  std::string bytes_of(const std::string& name) const {
    std::ostringstream bytes;
    bytes << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
    return bytes.str();
  }

  base::TemporaryFolder folder_;
  AmrExamples examples_;
  LoopOptions options_;
};

TEST_F(TrainParserTest, LearnsTenSentencesByHeart) {
  ASSERT_EQ(said(files()), "");
  const auto reports = read_reports(folder_ / "run/metrics.jsonl", 1000).value();
  ASSERT_EQ(reports.size(), 5U);
  EXPECT_LT(reports.back().loss, reports.front().loss / 4);
  ASSERT_EQ(reports.back().scores.size(), 5U);
  for (const auto& [name, value] : reports.back().scores) EXPECT_GT(value, 0.98) << name;

  const auto model = neural::ModelFolder::read(folder_ / "run/model");
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->config.transformer.segments, 8U);
  EXPECT_THAT(model->unused_tensors, testing::Contains("parser.fragments.out.weight"));
  EXPECT_THAT(model->unused_tensors, testing::Contains("parser.roles.offset"));
  EXPECT_THAT(model->unused_tensors, testing::Each(testing::StartsWith("parser.")));
  EXPECT_EQ(bytes_of("run/model/fragments.txt"), examples_.fragments.text);
  EXPECT_EQ(bytes_of("run/model/roles.txt"), examples_.roles.text);
  EXPECT_EQ(bytes_of("run/model/senses.txt"), examples_.senses.text);
  EXPECT_EQ(bytes_of("run/model/lexicon.txt"), examples_.lexicon);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "run/model/tokenizer.json"));
}

// Frames have one label, their sense and the roles of their arguments; held-out sentences are
// removed from them and from all other banks.
TEST_F(TrainParserTest, ReadsBanksAndFrames) {
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  };
  const std::string graph = "(g / go-02 :ARG0 (b / boy))\n\n";
  const auto example = [](const std::string& text) {
    return "<example><text>" + text +
           "</text><rel relloc=\"2\">went</rel><arg type=\"ARG0\" start=\"0\" end=\"1\"></arg>"
           "</example>";
  };
  BankFiles files;
  files.lexicon = write("lexicon.txt", "verb went go\nframe go 01:01 02:04\n");
  files.banks = {
      write("gold.txt", "# ::snt The boy went .\n" + graph + "# ::snt A boy went .\n" + graph +
                            "# ::snt The quiet boy went over the hill and far away .\n" + graph)};
  files.validation = {
      write("held.txt", "# ::snt The quiet boy went over the hill, and far away!\n" + graph)};
  files.frames = {write(
      "frames.xml", "<roleset id=\"go.02\">" + example("The man went .") +
                        example("The quiet boy went over the hill and far away !") + "</roleset>")};
  const auto config = neural::read_model_config(folder_ / "start").value();
  const auto made = prepare_examples(files, {folder_ / "start", config, true});
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(made->banks.size(), 3U);
  EXPECT_EQ(made->banks[0].examples.size(), 2U);
  EXPECT_EQ(made->banks[2].kind, BankKind::Frames);
  ASSERT_EQ(made->banks[2].examples.size(), 1U);
  const AmrExample& frame = made->banks[2].examples[0];  // The man went .
  EXPECT_EQ(frame.fragments[0], AmrExample::kNone);
  EXPECT_GT(frame.fragments[2], 1);
  EXPECT_NE(frame.senses[2], AmrExample::kNone);
  EXPECT_EQ(frame.heads[2], AmrExample::kNone);
  ASSERT_EQ(frame.reentrant.size(), 1U);
  EXPECT_EQ(frame.reentrant[0].head, 2U);
  EXPECT_EQ(frame.reentrant[0].dependent, 1U);
  EXPECT_EQ(AmrExamples::from_bytes(made->to_bytes()).value(), *made);

  files.frames = {files.lexicon};
  const auto wrong = prepare_examples(files, {folder_ / "start", config, true});
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, HasSubstr("there are no examples of frames"));
}

TEST_F(TrainParserTest, EndsWithANetworkThatScoresAsTheParserDoes) {
  AmrConfig config = TrainParserTest::config();
  config.steps = 20;
  ASSERT_EQ(said(files(), config), "");
  const auto model = neural::ModelFolder::read(folder_ / "run/model").value();
  const neural::TransformerConfig& encoder = model.config.transformer;
  const ParserHeads heads = ParserHeads::of_graphs(examples_, config);
  std::vector<ParameterSpec> specs = text_parameters(encoder);
  std::ranges::move(heads.parameters(encoder.width, config), std::back_inserter(specs));
  const torch::Tensor flat = load_checkpoint(checkpoint_path(options_.folder))->weights;
  ParameterViews weights;
  std::int64_t begin = 0;
  for (const ParameterSpec& spec : specs) {
    weights.emplace(spec.name, flat.narrow(0, begin, spec.count()).view(spec.shape));
    begin += spec.count();
  }

  const auto network = amr::ParserNetwork::open(folder_ / "run/model", {6, 2, 3});
  ASSERT_TRUE(network) << network.error().message;
  amr::ParserNetwork::Workspace workspace;
  const auto expect_near = [](const torch::Tensor& expected, const std::vector<float>& found) {
    const torch::Tensor flat_expected = expected.flatten();
    ASSERT_EQ(flat_expected.numel(), std::ssize(found));
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(flat_expected[static_cast<std::int64_t>(i)].item<float>(), found[i], 2e-4F);
    }
  };
  for (const AmrExample& example : examples_.banks[0].examples) {
    const WordBatch batch = pack_words(std::span(&example, 1), false);
    const ParserScores expected = parser_scores(encoder, heads, weights, batch, config, false);
    const amr::WordPieces pieces = {
        example.tokens, example.segments, {example.firsts.begin(), example.firsts.end()}};
    const auto words = network->score_words(pieces, workspace);
    ASSERT_TRUE(words) << words.error().message;
    expect_near(expected.fragments, words->fragments);
    expect_near(expected.senses, words->senses);

    const torch::Tensor best = expected.fragments.argmax(-1).flatten();
    std::vector<amr::LabelId> chosen;
    for (std::int64_t i = 0; i < best.numel(); ++i) {
      chosen.push_back(static_cast<amr::LabelId>(best[i].item<std::int64_t>()));
    }
    const amr::EdgeScores edges = network->score_edges(chosen, workspace);
    expect_near(expected.edges, edges.edges);
    expect_near(expected.reentrant, edges.reentrant);
    const std::vector<amr::WordEdge> asked = {{0, 1, 0}, {1, 0, 0}};
    const torch::Tensor table = torch::tensor({{0, 0}, {0, 1}, {1, 0}}, torch::kInt64);
    expect_near(role_scores(heads, weights, expected, table),
                network->score_roles(asked, workspace));
  }
}

TEST_F(TrainParserTest, BeginsWithAnInt8Model) {
  auto model = neural::ModelFolder::read(folder_ / "start").value();
  neural::quantize_weights(model.weights, model.config.transformer, neural::TokenTable::Round);
  ASSERT_TRUE(model.write(folder_ / "start"));
  AmrConfig config = TrainParserTest::config();
  config.steps = 1;
  EXPECT_EQ(said(files(), config), "");
  EXPECT_FALSE(neural::ModelFolder::read(folder_ / "run/model")->weights.is_int8());
}

TEST_F(TrainParserTest, GoesOnAsIfNothingHadHappened) {
  AmrConfig config = TrainParserTest::config();
  config.steps = 8;
  config.head_dropout = 0.2;
  config.hidden = 0.1;
  ASSERT_EQ(said(files(), config), "");
  const std::string straight = bytes_of("run/model/model.safetensors");

  // The run stops in step 7, because the plot cannot be written; the last checkpoint is of step 4.
  options_.folder = folder_ / "broken";
  std::filesystem::create_directories(folder_ / "broken/loss.svg/in the way");
  config.validate = 7;
  EXPECT_THAT(said(files(), config), HasSubstr("loss.svg"));
  std::filesystem::remove_all(folder_ / "broken/loss.svg");
  ASSERT_EQ(load_checkpoint(checkpoint_path(options_.folder))->step, 4);
  options_.resume = true;
  ASSERT_EQ(said(files(), config), "");
  EXPECT_TRUE(bytes_of("broken/model/model.safetensors") == straight);

  examples_.banks[0].examples.pop_back();
  ASSERT_TRUE(examples_.save(folder_ / "examples.safetensors"));
  EXPECT_THAT(said(files(), config), HasSubstr("was started with other corpora"));
}

TEST_F(TrainParserTest, SaysWhatIsWrong) {
  EXPECT_THAT(said({}), HasSubstr("there is no bank to train on"));
  BankFiles wrong = files();
  wrong.silver = {"graphs.txt"};
  EXPECT_THAT(said(wrong), HasSubstr("a file of examples excludes other files"));
  wrong = files();
  wrong.banks = {folder_ / "start/model.safetensors"};
  EXPECT_THAT(said(wrong), HasSubstr("not a file of examples of meaning graphs"));
  wrong.banks = {folder_ / "none.safetensors"};
  EXPECT_THAT(said(wrong), HasSubstr("none.safetensors"));
  AmrConfig config = TrainParserTest::config();
  config.weights = {"1", "2"};
  EXPECT_THAT(said(files(), config), HasSubstr("there are 2 weights for 1 banks"));

  examples_.banks[0].examples.clear();
  ASSERT_TRUE(examples_.save(folder_ / "examples.safetensors"));
  EXPECT_THAT(said(files()), HasSubstr("there are no sentences to train on"));
  examples_.tokenizer ^= 1;
  ASSERT_TRUE(examples_.save(folder_ / "examples.safetensors"));
  EXPECT_THAT(said(files()), HasSubstr("was made with another tokenizer"));
  EXPECT_FALSE(std::filesystem::exists(options_.folder));
}

}  // namespace
}  // namespace noether::train
