#include "noether/collection/text_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace noether::collection {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

text::Document document(std::string id, std::string kind,
                        const std::vector<std::pair<std::string, std::string>>& fields,
                        std::string parent = {}) {
  text::Document made;
  made.id = std::move(id);
  made.kind = std::move(kind);
  made.parent = std::move(parent);
  made.tags = {"limits"};
  for (const auto& [name, text] : fields) {
    made.fields.push_back({.name = name, .text = text, .formulas = {}});
  }
  return made;
}

std::vector<std::string> pairs_of(const std::vector<text::Document>& documents,
                                  PairMaker&& maker = {}) {
  std::vector<TextPair> pairs;
  for (const text::Document& one : documents) maker.add(one, pairs);
  std::vector<std::string> lines;
  for (const TextPair& pair : pairs) {
    lines.push_back(std::string(pair_kind_name(pair.kind)) + " " + pair.group + ": " + pair.first +
                    " | " + pair.second);
  }
  return lines;
}

TEST(TextPairs, OfAQuestionAreItsTitleAndItsAnswers) {
  EXPECT_THAT(pairs_of({document("1", "question", {{"title", "T"}, {"body", "B"}}),
                        document("2", "answer", {{"question-title", "T"}, {"body", "A"}}, "1"),
                        document("3", "answer", {{"body", "C"}, {"comment", "no"}}, "1")}),
              ElementsAre("title-body 1: T | B", "question-answer 1: T\nB | A",
                          "question-answer 1: T\nB | C"));
}

TEST(TextPairs, WaitForQuestionsThatComeLater) {
  text::Document repeats = document("4", "question", {{"body", "again"}});
  repeats.properties = {{"duplicate-of", "1"}, {"duplicate-of", "4"}, {"links-to", "1"}};
  EXPECT_THAT(pairs_of({document("2", "answer", {{"body", "A"}}, "1"), repeats,
                        document("1", "question", {{"body", "Q"}})}),
              ElementsAre("question-answer 1: Q | A", "duplicate 4: again | Q"));
}

TEST(TextPairs, OfStatementsAreTheirProofsAndSolutions) {
  EXPECT_THAT(pairs_of({document("t", "theorem", {{"body", "S"}, {"proof", "P"}}),
                        document("e", "exercise", {{"body", "E"}, {"solution", "L"}}),
                        document("d", "definition", {{"title", "N"}, {"body", "D"}})}),
              ElementsAre("theorem-proof t: S | P", "problem-solution e: E | L",
                          "name-definition d: N | D"));
}

TEST(TextPairs, NeedBothTexts) {
  PairMaker maker;
  std::vector<TextPair> pairs;
  maker.add(document("1", "question", {}), pairs);
  maker.add(document("2", "answer", {{"body", "A"}}, "1"), pairs);
  maker.add(document("3", "answer", {{"body", "A"}}, "gone"), pairs);
  maker.add(document("4", "answer", {{"body", "A"}}), pairs);
  maker.add(document("5", "section", {{"title", "T"}}), pairs);
  EXPECT_THAT(pairs, IsEmpty());
  EXPECT_EQ(maker.lost_answers(), 1u);
}

TEST(TextPairs, HaveKindsWithNames) {
  for (const PairKind kind : kPairKinds) EXPECT_EQ(pair_kind_by_name(pair_kind_name(kind)), kind);
  EXPECT_EQ(pair_kind_by_name("question"), std::nullopt);
}

constexpr std::string_view kTitle = "Why is every finite integral domain a field?";
constexpr std::string_view kBody =
    "I know the proof for $\\mathbb{Z}/p$, but in general I do not see where finiteness is used; "
    "could somebody explain the injectivity argument to me in detail?";

TEST(KnownQuestions, AreFoundByTitleOrBodyWhateverTheMarkup) {
  KnownQuestions questions;
  questions.add(kTitle, kBody);
  EXPECT_TRUE(questions.has("WHY is every *finite* integral domain - a field"));
  EXPECT_TRUE(questions.has("Other title. " + std::string(kBody)));
  EXPECT_FALSE(questions.has("Why is every finite division ring a field?"));
  EXPECT_FALSE(questions.has(""));
}

TEST(KnownQuestions, WithShortTextsMatchNothing) {
  KnownQuestions questions;
  EXPECT_FALSE(questions.has("anything"));
  questions.add("Limit", "Find it.");
  questions.add("", "");
  EXPECT_FALSE(questions.has("Limit. Find it."));
}

}  // namespace
}  // namespace noether::collection
