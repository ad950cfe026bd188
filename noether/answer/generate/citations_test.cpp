#include "noether/answer/generate/citations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/search/query/formula_signs.h"

namespace noether::answer {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// Reads citations of three passages; their new numbers are 11, 12 and 13.
CitedSentence cited(const std::string& text) {
  return read_citations({"answer", text, search::formulas_of(text)}, 3,
                        [](std::size_t passage) { return passage + 11; });
}

TEST(Citations, AreTakenFromTheEndOfASentence) {
  const CitedSentence one = cited("Two is even [1].");
  EXPECT_EQ(one.text.text, "Two is even.");
  EXPECT_THAT(one.cited, ElementsAre(0U));
  EXPECT_THAT(cited("Two is even [2, 3].").cited, ElementsAre(1U, 2U));
  EXPECT_THAT(cited("Two is even [3][1] [3].").cited, ElementsAre(2U, 0U));
  EXPECT_EQ(cited("Two is even [3][1].").text.text, "Two is even.");
}

TEST(Citations, HaveTheirNewNumberWithinASentence) {
  const CitedSentence one = cited("By [2], two is even [2].");
  EXPECT_EQ(one.text.text, "By [12], two is even.");
  EXPECT_THAT(one.cited, ElementsAre(1U));
}

TEST(Citations, ThatNothingHasStayAndAreReported) {
  const CitedSentence one = cited("Two is $e_1$ven [9, 1].");
  EXPECT_EQ(one.text.text, "Two is $e_1$ven [9].");
  EXPECT_THAT(one.cited, ElementsAre(0U));
  ASSERT_THAT(one.missing, SizeIs(1));
  EXPECT_EQ(one.missing[0].number, 9U);
  EXPECT_EQ(one.missing[0].span, (base::Span{16, 19}));
  const CitedSentence interval = cited("It is continuous on [0, 1] and [1, 0].");
  EXPECT_EQ(interval.text.text, "It is continuous on [0, 1] and [1, 0].");
  EXPECT_THAT(interval.missing, SizeIs(0));
  EXPECT_THAT(interval.cited, SizeIs(0));
}

TEST(Citations, AreNotLookedForInFormulas) {
  const CitedSentence one = cited("On $[1]$ and $M[2, 3]$ it holds.");
  EXPECT_EQ(one.text.text, "On $[1]$ and $M[2, 3]$ it holds.");
  EXPECT_THAT(one.cited, IsEmpty());
  EXPECT_THAT(one.text.formulas, SizeIs(2));
}

TEST(Citations, KeepThePlacesOfFormulas) {
  const CitedSentence one = cited("By [1] $x$ is $y$ [1].");
  EXPECT_EQ(one.text.text, "By [11] $x$ is $y$.");
  ASSERT_THAT(one.text.formulas, SizeIs(2));
  EXPECT_EQ(one.text.text.substr(one.text.formulas[1].begin, 1), "y");
}

TEST(Citations, AreNumbersInBracketsAndNothingElse) {
  for (const std::string text :
       {"[a]", "[]", "[1", "[1,]", "[,1]", "[1234]", "[1 2]", "(1)", "[-1]"}) {
    EXPECT_FALSE(citation_mark_at(text, 0)) << text;
  }
}

}  // namespace
}  // namespace noether::answer
