#include "noether/answer/answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "noether/answer/confidence.h"
#include "noether/search/query/formula_signs.h"

namespace noether::answer {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

text::Field plain_field(const std::string& text) {
  return {.name = "body", .text = text, .formulas = search::formulas_of(text)};
}

AnswerSentence sentence(const std::string& text, std::size_t source, bool begins_paragraph) {
  return {
      .text = plain_field(text), .place = {{source, 0, {}}}, .begins_paragraph = begins_paragraph};
}

Answer two_sources() {
  Answer answer;
  answer.sources = {
      {.document = 1, .name = "a1", .kind = "answer", .title = plain_field("On $x_1$")},
      {.document = 2, .name = "a_2", .kind = "answer", .title = {}}};
  answer.sentences = {sentence("Let $x_1=2$.", 0, true), sentence("It is *odd*.", 0, false),
                      sentence("See <b>here</b>.", 1, true)};
  return answer;
}

TEST(Answer, IsOneTextWithALineForEachParagraph) {
  EXPECT_EQ(answer_text(two_sources()), "Let $x_1=2$. It is *odd*.\nSee <b>here</b>.");
}

TEST(Answer, AsMarkdownHasItsSourcesAndNothingThatIsMarkup) {
  EXPECT_EQ(answer_markdown(two_sources()),
            "Let $x_1=2$. It is \\*odd\\*. [1]\n\n"
            "See \\<b\\>here\\</b\\>. [2]\n\n"
            "[1] a1: On $x_1$\n"
            "[2] a\\_2\n");
}

TEST(Answer, HasTheNumberOfASourceBehindTheLastOfItsSentences) {
  const Answer answer = two_sources();
  EXPECT_THAT(sources_behind(answer, 0), IsEmpty());
  EXPECT_THAT(sources_behind(answer, 1), ElementsAre(0));
  EXPECT_THAT(sources_behind(answer, 2), ElementsAre(1));
}

TEST(Answer, HasTheNumbersOfAllSourcesThatASentenceCites) {
  Answer answer = two_sources();
  answer.sentences = {
      {.text = plain_field("Both say so."), .cites = {{.source = 1}, {.source = 0}}}};
  EXPECT_THAT(answer_markdown(answer), StartsWith("Both say so. [2] [1]\n\n[1] a1"));
}

TEST(Confidence, GrowsWithTheEvidence) {
  const ConfidenceModel& model = shipped_confidence();
  const double none = confidence_of({.standing = 0}, model);
  EXPECT_LT(none, kEnough);
  EXPECT_GT(confidence_of({.thread = 0.5, .standing = 0}, model), none);
  EXPECT_GT(confidence_of({.thread = 0.5, .standing = 4}, model),
            confidence_of({.thread = 0.5, .standing = 0}, model));
  EXPECT_GT(confidence_of({.thread = 0.5, .lead = 0.1, .standing = 4}, model),
            confidence_of({.thread = 0.5, .standing = 4}, model));
  EXPECT_GT(confidence_of({.thread = 1, .lead = 0.2, .standing = 10}, model), 0.5);
}

TEST(Confidence, TakesTheUsualStandingWhereNotAllAnswersAreRanked) {
  const ConfidenceModel& model = shipped_confidence();
  EXPECT_EQ(confidence_of({.thread = 0.7}, model),
            confidence_of({.thread = 0.7, .standing = Evidence::kUsualStanding}, model));
}

TEST(ScoreSpread, SaysHowFarAScoreStandsOut) {
  const std::vector<search::ScoredUnit> scores = {{0, 7}, {1, 1}, {2, 1}, {3, 1}, {4, 0}};
  const ScoreSpread spread = ScoreSpread::of(scores);
  EXPECT_NEAR(spread.mean, 2, 1e-12);
  EXPECT_NEAR(spread.standing(7), 5 / std::sqrt(6.4), 1e-12);
  EXPECT_EQ(ScoreSpread::of({}).standing(3), 0);
}

TEST(Confidence, ByWordsIsNeverLarge) {
  EXPECT_EQ(confidence_by_words({}), 0);
  EXPECT_LT(confidence_by_words({.own = 1, .thread = 1, .lead = 1}), 0.5);
  EXPECT_GT(confidence_by_words({.thread = 1}), kEnough);
}

}  // namespace
}  // namespace noether::answer
