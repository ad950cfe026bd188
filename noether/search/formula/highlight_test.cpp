#include "noether/search/formula/highlight.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "noether/formula/latex/reader.h"

namespace noether::search {
namespace {

// The formula with brackets around the marked parts.
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

TEST(Highlight, MarksTheSmallestPieceThatIsLatexByItself) {
  EXPECT_EQ(marked("\\frac{\\sin x}{x}", "1+{\\sin x\\over x}"), "1+{[\\sin x\\over x]}");
  EXPECT_EQ(marked("\\frac{1}{x}", "{1\\over x}+{2\\over y}"), "{[1\\over x]}+{2\\over y}");
  EXPECT_EQ(marked("\\binom{n}{k}", "2{n\\choose k}"), "2{[n\\choose k]}");
  EXPECT_EQ(marked("\\sum_{k=1}^n k", "\\sum\\limits_{j=1}^m j=y"), "[\\sum\\limits_{j=1}^m j]=y");
  EXPECT_EQ(marked("\\sqrt x", "\\sqrt x^2+z"), "[\\sqrt x^2]+z");
}

// Marks the parts by a command that colours its argument, for various queries.
TEST(Highlight, NeverChangesTheLayoutOfAFormula) {
  const std::vector<std::string> formulas = {"{\\sin x\\over x}",
                                             "1+{a+b \\over c}^2",
                                             "\\frac12+\\frac{x^2+1}{y}",
                                             "{n\\choose k}=\\frac{n!}{k!(n-k)!}",
                                             "\\left(\\frac{x}{2}\\right)^2\\displaystyle+y_1^2",
                                             "\\begin{cases}x&x>0\\\\-x&x<0\\end{cases}",
                                             "\\sum\\limits_{k=1}^n{k\\over 2}",
                                             "a&=x^2\\\\&={x\\over y}",
                                             "\\hat x+\\mathbb R^2\\text{ if }x=y"};
  std::vector<base::Error> ignored;
  formula::LatexReader reader;
  std::size_t marks = 0;
  for (const std::string& query : formulas) {
    for (const char* part : {"x", "x^2", "\\frac{x}{y}", "\\sin x", query.c_str()}) {
      for (std::string latex : formulas) {
        formula::LayoutTree plain;
        reader.read(latex, plain, ignored);
        const auto spans = highlight(*FormulaQuery::read(part), latex);
        // All of it is marked from without.
        if (spans.size() == 1 && spans[0].end - spans[0].begin == latex.size()) continue;
        for (std::size_t i = spans.size(); i-- > 0; ++marks) {
          latex.insert(spans[i].end, "}");
          latex.insert(spans[i].begin, "{");
        }
        formula::LayoutTree with_marks;
        reader.read(latex, with_marks, ignored);
        EXPECT_TRUE(same_layout(plain, with_marks)) << part << " in " << latex;
      }
    }
  }
  EXPECT_GT(marks, 100U);
}

TEST(Highlight, MarksNothingInWhatCannotBeRead) { EXPECT_EQ(marked("x", ""), ""); }

}  // namespace
}  // namespace noether::search
