#include "noether/answer/answer.h"

#include <gtest/gtest.h>

#include "noether/search/query/formula_signs.h"

namespace noether::answer {
namespace {

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
  EXPECT_FALSE(ends_source(answer, 0));
  EXPECT_TRUE(ends_source(answer, 1));
  EXPECT_TRUE(ends_source(answer, 2));
}

}  // namespace
}  // namespace noether::answer
