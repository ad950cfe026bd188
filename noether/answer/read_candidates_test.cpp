#include "noether/answer/read_candidates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/search/search_fixture.h"

namespace noether::answer {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

text::Field body_field(const std::string& text) {
  return {.name = "body", .text = text, .formulas = search::formulas_of(text)};
}

TEST(Symbols, OfATextAreThoseOfItsFormulas) {
  EXPECT_THAT(symbols_in(body_field("Let $f(x)=x^2$ and $a_n$.")),
              UnorderedElementsAre("f", "x", "a", "n"));
}

TEST(Symbols, AreIntroducedByWordsThatDoSo) {
  EXPECT_THAT(introduced_in(body_field("Let $p$ be a prime.")), ElementsAre("p"));
  EXPECT_THAT(introduced_in(body_field("where $m$ is the mean")), ElementsAre("m"));
  EXPECT_THAT(introduced_in(body_field("Hence $p$ divides it.")), IsEmpty());
}

class DefinitionsTest : public search::SearchTest {
 protected:
  // The definitions for the last sentence of a document, which answers the question `asked`.
  Definitions find(const std::string& body, const std::string& asked = "why",
                   const std::string& question = "Nothing.") {
    text::Document answer = search::test_document("a", body, {}, "answer");
    answer.parent = "q";
    index({search::test_document("q", question, {}, "question"), answer});
    const index::IndexReader& reader = searcher_->index();
    const auto read = read_document(reader, *reader.find_document("a").value());
    const auto of_question = read_document(reader, *reader.find_document("q").value());
    EXPECT_TRUE(read && of_question);
    const std::size_t count = read->sentences.size();
    const auto found = definitions_for(reader, read_question(asked).value(), *read,
                                       {count - 1, count}, &*of_question);
    EXPECT_TRUE(found);
    return found ? *found : Definitions();
  }
};

TEST_F(DefinitionsTest, AreTheNearestSentencesBeforeTheStretch) {
  const Definitions found =
      find("Let $p$ be odd. Let $p$ be a prime. It is easy. Then $p$ divides $p^2$.");
  EXPECT_THAT(found.in_document, ElementsAre(1));
  EXPECT_THAT(found.in_question, IsEmpty());
}

TEST_F(DefinitionsTest, AreNotNeededForWhatTheStretchOrTheAskerIntroduces) {
  EXPECT_THAT(find("Let $p$ be odd. Let $p$ be a prime.").in_document, IsEmpty());
  EXPECT_THAT(find("Let $p$ be odd. Then $p>2$.", "when is $p>2$").in_document, IsEmpty());
}

TEST_F(DefinitionsTest, ComeFromTheQuestionWhenTheAnswerHasNone) {
  const Definitions found =
      find("Then $p>2$.", "why", "Suppose $p$ is an odd prime. Show that $p$ is large.");
  EXPECT_THAT(found.in_document, IsEmpty());
  EXPECT_THAT(found.in_question, ElementsAre(0));
}

TEST_F(DefinitionsTest, AreNoSentencesThatAskForSomething) {
  EXPECT_THAT(find("Then $p>2$.", "why", "Let $p$ be prime, is it odd?").in_question, IsEmpty());
  EXPECT_THAT(find("Then $p>2$.", "why", "Given $p$ prove it.").in_question, IsEmpty());
}

}  // namespace
}  // namespace noether::answer
