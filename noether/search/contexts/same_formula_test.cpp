#include "noether/search/contexts/same_formula.h"

#include <gtest/gtest.h>

#include "noether/search/search_fixture.h"

namespace noether::search {
namespace {

// The sentences with the first formula of this LaTeX but its own, one on each line.
std::string others(const text::Document& document, const std::string& latex,
                   std::size_t most = 10) {
  const auto field = static_cast<std::uint32_t>(document.fields.size() - 1);
  const std::size_t at = document.fields[field].text.find("$" + latex + "$") + 1;
  std::string lines;
  for (const SameFormula& one :
       same_formula_in(document, field, static_cast<std::uint32_t>(at), most)) {
    lines += document.fields[one.field].text.substr(one.sentence.begin,
                                                    one.sentence.end - one.sentence.begin) +
             "\n";
  }
  return lines;
}

TEST(SameFormula, IsFoundInOtherSentencesHoweverItIsTyped) {
  const text::Document document =
      test_document("d",
                    "Let $f(x)=x^2$ be given. It is smooth. Then $f(x) = x^{2}$ is convex. "
                    "Now $f(y)=y^2$ is another. By $f(x)=x^2$ and $f(x)=x^2$ we are done.");
  EXPECT_EQ(others(document, "f(x)=x^2"),
            "Then $f(x) = x^{2}$ is convex.\nBy $f(x)=x^2$ and $f(x)=x^2$ we are done.\n");
  EXPECT_EQ(others(document, "f(x)=x^2", 1), "Then $f(x) = x^{2}$ is convex.\n");
  EXPECT_EQ(others(document, "f(y)=y^2"), "");
}

TEST(SameFormula, IsNoNameAndNothingThatStandsNowhere) {
  const text::Document document = test_document("d", "Let $x$ be. Then $x$ is. See $2$ or $2$.");
  EXPECT_EQ(others(document, "x"), "");
  EXPECT_EQ(others(document, "2"), "");
  EXPECT_TRUE(same_formula_in(document, 0, 1, 10).empty());
  EXPECT_TRUE(same_formula_in(document, 99, 0, 10).empty());
}

}  // namespace
}  // namespace noether::search
