// Queries that are only a formula: the formula itself comes first, and an operator alone finds the
// formulas that contain it. Also alternatives among words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/search/search_fixture.h"

namespace noether::search {
namespace {

class FormulaFirst : public SearchTest {};

TEST_F(FormulaFirst, PutsDocumentsWithTheVeryFormulaBeforeAllOthers) {
  // The other document has every symbol pair of the query, often, in a short text.
  std::string many;
  for (int i = 0; i < 30; ++i) many += "$\\int_{a}^{b}f(x)\\,dx=\\int_{a}^{a}g(x)\\,dx$ ";
  std::string much = "$\\int_{a}^{a}f(x)\\,dx$";
  for (int i = 0; i < 400; ++i) much += " and many other words $y_{" + std::to_string(i) + "}$";
  index({test_document("many", many), test_document("much", much),
         test_document("renamed", "$\\int_{c}^{c}g(t)\\,dt$"),
         test_document("many-more", many + "$\\int_a^a f(x)+g(x)\\,dx$")});
  EXPECT_EQ(found("$\\int_{a}^{a}f(x)\\,dx$", 1), "much");
  EXPECT_EQ(found("$\\int_{a}^{a}f(x)\\,dx$", 2), "much renamed");
  EXPECT_EQ(found("\\int_{a}^{a}f(x)\\,dx", 1), "much");
}

TEST_F(FormulaFirst, LooksForAnOperatorInFormulasThatHaveIt) {
  index({test_document("integral", "$\\int_0^1 x^2\\,dx$"),
         test_document("sum", "$\\sum_{k=1}^n k$"),
         test_document("limit", "$\\lim_{x\\to 0}\\frac{\\sin x}{x}$"),
         test_document("equation", "$a=b$"), test_document("fraction", "$y+\\frac{p}{q}$"),
         test_document("words", "nothing at all")});
  EXPECT_EQ(found("$\\int$"), "integral");
  EXPECT_EQ(found("$\\sum$"), "sum");
  EXPECT_EQ(found("$∑$"), "sum");
  EXPECT_EQ(found("$\\lim$"), "limit");
  EXPECT_EQ(found("$\\sin$"), "limit");
  EXPECT_EQ(found("$=$"), "equation sum");
  EXPECT_EQ(found("$+$"), "fraction");
  EXPECT_EQ(found("nothing $\\prod$"), "words");
  EXPECT_EQ(found("$\\frac{?}{?}$"), found("$\\frac{??}{??}$"));
  EXPECT_NE(found("$\\frac{?}{?}$").find("fraction"), std::string::npos);
}

TEST_F(FormulaFirst, FindsAllFormulasThatHaveAnOperatorHoweverItIsUsed) {
  index({test_document("derivative", "$\\frac{\\partial f}{\\partial t}$"),
         test_document("second", "$\\frac{\\partial^2 f}{\\partial x\\partial y}$"),
         test_document("short", "$\\partial_x f$"), test_document("boundary", "$\\partial A$"),
         test_document("definite", "$\\int_a^b f(t)\\,dt$"),
         test_document("large", "$g(x+y+z+u+v+w)<\\int f\\,dx<h(a+b+c+d+e+p+q+r+s)^{n+m+k+l}$"),
         test_document("chain", "$p<q=r$"), test_document("words", "nothing at all")});
  const auto sorted = [&](const std::string& text) {
    std::vector<std::string> ids;
    for (const FoundDocument& document : search(text).documents)
      ids.push_back(document.document.id);
    std::ranges::sort(ids);
    return ids;
  };
  using testing::ElementsAre;
  EXPECT_THAT(sorted("$\\partial$"), ElementsAre("boundary", "derivative", "second", "short"));
  EXPECT_THAT(sorted("$\\int$"), ElementsAre("definite", "large"));
  EXPECT_THAT(sorted("$=$"), ElementsAre("chain"));
  EXPECT_THAT(sorted("$<$"), ElementsAre("chain", "large"));
}

TEST_F(FormulaFirst, FindsMoreFormulasWithAnOperatorThanAListHolds) {
  std::vector<text::Document> documents;
  for (int i = 0; i < 500; ++i) {
    documents.push_back(
        test_document(std::to_string(i), "$\\int x_{" + std::to_string(i) + "}\\,dx$"));
  }
  index(documents);
  const auto count = searcher_->count(query("$\\int$"));
  ASSERT_TRUE(count);
  EXPECT_EQ(count->documents, 500U);
  EXPECT_EQ(count->parts, 1U);
}

class Alternatives : public SearchTest {
 protected:
  void SetUp() override {
    index({test_document("a", "alpha theorem", {"calculus"}, "question"),
           test_document("b", "beta theorem", {"algebra"}, "answer"),
           test_document("c", "gamma theorem", {"logic"}, "answer"),
           test_document("d", "mean value of alpha", {"logic"}),
           test_document("e", "value and mean", {"logic"})});
  }
  std::string sorted(const std::string& text) {
    std::vector<std::string> ids;
    for (const FoundDocument& document : search(text).documents)
      ids.push_back(document.document.id);
    std::ranges::sort(ids);
    std::string all;
    for (const std::string& id : ids) all += id;
    return all;
  }
};

TEST_F(Alternatives, NeedOneOfThem) {
  EXPECT_EQ(sorted("theorem alpha"), "abcd");
  EXPECT_EQ(sorted("theorem alpha OR beta"), "abd");
  EXPECT_EQ(sorted("theorem tag:calculus OR tag:algebra"), "ab");
  EXPECT_EQ(sorted("\"mean value\" OR gamma"), "cd");
  EXPECT_EQ(sorted("\"mean value\" OR tag:algebra"), "bd");
  EXPECT_EQ(sorted("theorem type:question OR beta"), "ab");
}

TEST_F(Alternatives, AreLessThanWhatIsRequired) {
  EXPECT_EQ(sorted("alpha AND theorem"), "a");
  EXPECT_EQ(sorted("theorem NOT alpha"), "bc");
  EXPECT_EQ(sorted("alpha OR beta AND theorem"), "ab");
  EXPECT_EQ(sorted("mean AND NOT alpha"), "e");
}

}  // namespace
}  // namespace noether::search
