#include "noether/embedding/text/cross_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

#include "noether/base/temporary_folder.h"
#include "noether/embedding/text/random_text_model.h"
#include "noether/neural/model/hugging_face/hugging_face_folder.h"
#include "noether/neural/model/reference_outputs.h"

namespace noether::embedding {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

CrossEncoder random_cross_encoder(const RandomCrossEncoder& of = {}) {
  const base::TemporaryFolder folder;
  write_random_cross_encoder(folder.path(), of);
  return CrossEncoder::open(folder.path()).value();
}

std::string refusal_of(const std::string& folder) {
  const auto opened = CrossEncoder::open(folder);
  return opened ? "opened" : opened.error().message + "; " + opened.error().hint;
}

double score_of(const CrossEncoder& encoder, std::string_view question, std::string_view text) {
  const auto scores = encoder.score(question, std::vector{text});
  EXPECT_TRUE(scores) << scores.error().message;
  return scores ? scores->front() : std::numeric_limits<double>::quiet_NaN();
}

std::vector<std::string_view> some_texts() {
  return {"The empty product is one.", "Let $x^2 = 4$. Then $x = 2$ or $x = -2$.", "",
          "It follows from compactness by the theorem of Heine and Borel.", "yes"};
}

TEST(CrossEncoder, ReadsQuestionAndTextAsTheTokenizerPutsThemTogether) {
  for (const std::string name : {"bert-uncased", "bert-cased", "roberta", "albert", "split"}) {
    SCOPED_TRACE(name);
    const CrossEncoder encoder = random_cross_encoder({.tokenizer = name});
    const std::string question = "Why is $0! = 1$?";
    const std::string text = "The empty product is one.";
    const auto expected = encoder.tokenizer().encode_pair(question, text).value();
    const auto pair = encoder.pair(encoder.read(question, 64), encoder.read(text, 64));
    EXPECT_EQ(pair.tokens, expected.ids);
    EXPECT_EQ(pair.segments, expected.types);
  }
}

TEST(CrossEncoder, CutsTheQuestionToItsWindowAndTheTextToWhatIsLeft) {
  const CrossEncoder encoder = random_cross_encoder({.sequence_tokens = 64});
  std::string words;
  for (int i = 0; i < 100; ++i) words += "prime ";
  const auto lengths = [&](const std::string& question, const PairWindow& window) {
    const auto pair = encoder.pair(encoder.read(question, 500), encoder.read(words, 500), window);
    const auto of_text = std::ranges::count(pair.segments, 1) - 1;
    return std::pair(pair.tokens.size(), static_cast<std::size_t>(of_text));
  };
  const std::size_t word = encoder.read("prime", 10).ids.size();
  // There are three special tokens; the model reads 64.
  EXPECT_EQ(lengths("prime", {}), std::pair(std::size_t{64}, 61 - word));
  EXPECT_EQ(lengths(words, {}), std::pair(std::size_t{64}, std::size_t{31}));
  EXPECT_EQ(lengths(words, {.question = 10, .pair = 40}),
            std::pair(std::size_t{40}, std::size_t{27}));
  EXPECT_EQ(lengths(words, {.question = 0, .pair = 0}), std::pair(std::size_t{5}, std::size_t{2}));
}

TEST(CrossEncoder, ReadsADocumentFromItsBeginningWithItsTitleAsContext) {
  const CrossEncoder encoder = random_cross_encoder();
  text::Document document;
  document.fields.push_back({.name = "question-title", .text = "not read", .formulas = {}});
  document.fields.push_back({.name = "body", .text = "the first sum", .formulas = {}});
  document.fields.push_back({.name = "title", .text = "limits", .formulas = {}});
  document.fields.push_back({.name = "comment", .text = "not read", .formulas = {}});
  document.fields.push_back({.name = "body", .text = "for all points", .formulas = {}});
  const auto all = encoder.read("limits the first sum for all points", 50).ids;
  EXPECT_EQ(encoder.read(document, 50).ids, all);
  EXPECT_EQ(encoder.read(document, 3).ids, std::vector(all.begin(), all.begin() + 3));
  EXPECT_THAT(encoder.read(text::Document(), 50).ids, IsEmpty());
}

// A tokenizer for the models of testdata, which have none.
std::string tiny_tokenizer(std::uint32_t size) {
  std::string vocabulary;
  for (std::uint32_t i = 0; i < size; ++i) {
    vocabulary += (i == 0 ? "\"[UNK]\":0" : ",\"t" + std::to_string(i) + "\":" + std::to_string(i));
  }
  return R"({"version":"1.0","added_tokens":[],"normalizer":null,"pre_tokenizer":{"type":"BertPreTokenizer"},)"
         R"("post_processor":{"type":"BertProcessing","sep":["t2",2],"cls":["t1",1]},"decoder":null,)"
         R"("model":{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##",)"
         R"("max_input_chars_per_word":100,"vocab":{)" +
         vocabulary + "}}}";
}

// Writes a model of testdata as a folder in our format.
void write_reference_model(const std::string& name, const std::string& folder) {
  auto model = neural::import_hugging_face(neural::reference_folder(name)).value();
  model.config.tokenizer_file = "tokenizer.json";
  ASSERT_TRUE(model.write(folder));
  std::ofstream(folder + "/tokenizer.json") << tiny_tokenizer(model.config.transformer.vocabulary);
}

TEST(CrossEncoder, ScoresAsTransformersDoes) {
  for (const std::string name :
       {"bert-classifier", "roberta-classifier", "distilbert-classifier"}) {
    SCOPED_TRACE(name);
    const base::TemporaryFolder folder;
    write_reference_model(name, folder.path());
    const CrossEncoder encoder = CrossEncoder::open(folder.path()).value();
    neural::ReferenceOutputs outputs(neural::reference_folder(name) + "/outputs.safetensors");
    std::vector<CrossEncoder::Pair> pairs;
    for (int i = 0; i < 4; ++i) {
      CrossEncoder::Pair& pair = pairs.emplace_back();
      pair.tokens = outputs.ids("ids." + std::to_string(i));
      if (!outputs.has("segments." + std::to_string(i))) continue;
      for (const auto segment : outputs.whole_numbers("segments." + std::to_string(i))) {
        pair.segments.push_back(static_cast<std::uint8_t>(segment));
      }
    }
    const auto scores = encoder.score(pairs).value();
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const auto logits = outputs.floats("classes." + std::to_string(i));
      const float expected = logits.size() == 1 ? logits[0] : logits[1] - logits[0];
      EXPECT_NEAR(scores[i], static_cast<double>(expected), 1e-4);
    }
  }
}

TEST(CrossEncoder, GivesAPairTheSameScoreAloneAndAmongOthers) {
  for (const bool int8 : {false, true}) {
    for (const std::uint32_t classes : {1U, 2U}) {
      const CrossEncoder encoder = random_cross_encoder({.classes = classes, .int8 = int8});
      std::vector<std::string_view> texts = some_texts();
      for (int i = 0; i < 4; ++i) texts.insert(texts.end(), texts.begin(), texts.begin() + 5);
      const auto together = encoder.score("Why is $0! = 1$?", texts, {}, 2).value();
      for (std::size_t i = 0; i < texts.size(); ++i) {
        EXPECT_EQ(together[i], score_of(encoder, "Why is $0! = 1$?", texts[i]));
      }
      EXPECT_NE(together[0], together[1]);
    }
  }
  EXPECT_THAT(random_cross_encoder().score("a", {}).value(), IsEmpty());
}

TEST(CrossEncoder, ScoresBySegmentsToo) {
  const CrossEncoder encoder = random_cross_encoder();
  auto pair = encoder.pair(encoder.read("a limit", 9), encoder.read("a sum", 9));
  auto without = pair;
  without.segments.assign(pair.segments.size(), 0);
  const auto scores = encoder.score(std::vector{pair, without}).value();
  EXPECT_NE(scores[0], scores[1]);
}

TEST(CrossEncoder, ScoresInInt8NearlyAsInFloat32) {
  const CrossEncoder exact = random_cross_encoder({.sequence_tokens = 128});
  const CrossEncoder rounded = random_cross_encoder({.sequence_tokens = 128, .int8 = true});
  for (const std::string_view text : some_texts()) {
    EXPECT_NEAR(score_of(exact, "Why is $0! = 1$?", text),
                score_of(rounded, "Why is $0! = 1$?", text), 0.1);
  }
}

TEST(CrossEncoder, GivesOddTextsAScoreToo) {
  const CrossEncoder encoder = random_cross_encoder({.int8 = true});
  for (const std::string& odd :
       {std::string(), std::string(" \n"), std::string("\xFF\xFE\x80"), std::string("$"),
        std::string("𝔽𝔽"), std::string(3, '\0'), std::string(1000, '\x80')}) {
    EXPECT_TRUE(std::isfinite(score_of(encoder, odd, "a text")));
    EXPECT_TRUE(std::isfinite(score_of(encoder, "a question", odd)));
    EXPECT_TRUE(std::isfinite(score_of(encoder, odd, odd)));
  }
}

// The part of a text that is read does not depend on text far behind it.
TEST(CrossEncoder, ReadsTheBeginningOfTextsOfTenMegabytes) {
  const CrossEncoder encoder = random_cross_encoder({.int8 = true});
  const std::string beginning(
      "Every bounded sequence has a convergent subsequence, since $[a,b]$ is compact. ");
  std::string words;
  while (words.size() < 20'000) words += beginning;
  for (const std::string& filling : {beginning, std::string("x"), std::string("$"),
                                     std::string(" "), std::string("\x80"), std::string("é")}) {
    std::string text = words;
    while (text.size() < 10'000'000) text += filling;
    EXPECT_EQ(score_of(encoder, "q", text), score_of(encoder, "q", words)) << filling;
    EXPECT_EQ(score_of(encoder, text, "t"), score_of(encoder, words, "t")) << filling;
  }
}

TEST(CrossEncoder, SaysWhatIsMissing) {
  const base::TemporaryFolder folder;
  EXPECT_THAT(refusal_of(folder / "nothing"), HasSubstr("nothing"));
  write_random_cross_encoder(folder / "no-head", {.classes = 0});
  EXPECT_THAT(refusal_of(folder / "no-head"), HasSubstr("no head that scores texts"));
  write_random_cross_encoder(folder / "three", {.classes = 3});
  EXPECT_THAT(refusal_of(folder / "three"), HasSubstr("3 classes"));
  write_reference_model("albert-classifier", folder / "albert");
  EXPECT_THAT(refusal_of(folder / "albert"), HasSubstr("3 classes"));
  write_random_cross_encoder(folder / "no-pairs", {.tokenizer = "plain-words"});
  EXPECT_THAT(refusal_of(folder / "no-pairs"), HasSubstr("how two texts become one sequence"));
  write_random_cross_encoder(folder / "short", {.sequence_tokens = 4});
  EXPECT_THAT(refusal_of(folder / "short"), HasSubstr("leaves none for two texts"));
  write_random_cross_encoder(folder / "no-file");
  std::filesystem::remove(folder / "no-file/tokenizer.json");
  EXPECT_THAT(refusal_of(folder / "no-file"), HasSubstr("tokenizer"));
  write_random_cross_encoder(folder / "other-tokenizer", {.tokenizer = "roberta"});
  std::filesystem::copy_file(tokenizer_folder("bert-uncased") + "/tokenizer.json",
                             folder / "other-tokenizer/tokenizer.json",
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_THAT(refusal_of(folder / "other-tokenizer"), HasSubstr("the tokenizer has 1209 tokens"));
}

TEST(CrossEncoder, RefusesAModelWithoutATokenizer) {
  const base::TemporaryFolder folder;
  auto model = neural::import_hugging_face(neural::reference_folder("bert-classifier")).value();
  ASSERT_TRUE(model.write(folder.path()));
  EXPECT_THAT(refusal_of(folder.path()), HasSubstr("has no tokenizer"));
}

TEST(CrossEncoder, RefusesAHeadOfAnotherShape) {
  const base::TemporaryFolder folder;
  write_random_cross_encoder(folder.path(), {.classes = 2});
  std::ifstream file(folder / "config.json");
  std::string config{std::istreambuf_iterator<char>(file), {}};
  const std::size_t at = config.find("\"classes\": 2");
  ASSERT_NE(at, std::string::npos) << config;
  config.replace(at, 12, "\"classes\": 1");
  std::ofstream(folder / "config.json") << config;
  EXPECT_THAT(refusal_of(folder.path()), HasSubstr("classes.weight"));
}

TEST(CrossEncoder, NeverGivesAScoreThatIsNoNumber) {
  const base::TemporaryFolder folder;
  neural::ModelFolder model = small_text_model(folder.path(), "bert-uncased", 64);
  neural::TransformerConfig& config = model.config.transformer;
  config.head.pooler = neural::Activation::Tanh;
  config.head.classes = 2;
  model.weights = neural::random_weights(config);
  std::ranges::fill(model.weights.head.pooler.bias, 1000.0F);
  std::ranges::fill(model.weights.head.classes.weight.values, 3e38F);
  ASSERT_TRUE(model.write(folder.path()));
  const CrossEncoder large = CrossEncoder::open(folder.path()).value();
  const auto scores = large.score("a", std::vector<std::string_view>{"b"});
  ASSERT_FALSE(scores);
  EXPECT_THAT(scores.error().message, HasSubstr("its weights are broken"));
  model.weights.head.classes.weight.values.front() = NAN;
  ASSERT_TRUE(model.write(folder.path()));
  EXPECT_THAT(refusal_of(folder.path()), HasSubstr("not finite"));
}

TEST(CrossEncoder, TheShippedOneIsNamedByTheEnvironment) {
  const base::TemporaryFolder folder;
  write_random_cross_encoder(folder / "mine");
  ::setenv("NOETHER_RERANKER", (folder / "mine").c_str(), 1);
  EXPECT_EQ(CrossEncoder::open_shipped()->name(), "mine");
  ::setenv("NOETHER_RERANKER", (folder / "nothing").c_str(), 1);
  const auto missing = CrossEncoder::open_shipped();
  ::unsetenv("NOETHER_RERANKER");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("there is no cross-encoder to re-rank with"));
  EXPECT_THAT(missing.error().hint, HasSubstr("NOETHER_RERANKER"));
}

}  // namespace
}  // namespace noether::embedding
