#include "noether/algebra/notation/operator_words.h"

#include <gtest/gtest.h>

#include <string>

#include "noether/algebra/notation/read_expression.h"

namespace noether::algebra {
namespace {

std::string words_about(std::string_view latex) {
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  const auto id = read_expression(formula::Notation::Latex, latex, pool);
  return id ? words_for_unknown(pool, *id, *id) : "! " + id.error().message;
}

TEST(OperatorWords, NameWhatWasWritten) {
  EXPECT_EQ(words_about("\\sum_{k=1}^n k"), "sums") << "not the equals sign below it";
  EXPECT_EQ(words_about("x+\\lim_{h\\to 0} f(h)"), "limits");
  EXPECT_EQ(words_about("f^{-1}(x)"), "the function f^{-1}");
  EXPECT_EQ(words_about("x'"), "x'");
  EXPECT_EQ(words_about("\\hat{x}+\\bar{y}"), "bars above (\\bar) and hats (\\hat)");
  EXPECT_EQ(words_about("\\vec a\\cdot\\vec b"), "matrices and vectors");
  EXPECT_EQ(words_about("x^*"), "the upper index *");
  EXPECT_EQ(words_about("A^\\circ"), "the upper index \\circ") << "not a composition of functions";
  EXPECT_EQ(words_about("\\begin{cases}1&x>0\\\\0&x\\le 0\\end{cases}"), "case distinctions");
  EXPECT_EQ(words_about("1+2+\\dots+n"), "sums and products with dots (\\cdots)");
  EXPECT_EQ(words_about("x\\pm 1"), "values of two signs (\\pm)");
  EXPECT_EQ(words_about("30^\\circ+x"), "") << "an angle is a number";
}

}  // namespace
}  // namespace noether::algebra
