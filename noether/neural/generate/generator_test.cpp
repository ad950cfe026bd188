// Compares the decoder with simple searches that compute everything anew.
#include "noether/neural/generate/generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "noether/base/temporary_folder.h"
#include "noether/neural/generate/decoding.h"
#include "noether/neural/generate/draft.h"
#include "noether/neural/generate/tiny_generator.h"
#include "noether/neural/model/hugging_face/hugging_face_folder.h"
#include "noether/neural/model/model_folder.h"

namespace noether::neural {
namespace {

using testing::HasSubstr;

// The log probabilities of the token after `tokens`, computed by a pass over all of them.
std::vector<double> next_of(const Transformer& transformer, const std::vector<TokenId>& tokens) {
  Transformer::Workspace workspace;
  const std::size_t length = tokens.size();
  const auto rows = transformer.run({tokens, std::span(&length, 1)}, workspace);
  const auto scores = transformer.heads().next(rows.last(transformer.config().width));
  double sum = 0;
  for (const float score : scores) sum += std::exp(static_cast<double>(score));
  std::vector<double> logs;
  for (const float score : scores) logs.push_back(static_cast<double>(score) - std::log(sum));
  return logs;
}

struct Search {
  const Transformer* transformer = nullptr;
  std::vector<TokenId> prompt;
  TokenId end = 0;
  std::size_t most = 0;
  double length_penalty = 1;
  // The result.
  std::vector<TokenId> tokens;
  double score = -1e30;

  void try_all(std::vector<TokenId>& written, double sum) {
    std::vector<TokenId> all = prompt;
    all.insert(all.end(), written.begin(), written.end());
    const auto logs = next_of(*transformer, all);
    for (TokenId token = 0; token < logs.size(); ++token) {
      const std::size_t length = written.size() + 1;
      const double both = sum + logs[token];
      const bool ends = token == end;
      if (!ends) written.push_back(token);
      if (ends || length == most) {
        const double found = both / std::pow(static_cast<double>(length), length_penalty);
        if (found > score) {
          score = found;
          tokens = written;
        }
      } else {
        try_all(written, both);
      }
      if (!ends) written.pop_back();
    }
  }
};

WritingTask task_of(const Transformer& transformer, const tokens::Tokenizer& tokenizer,
                    const Decoding& decoding, std::vector<TokenId> prompt) {
  WritingTask task;
  task.transformer = &transformer;
  task.tokenizer = &tokenizer;
  task.decoding = &decoding;
  task.end = 2;
  task.prompt = std::move(prompt);
  task.most_tokens = decoding.most_tokens;
  return task;
}

const tokens::Tokenizer& bytes_tokenizer() {
  static const tokens::Tokenizer tokenizer = tokens::BytePairLearner().learn(300).value();
  return tokenizer;
}

Transformer imported_gpt2() {
  const auto model =
      import_hugging_face(NOETHER_SOURCE_DIR "/noether/neural/model/testdata/gpt2").value();
  return {model.config.transformer, model.weights};
}

TEST(Generator, WritesTheMostLikelyTokensOfImportedGpt2) {
  const Transformer transformer = imported_gpt2();
  Decoding decoding;
  decoding.most_tokens = 12;
  const std::vector<TokenId> prompt = {5, 40, 7};
  const Written written =
      write_one(task_of(transformer, bytes_tokenizer(), decoding, prompt), {}).value();
  std::vector<TokenId> all = prompt;
  double sum = 0;
  for (const TokenId token : written.tokens) {
    const auto logs = next_of(transformer, all);
    const auto best = std::ranges::max_element(logs);
    EXPECT_EQ(token, static_cast<TokenId>(best - logs.begin()));
    sum += *best;
    all.push_back(token);
  }
  EXPECT_EQ(written.tokens.size(), 12U);
  EXPECT_NEAR(written.log_probability, sum, 1e-3);
  EXPECT_EQ(written.end, WritingEnd::Full);
}

TEST(Generator, BeamsOfTheWholeVocabularyFindTheBestText) {
  const TransformerConfig config = tiny_gpt2(6, 16);
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    const Transformer transformer(config, random_weights(config, seed));
    for (const double penalty : {0.0, 1.0, 2.0}) {
      Decoding decoding;
      decoding.most_tokens = 3;
      decoding.beams = 36;  // 6 * 6: no text is left out
      decoding.length_penalty = penalty;
      const std::vector<TokenId> prompt = {1, 4};
      const Written written =
          write_beams(task_of(transformer, bytes_tokenizer(), decoding, prompt)).value();
      Search search{&transformer, prompt, 2, 3, penalty, {}, -1e30};
      std::vector<TokenId> none;
      search.try_all(none, 0);
      EXPECT_EQ(written.tokens, search.tokens) << "seed " << seed << " penalty " << penalty;
      EXPECT_NEAR(written.log_probability / std::pow(written.counted, penalty), search.score, 1e-4);
    }
  }
}

TEST(Generator, WithOneBeamAndManyAgreesOnWhatIsLikely) {
  const Generator generator = tiny_generator();
  Decoding greedy;
  greedy.most_tokens = 10;
  Decoding beams = greedy;
  beams.beams = 5;
  beams.length_penalty = 0;
  const auto one = generator.write("PROBLEM: a", greedy).value();
  const auto five = generator.write("PROBLEM: a", beams).value();
  EXPECT_GE(five.log_probability, one.log_probability - 1e-9);
}

TEST(Generator, DrawsTheSameTextForTheSameSeed) {
  for (const bool int8 : {false, true}) {
    const Generator generator = tiny_generator(int8);
    for (const std::size_t beams : {1U, 4U}) {
      Decoding decoding;
      decoding.most_tokens = 20;
      decoding.draws = true;
      decoding.beams = beams;
      decoding.temperature = 1.5;
      decoding.seed = 3;
      const auto first = generator.write("a sum", decoding).value();
      EXPECT_EQ(generator.write("a sum", decoding).value().tokens, first.tokens);
      decoding.seed = 4;
      EXPECT_NE(generator.write("a sum", decoding).value().tokens, first.tokens);
      decoding.top_k = 1;
      decoding.beams = 1;
      const auto likeliest = generator.write("a sum", decoding).value();
      decoding.draws = false;
      EXPECT_EQ(generator.write("a sum", decoding).value().tokens, likeliest.tokens);
    }
  }
}

TEST(Generator, StopsBeforeAGivenText) {
  const Generator generator = tiny_generator();
  Decoding decoding;
  decoding.most_tokens = 30;
  const std::string all = generator.write("two", decoding).value().text;
  ASSERT_GT(all.size(), 12U);
  const std::string stop = all.substr(8, 4);
  decoding.stops = {"never written", stop};
  for (const std::size_t beams : {1U, 2U}) {
    decoding.beams = beams;
    const auto written = generator.write("two", decoding).value();
    EXPECT_EQ(written.text.find(stop), std::string::npos);
    if (beams == 1) {
      EXPECT_EQ(written.end, WritingEnd::Stop);
      EXPECT_EQ(written.text, all.substr(0, all.find(stop)));
    }
  }
}

TEST(Generator, IsStoppedAtAnyStep) {
  const Generator generator = tiny_generator();
  for (const std::size_t beams : {1U, 3U}) {
    Decoding decoding;
    decoding.beams = beams;
    decoding.most_tokens = 12;
    std::size_t steps = 0;
    decoding.is_over = [&] { return ++steps == 0; };
    const auto whole = generator.write("PROBLEM: a sum", decoding);
    ASSERT_TRUE(whole);
    const std::size_t all = steps;
    EXPECT_GE(all, whole->tokens.size());  // asked before each token
    ASSERT_GT(all, 3U);
    for (const std::size_t last : {std::size_t{1}, std::size_t{3}, all}) {
      steps = 0;
      decoding.is_over = [&] { return ++steps == last; };
      const auto stopped = generator.write("PROBLEM: a sum", decoding);
      ASSERT_FALSE(stopped);
      EXPECT_THAT(stopped.error().message, HasSubstr("stopped"));
      EXPECT_EQ(steps, last);  // not called again, so nothing more was written
    }
  }
}

TEST(Generator, ShowsTheTextWhileItGrowsAndNeverTakesItBack) {
  const Generator generator = tiny_generator();
  Decoding decoding;
  decoding.most_tokens = 40;
  const std::string all = generator.write("what is", decoding).value().text;
  decoding.stops = {all.substr(all.size() / 2, 5)};
  std::string shown;
  const auto written = generator.write("what is", decoding, [&](std::string_view text) {
    EXPECT_TRUE(text.starts_with(shown));
    shown = text;
    return true;
  });
  EXPECT_EQ(shown, written.value().text);
  int calls = 0;
  generator.write("what is", decoding, [&](std::string_view) { return ++calls < 2; }).value();
  EXPECT_EQ(calls, 2);
}

TEST(Generator, WritesNoMoreThanItHasPositionsFor) {
  const Generator generator = tiny_generator(false, 24);
  Decoding decoding;
  decoding.most_tokens = 1000;
  for (const std::size_t beams : {1U, 3U}) {
    decoding.beams = beams;
    const auto written = generator.write(std::string(5000, 'x') + " SOLUTION:", decoding);
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_LE(written->tokens.size(), 13U);
  }
  EXPECT_THAT(generator.write("", decoding).error().message, HasSubstr("empty"));
  decoding.temperature = 0;
  EXPECT_THAT(generator.write("a", decoding).error().message, HasSubstr("temperature"));
}

TEST(Generator, SaysHowLikelyATextIs) {
  const Generator generator = tiny_generator();
  const auto& tokenizer = generator.tokenizer();
  const auto ids = tokenizer.encode("PROBLEM: a sum of two", {.special_tokens = false}).ids;
  const Transformer transformer(generator.config().transformer,
                                tiny_decoder_weights(generator.config().transformer));
  double sum = 0;
  std::size_t counted = 0;
  const std::size_t first = tokenizer.encode("PROBLEM: a", {.special_tokens = false}).ids.size();
  for (std::size_t i = first; i < ids.size(); ++i, ++counted) {
    sum +=
        next_of(transformer, {ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(i)})[ids[i]];
  }
  const auto likelihood = generator.likelihood("PROBLEM: a", " sum of two");
  EXPECT_EQ(likelihood.tokens, counted);
  EXPECT_EQ(likelihood.characters, std::string(" sum of two").size());
  EXPECT_NEAR(likelihood.log_probability, sum, 1e-3);
  EXPECT_EQ(generator.likelihood("", "").tokens, 0U);
  EXPECT_EQ(generator.likelihood("", std::string(5000, 'x')).tokens, 63U);
}

TEST(Generator, RefusesFoldersWithoutADecoder) {
  EXPECT_FALSE(Generator::open("missing"));
  const base::TemporaryFolder folder;
  ModelFolder encoder;
  encoder.config.transformer = tiny_gpt2(300);
  encoder.config.transformer.head.next = false;
  encoder.config.sequence_tokens = 64;
  encoder.weights = random_weights(encoder.config.transformer);
  ASSERT_TRUE(encoder.write(folder / "encoder"));
  EXPECT_THAT(Generator::open(folder / "encoder").error().message,
              HasSubstr("does not write texts"));
  encoder.config.transformer.head.next = true;
  ASSERT_TRUE(encoder.write(folder / "silent"));
  EXPECT_FALSE(Generator::open(folder / "silent"));  // no tokenizer
  std::ofstream(folder / "silent/tokenizer.json") << bytes_tokenizer().to_json();
  EXPECT_TRUE(Generator::open(folder / "silent"));
  encoder.config.transformer.vocabulary = 100;
  encoder.weights = random_weights(encoder.config.transformer);
  ASSERT_TRUE(encoder.write(folder / "silent"));
  EXPECT_THAT(Generator::open(folder / "silent").error().message, HasSubstr("257 tokens"));
}

TEST(CutPrompt, KeepsTheBeginningAndTheEnd) {
  std::vector<TokenId> prompt(100);
  for (TokenId i = 0; i < 100; ++i) prompt[i] = i;
  EXPECT_EQ(cut_prompt(prompt, 100), prompt);
  const auto cut = cut_prompt(prompt, 20);
  EXPECT_EQ(cut.size(), 20U);
  EXPECT_EQ(cut.front(), 0U);
  EXPECT_EQ(cut[11], 11U);
  EXPECT_EQ(cut[12], 92U);
  EXPECT_EQ(cut.back(), 99U);
  EXPECT_EQ(cut_prompt(prompt, 3), (std::vector<TokenId>{97, 98, 99}));
}

}  // namespace
}  // namespace noether::neural
