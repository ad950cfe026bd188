#include "noether/answer/stretch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "noether/answer/agreement.h"
#include "noether/search/query/formula_signs.h"

namespace noether::answer {
namespace {

text::Document document_of(const std::string& body) {
  text::Document document;
  document.fields.push_back({.name = "body", .text = body, .formulas = search::formulas_of(body)});
  return document;
}

// The text of the best stretch for a question in words; "-" if there is none.
std::string best(const std::string& body, const std::string& asked, StretchOptions options,
                 const std::vector<std::string>& others = {}) {
  const text::Document document = document_of(body);
  const auto question = read_question(asked);
  EXPECT_TRUE(question);
  const auto parts = QuestionParts::read(*question, nullptr);
  EXPECT_TRUE(parts);
  std::vector<SourceSentence> sentences = sentences_of(document);
  parts->meet_words(document, sentences);
  TokenNumbers numbers;
  for (SourceSentence& sentence : sentences) {
    sentence.tokens = numbers.of(text_of(document, sentence));
  }
  std::vector<std::vector<std::uint32_t>> tokens;
  for (const std::string& other : others) tokens.push_back(numbers.of(other));
  Agreement agreement(tokens);
  const auto stretch = best_stretch(document, sentences, agreement, options);
  if (!stretch) return "-";
  std::string text;
  for (std::size_t i = stretch->first; i < stretch->last; ++i) {
    text += (text.empty() ? "" : " ") + std::string(text_of(document, sentences[i]));
  }
  return text;
}

constexpr StretchOptions kFree = {.limit = 1000, .share = 1, .short_document = 0};

TEST(Stretch, CoversMostOfTheQuestion) {
  EXPECT_EQ(best("Nothing here. The series diverges. It grows without bound. Bye.",
                 "series without bound", kFree),
            "The series diverges. It grows without bound.");
}

TEST(Stretch, IsNoLongerThanItMustBe) {
  EXPECT_EQ(best("Hello there. The series diverges. Good bye.", "series", kFree),
            "The series diverges.");
}

TEST(Stretch, HasAtMostItsShareOfTheDocument) {
  StretchOptions half = kFree;
  half.share = 0.5;
  EXPECT_EQ(best("The series diverges. It is large. It is bounded.", "series bounded", half),
            "It is bounded.");
}

TEST(Stretch, NeverCutsASentence) {
  StretchOptions small = kFree;
  small.limit = 12;
  EXPECT_EQ(best("The series $\\sum_{n=1}^\\infty 1/n$ diverges.", "series", small), "-");
  EXPECT_EQ(best("The series diverges for sure. A series.", "series", small), "A series.");
}

TEST(Stretch, BeginsAndEndsWithWholeSentences) {
  const std::string body = "It rains. We have\n$q^2=2r^2,$\nso the root is even. Bye for now.";
  EXPECT_EQ(best(body, "root even", kFree), "We have $q^2=2r^2,$ so the root is even.");
  StretchOptions small = kFree;
  small.limit = 24;
  EXPECT_EQ(best("We have\n$q^2=2r^2,$\nso the root is even", "root even", small),
            "so the root is even");
}

TEST(Stretch, StaysInOneField) {
  text::Document document = document_of("One series.");
  document.fields.push_back({.name = "body", .text = "Two bounds.", .formulas = {}});
  std::vector<SourceSentence> sentences = sentences_of(document);
  ASSERT_EQ(sentences.size(), 2U);
  sentences[0].nearness = {1, 0};
  sentences[1].nearness = {0, 1};
  Agreement agreement({});
  EXPECT_EQ(best_stretch(document, sentences, agreement, kFree), (Stretch{0, 1}));
}

TEST(Stretch, PrefersWhatOthersSayToo) {
  const std::string body = "The series is nice. The series grows like a logarithm.";
  StretchOptions half = kFree;
  half.share = 0.7;
  half.agreement = 1;
  EXPECT_EQ(best(body, "series", half), "The series is nice.");
  EXPECT_EQ(best(body, "series", half, {"It grows like a logarithm."}),
            "The series grows like a logarithm.");
}

TEST(Agreement, IsTheF1OfTokensWithTheMostSimilarDocument) {
  TokenNumbers numbers;
  Agreement agreement({numbers.of("a b c d"), numbers.of("x")});
  EXPECT_EQ(agreement.value(), 0);
  agreement.add(numbers.of("a a"));
  agreement.add(numbers.of("b"));
  EXPECT_DOUBLE_EQ(agreement.value(), 4.0 / 7);
  agreement.restart();
  agreement.add(numbers.of("x"));
  EXPECT_DOUBLE_EQ(agreement.value(), 1);
}

using testing::ElementsAre;
using testing::IsEmpty;

TEST(AnswerTokens, AreWordsNumbersCommandsAndSingleCharacters) {
  EXPECT_THAT(
      answer_tokens("Let $\\sqrt{x2}\\,$ be 3.5!"),
      ElementsAre("Let", "$", "\\sqrt", "{", "x2", "}", "\\", ",", "$", "be", "3", ".", "5", "!"));
  EXPECT_THAT(answer_tokens("naïve\u00a0Gödel ∑α"), ElementsAre("naïve", "Gödel", "∑", "α"));
  EXPECT_THAT(answer_tokens(" \t\n"), IsEmpty());
}

TEST(AnswerTokens, KeepBytesThatAreNotUtf8) {
  EXPECT_THAT(answer_tokens("a\xff\xfe"
                            "b"),
              ElementsAre("a", "\xff", "\xfe", "b"));
}

}  // namespace
}  // namespace noether::answer
