#include "noether/embedding/text/text_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "noether/base/temporary_folder.h"
#include "noether/embedding/text/random_text_model.h"

namespace noether::embedding {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(TextEncoder, GivesAUnitVectorAndACodeForEachToken) {
  const base::TemporaryFolder folder;
  write_random_text_model_with_codes(folder.path());
  const TextEncoder encoder = TextEncoder::open(folder.path()).value();
  const auto ids = encoder.tokenizer().encode("Let $x$ be a prime.").ids;
  const auto encoded = encoder.encode(std::vector{ids, ids}, 2).value();
  ASSERT_EQ(encoded.size(), 2);
  EXPECT_EQ(encoded[0].vector, encoded[1].vector);
  EXPECT_EQ(encoded[0].tokens.size(), ids.size() * encoder.token_codes().bytes());
  const auto& vector = encoded[0].vector;
  EXPECT_NEAR(std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.0F), 1, 1e-5);
}

TEST(TextEncoder, FindsEachTokenOfAQueryInTheSameText) {
  const base::TemporaryFolder folder;
  write_random_text_model_with_codes(folder.path());
  const TextEncoder encoder = TextEncoder::open(folder.path()).value();
  const std::string text = "Every bounded sequence has a convergent subsequence.";
  const auto query = encoder.encode_query(text).value();
  const auto ids = encoder.tokenizer().encode(text).ids;
  ASSERT_EQ(query.late->tokens(), ids.size());
  ASSERT_EQ(query.spans.size(), ids.size());
  const TextEncoder::Encoded encoded = encoder.encode({&ids, 1})->front();
  EXPECT_EQ(query.vector, encoded.vector);
  std::vector<float> best(ids.size(), kNotMet);
  std::vector<std::uint32_t> nearest(ids.size());
  query.late->meet(encoded.tokens, best, nearest);
  std::size_t itself = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) itself += nearest[i] == i ? 1U : 0U;
  EXPECT_GE(itself, ids.size() - 1);
  EXPECT_GT(late_score(best), 0.8);
}

TEST(TextEncoder, ReadsNoMoreOfAQueryThanTheModelDoes) {
  const base::TemporaryFolder folder;
  write_random_text_model_with_codes(folder.path());
  const TextEncoder encoder = TextEncoder::open(folder.path()).value();
  std::string text;
  for (int i = 0; i < 10000; ++i) text += "word ";
  EXPECT_EQ(encoder.encode_query(text)->spans.size(), encoder.most_tokens());
  for (const std::string& odd : {std::string(), std::string(" "), std::string("\xFF\xFE"),
                                 std::string("$"), std::string("𝔽"), std::string(3, '\0')}) {
    const auto query = encoder.encode_query(odd);
    ASSERT_TRUE(query) << odd;
    for (const float number : query->vector) EXPECT_TRUE(std::isfinite(number));
  }
}

// One useless text of each kind, for tokenizers of each kind.
TEST(TextEncoder, GivesEveryTextADefinedVectorOrAnError) {
  for (const std::string name : {"bert-uncased", "bert-cased", "plain-words", "gpt2", "split",
                                 "roberta", "llama", "albert", "t5", "unigram-bytes"}) {
    SCOPED_TRACE(name);
    const base::TemporaryFolder folder;
    write_random_text_model(folder.path(), 1, name);
    const TextEncoder encoder = TextEncoder::open(folder.path()).value();
    for (const std::string& text :
         {std::string(), std::string(" \n\t"), std::string("$$"), std::string("1 + 2 = 3"),
          std::string("... --- !!! ,,,"), std::string("∀∃∅ ⊢ ⇒"), std::string("\xFF\xFE\x80 \xC3"),
          std::string("\xED\xA0\x80\xF4\x90\x80\x80"), std::string(5, '\0'),
          std::string(10'000'000, 'a'), std::string(10'000'000, '7'), std::string(10'000'000, ' '),
          std::string(10'000'000, '$'), std::string(10'000'000, '\xFF')}) {
      const auto query = encoder.encode_query(text);
      if (!query) {
        EXPECT_EQ(query.error().message, "there is nothing in the text to encode");
        EXPECT_EQ(encoder.special_tokens(), 0U);
        continue;
      }
      double squares = 0;
      for (const float number : query->vector) {
        squares += static_cast<double>(number) * static_cast<double>(number);
      }
      EXPECT_NEAR(squares, 1, 1e-4);
      EXPECT_EQ(query->spans.size(), encoder.sequence_of(text).size());
    }
  }
}

TEST(TextEncoder, ReadsNoOtherTokensOfALongTextThanOfItsBeginning) {
  const base::TemporaryFolder folder;
  write_random_text_model(folder.path());
  const TextEncoder encoder = TextEncoder::open(folder.path()).value();
  const std::string sentence = "Let $x_n$ be bounded, then é 中 \\frac{a}{b} converges. ";
  std::string text;
  while (text.size() < 10'000'000) text += sentence;
  const auto& tokenizer = encoder.tokenizer();
  EXPECT_EQ(encoder.sequence_of(text), tokenizer.encode(text, {.most = encoder.most_tokens()}).ids);
}

// Ids without a token are rows that no text uses.
TEST(TextEncoder, ReadsAVocabularyWithHoles) {
  const base::TemporaryFolder folder;
  write_random_text_model(folder.path());
  const std::string path = folder / "tokenizer.json";
  std::ifstream file(path);
  nlohmann::json document = nlohmann::json::parse(file);
  for (const char* word : {"the", "of", "and"}) document["model"]["vocab"].erase(word);
  std::ofstream(path) << document.dump();
  const TextEncoder encoder = TextEncoder::open(folder.path()).value();
  const auto query = encoder.encode_query("the sum of the series and of $x$");
  ASSERT_TRUE(query) << query.error().message;
  for (const float number : query->vector) EXPECT_TRUE(std::isfinite(number));
  // An id beyond the model's table is refused.
  document["model"]["vocab"]["beyond"] = 1500;
  std::ofstream(path) << document.dump();
  const auto beyond = TextEncoder::open(folder.path());
  ASSERT_FALSE(beyond);
  EXPECT_THAT(beyond.error().message, HasSubstr("the tokenizer has 1501 tokens"));
}

TEST(TextEncoder, PutsSpecialTokensAroundAText) {
  const base::TemporaryFolder folder;
  write_random_text_model(folder.path());
  const TextEncoder encoder = TextEncoder::open(folder.path()).value();
  EXPECT_FALSE(encoder.has_token_codes());
  EXPECT_EQ(encoder.special_tokens(), 2);
  EXPECT_THAT(encoder.with_special_tokens(std::vector<neural::TokenId>{7, 8}),
              ElementsAre(2, 7, 8, 3));
  const base::TemporaryFolder without;
  write_random_text_model(without.path(), 1, "plain-words");
  EXPECT_EQ(TextEncoder::open(without.path())->special_tokens(), 0);
}

TEST(TextEncoder, IsToldApartByAllThatVectorsDependOn) {
  const base::TemporaryFolder one;
  const base::TemporaryFolder other;
  const base::TemporaryFolder with_codes;
  write_random_text_model(one.path());
  write_random_text_model(other.path(), 2);
  write_random_text_model_with_codes(with_codes.path());
  const auto digest = [](const base::TemporaryFolder& folder) {
    return TextEncoder::open(folder.path())->digest();
  };
  EXPECT_EQ(digest(one), digest(one));
  EXPECT_NE(digest(one), digest(other));
  EXPECT_NE(digest(one), digest(with_codes));
}

TEST(TextEncoder, SaysWhatIsMissing) {
  const base::TemporaryFolder folder;
  EXPECT_FALSE(TextEncoder::open(folder / "nothing"));
  write_random_text_model(folder.path());
  std::filesystem::remove(folder / "tokenizer.json");
  EXPECT_THAT(TextEncoder::open(folder.path()).error().message, HasSubstr("tokenizer"));
  std::filesystem::copy_file(tokenizer_folder("roberta") + "/tokenizer.json",
                             folder / "tokenizer.json");
  write_random_text_model(folder.path());
  std::ofstream(folder / std::string(TokenCodes::kFile)) << "{";
  EXPECT_FALSE(TextEncoder::open(folder.path()));
}

}  // namespace
}  // namespace noether::embedding
