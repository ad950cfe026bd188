#include "noether/search/formula/highlight.h"

#include <gtest/gtest.h>

#include <string>

namespace noether::search {
namespace {

// The formula with brackets around what is marked.
std::string marked(const std::string& query, std::string latex) {
  const auto read = FormulaQuery::read(query);
  EXPECT_TRUE(read.has_value());
  const auto spans = highlight(*read, latex);
  for (std::size_t i = spans.size(); i-- > 0;) {
    latex.insert(spans[i].end, "]");
    latex.insert(spans[i].begin, "[");
  }
  return latex;
}

TEST(Highlight, MarksAllOfTheSameFormula) {
  EXPECT_EQ(marked("x^2+1", "x^2+1"), "[x^2+1]");
  EXPECT_EQ(marked("x^2+1", "a^2+1"), "[a^2+1]");
}

TEST(Highlight, MarksThePartThatIsTheQuery) {
  EXPECT_EQ(marked("x^2+1", "\\frac{x^2+1}{y}"), "\\frac{[x^2+1]}{y}");
  EXPECT_EQ(marked("a+b", "a+b+c"), "[a]+[b]+c");
}

TEST(Highlight, NeverLosesOneOfTwoBrackets) {
  EXPECT_EQ(marked("(x+1)^2", "(x+1)^2"), "[(x+1)^2]");
  EXPECT_EQ(marked("(x+1)^2", "y=\\left(t+1\\right)^2"), "y=[\\left(t+1\\right)^2]");
  EXPECT_EQ(marked("a(a+2)", "1=x(x+2)"), "1=[x(x+2)]");
  EXPECT_EQ(marked("(x+1)^2", "\\frac{(x+1)^2}{y(z)}"), "\\frac{[(x+1)^2]}{y(z)}");
  EXPECT_EQ(marked("x+1", "(x+1)^2"), "([x+1])^2");
}

TEST(Highlight, MarksWhatAWildcardMatched) {
  EXPECT_EQ(marked("\\sqrt{?a}", "1+\\sqrt{x+y}"), "1+[\\sqrt{x+y}]");
  EXPECT_EQ(marked("\\sqrt{?a}", "1+x"), "1+x");
}

TEST(Highlight, MarksPartsInCommonWhenTheQueryIsNotThere) {
  EXPECT_EQ(marked("\\frac{x^2+1}{z}", "\\frac{x^2+1}{\\sin y}"), "\\frac{[x^2+1]}{\\sin y}");
}

TEST(Highlight, MarksNothingInWhatCannotBeRead) { EXPECT_EQ(marked("x", ""), ""); }

}  // namespace
}  // namespace noether::search
