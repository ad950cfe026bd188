// Marks of near words with a model of random weights: it knows no meaning, but with a low threshold
// the nearest word of all is marked, and the rules can be observed.
#include "noether/search/semantic/near_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/base/temporary_folder.h"
#include "noether/embedding/text/random_text_model.h"
#include "noether/search/query/query_parser.h"
#include "noether/search/search_fixture.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::search {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr float kAnything = -1;

class NearWordsTest : public testing::Test {
 protected:
  NearWordsTest() {
    embedding::write_random_text_model_with_codes(folder_.path());
    encoder_.emplace(PassageEncoder::open(folder_.path()).value());
  }

  NearText find(const std::string& asked, const text::Document& document,
                float near_enough = kAnything) const {
    const Query query = parse_query(asked).value();
    const EncoderText read = encoder_text(query);
    const auto encoded = encoder_->text().encode_query(read.text, read.formulas).value();
    const auto made = encoder_->embedding(1).encode({&document, 1}).value().front();
    std::vector<index::Passage> passages;
    for (const index::EncodedPassage& passage : made) {
      passages.push_back({.field = passage.field, .span = passage.span, .tokens = passage.tokens});
    }
    return NearWords(query, encoder_->text(), encoded, near_enough).find(document, passages);
  }
  static std::vector<std::string> marked(const NearText& near, const text::Document& document) {
    std::vector<std::string> marks;
    for (const Match& match : near.matches) {
      const std::string& text = document.fields[match.field].text;
      marks.push_back(match.near + ": " +
                      text.substr(match.span.begin, match.span.end - match.span.begin));
    }
    return marks;
  }
  std::vector<std::string> marks(const std::string& asked, const std::string& body,
                                 float near_enough = kAnything) const {
    const text::Document document = test_document("one", body);
    return marked(find(asked, document, near_enough), document);
  }

  base::TemporaryFolder folder_;
  std::optional<PassageEncoder> encoder_;
};

TEST_F(NearWordsTest, WholeWordsAreMarkedAndNotTheirPieces) {
  EXPECT_THAT(marks("prime", "of the incommensurability, and so on"),
              ElementsAre("prime: incommensurability"));
}

TEST_F(NearWordsTest, FormulasAreMarkedWhole) {
  const text::Document document = test_document("one", "so $\\gcd(a,b)=1$ is it");
  const NearText near = find("prime", document);
  ASSERT_THAT(marked(near, document), ElementsAre("prime: \\gcd(a,b)=1"));
  EXPECT_TRUE(near.matches[0].is_formula);
  EXPECT_THAT(near.matches[0].parts, ElementsAre(near.matches[0].span));
}

TEST_F(NearWordsTest, WordsThatNearlyEveryTextHasMarkNothingAndAreNotMarked) {
  EXPECT_THAT(marks("what is it", "a bounded sequence"), IsEmpty());
  EXPECT_THAT(marks("prime", "it is of the"), IsEmpty());
  EXPECT_THAT(marks("prime", "x 17 y"), IsEmpty());
}

TEST_F(NearWordsTest, AWordThatIsThereItselfMarksNoOther) {
  EXPECT_THAT(marks("primes", "a prime divides integers"), IsEmpty());
}

TEST_F(NearWordsTest, WhatIsExcludedMarksNothing) {
  EXPECT_THAT(marks("prime -integers", "a sequence"), ElementsAre("prime: sequence"));
  EXPECT_THAT(marks("tag:prime integers", "a sequence"), ElementsAre("integers: sequence"));
}

TEST_F(NearWordsTest, OneWordIsMarkedForTheNearestOnly) {
  EXPECT_THAT(marks("prime integers", "a sequence").size(), 1);
}

TEST_F(NearWordsTest, MarksAreFew) {
  const std::string asked = "prime integer divisor remainder quotient factor modulus residue";
  const std::string body = "limit series sequence bounded compact open closed convergent metric";
  EXPECT_EQ(marks(asked, body).size(), 6);
}

TEST_F(NearWordsTest, NothingIsMarkedThatIsNotNearEnough) {
  EXPECT_THAT(marks("prime", "a bounded sequence", 1.1F), IsEmpty());
}

TEST_F(NearWordsTest, WordsOfATitleAreMarkedInTheTitle) {
  const text::Document document = test_document("one", "it is so", {}, "text", "Coprime");
  const NearText near = find("sequence", document);
  ASSERT_THAT(marked(near, document), ElementsAre("sequence: Coprime"));
  EXPECT_EQ(near.matches[0].field, 0);
}

TEST_F(NearWordsTest, TheNearestPassageIsTold) {
  std::string body;
  for (int i = 0; i < 40; ++i) body += "This is about something else. ";
  const auto begin = body.size();
  body += "There are infinitely many primes. ";
  for (int i = 0; i < 40; ++i) body += "This is about something else. ";
  const text::Document document = test_document("one", body);
  const NearText near = find("there are infinitely many primes", document);
  ASSERT_TRUE(near.passage);
  EXPECT_LE(near.passage->span.begin, begin);
  EXPECT_GT(near.passage->span.end, begin);
}

// An index may have passages of a document that was divided differently.
TEST_F(NearWordsTest, PassagesThatDoNotFitTheTextMarkNothing) {
  const text::Document document = test_document("one", "a bounded sequence");
  const Query query = parse_query("prime").value();
  const auto encoded = encoder_->text().encode_query("prime").value();
  const std::string codes(3 * encoder_->text().token_codes().bytes(), '\0');
  const index::Passage passage = {.field = 0, .span = {0, 18}, .tokens = codes};
  const NearWords words(query, encoder_->text(), encoded, kAnything);
  EXPECT_THAT(words.find(document, {&passage, 1}).matches, IsEmpty());
  EXPECT_FALSE(words.find(document, {}).passage);
}

}  // namespace
}  // namespace noether::search
