#include "noether/embedding/adorned_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "noether/algebra/notation/read_expression.h"
#include "noether/embedding/expression_tokenizer.h"
#include "noether/embedding/prefix_of_formula.h"

namespace noether::embedding {
namespace {

std::string prefix(std::string_view latex) {
  const auto text = prefix_of_formula(latex, formula::Notation::Latex);
  return text ? *text : text.error().message;
}

TEST(AdornedNames, AreVariables) {
  EXPECT_EQ(prefix("y'+1"), "+ y' 1");
  EXPECT_EQ(prefix("a_{n+1}+a_n"), "+ a_{n＋1} a_n");
  EXPECT_EQ(prefix("\\frac{a_{n+1}}{a_{n+1}^2}"), "/ a_{n＋1} pow a_{n＋1} 2");
  for (const char* latex : {"\\bar x", "\\hat{\\theta}_{n+1}", "x^*", "x^{(n)}", "y''", "x_n'"}) {
    const std::string name = prefix(latex);
    EXPECT_EQ(name.find(' '), std::string::npos) << name;
    EXPECT_TRUE(ExpressionTokenizer::standard().encode(name)) << name;
  }
}

TEST(AdornedNames, AreToldApart) {
  const auto tokens = [](std::string_view latex) {
    return ExpressionTokenizer::standard().encode(prefix(latex)).value();
  };
  EXPECT_EQ(tokens("u_{n+1}-u_{n-1}"), tokens("x-y"));
  EXPECT_EQ(tokens("u_{n+1}-u_{n+1}"), tokens("x-x"));
  EXPECT_EQ(tokens("x'-x"), tokens("y-x"));
}

TEST(AdornedNames, AreNoneWhereTheyMayDependOnAVariable) {
  EXPECT_EQ(prefix("\\int y'\\,dx"), "unknown operator 'prime'");
  EXPECT_EQ(prefix("\\frac{d}{dx} (x a_{n+1})"), "unknown operator 'sub'");
}

TEST(AdornedNames, AreOfVariables) {
  EXPECT_EQ(prefix("f(x)_{n+1}"), "unknown operator 'sub'");
  EXPECT_EQ(prefix("\\overline{x+1}"), "unknown operator '¯'");
  EXPECT_EQ(prefix("x^{(x^x)}"), "unknown operator 'sup'") << "may be a power";
  EXPECT_EQ(prefix("f'(x)"), "unknown operator 'apply'");
}

TEST(AdornedNames, TakeNoMoreRoomThanTheFormula) {
  std::string latex = "n";
  for (int i = 0; i < 20'000; ++i) latex += "+n";
  for (int i = 0; i < 80; ++i) latex = "a_{1+" + latex + "}";
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  const auto root = algebra::read_expression(formula::Notation::Latex, latex, pool);
  ASSERT_TRUE(root) << root.error().message;
  const std::size_t before = pool.size();
  EXPECT_EQ(pool.op(with_adorned_names(pool, *root)), algebra::Op::Variable);
  EXPECT_EQ(pool.size(), before + 1) << "one name, of the outermost";
}

}  // namespace
}  // namespace noether::embedding
