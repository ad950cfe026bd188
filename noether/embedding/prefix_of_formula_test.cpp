#include "noether/embedding/prefix_of_formula.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "noether/algebra/notation/read_expression.h"
#include "noether/embedding/expression_tokenizer.h"

namespace noether::embedding {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

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

TEST(PrefixOfFormula, ReadsEveryNotation) {
  EXPECT_EQ(prefix_of_formula("\\frac{\\sin x}{2}").value(), "/ sin x 2");
  EXPECT_EQ(prefix_of_formula("(+ x 1)").value(), "+ x 1");
  EXPECT_EQ(prefix_of_formula("+ x 1").value(), "+ x 1");
  EXPECT_EQ(prefix_of_formula("- x y", formula::Notation::Latex).value(), "* -1 * x y");
}

TEST(PrefixOfFormula, KeepsTheNumbersOfPrefixTexts) {
  EXPECT_EQ(prefix_of_formula(" *  0.3333  x ").value(), "* 0.3333 x");
}

TEST(PrefixOfFormula, NamesTheOperatorThatNobodyKnows) {
  EXPECT_THAT(prefix_of_formula("2 + f(x)").error().message, HasSubstr("unknown operator 'f'"));
  EXPECT_THAT(prefix_of_formula("\\sum_{n=1}^k n").error().message,
              HasSubstr("unknown operator 'sum'"));
}

TEST(PrefixOfFormula, SaysWhatIsTooLongToBeWritten) {
  std::string sum = "x";
  for (int i = 0; i < 600; ++i) sum += "+x";
  EXPECT_EQ(prefix_of_formula(sum).error().message,
            "it has 1201 tokens, which is more than encoders read");
}

TEST(PrefixOfFormula, RefusesWhatIsNoExpression) {
  EXPECT_THAT(prefix_of_formula("").error().message, HasSubstr("empty"));
  EXPECT_FALSE(prefix_of_formula("x = 1"));
  EXPECT_FALSE(prefix_of_formula("\\frac{1}{"));
}

TEST(PrefixOfFormula, GivesWhatTheTokenizerReads) {
  const auto tokenizer = ExpressionTokenizer::standard();
  for (const char* latex :
       {"\\int_0^1 x^2 dx", "\\frac{d}{dx} e^x", "\\log_2 a + \\Gamma(b)", "\\max(x,y,2)", "n!",
        "\\binom{n}{k}", "|x-d|", "\\lfloor \\pi x_1 \\rfloor", "1.5 \\operatorname{sgn} t"}) {
    const auto prefix = prefix_of_formula(latex);
    ASSERT_TRUE(prefix) << latex << ": " << prefix.error().message;
    EXPECT_TRUE(tokenizer.encode(*prefix)) << *prefix;
  }
}

TEST(PrefixOfFormula, SaysWhichCommandIsUnknown) {
  const auto unknown = prefix_of_formula("1+\\foo{x}");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "unknown operator '\\foo'");
  EXPECT_EQ(unknown.error().span, (base::Span{2, 6}));
  EXPECT_FALSE(sides_of_formula("\\foo{x}=x"));
  EXPECT_TRUE(prefix_of_formula("\\newcommand{\\foo}[1]{#1^2} \\foo{x}"));
}

// A side that cannot be read is "?".
std::vector<std::string> sides(std::string_view text) {
  const auto read = sides_of_formula(text, formula::Notation::Latex);
  std::vector<std::string> texts;
  if (!read) return {read.error().message};
  for (const auto& side : *read) texts.push_back(side.value_or("?"));
  return texts;
}

TEST(SidesOfFormula, AreTheSidesOfARelation) {
  EXPECT_THAT(sides("x + 1"), ElementsAre("+ x 1"));
  EXPECT_THAT(sides("y = x + 1"), ElementsAre("y", "+ x 1"));
  EXPECT_THAT(sides("x < 2"), ElementsAre("x", "2"));
  EXPECT_THAT(sides("0 \\le x = y \\ne 1"), ElementsAre("0", "x", "y", "1"));
  EXPECT_THAT(sides("f(x) = \\sin x"), ElementsAre("?", "sin x"));
}

TEST(SidesOfFormula, AreOnesOfTheSameKindOfThing) {
  EXPECT_THAT(sides("x \\in A"), ElementsAre(testing::HasSubstr("statement")));
  EXPECT_THAT(sides_of_formula("x \\in A").error().hint, testing::HasSubstr("≠"));
  EXPECT_THAT(sides("x = y \\in A"), ElementsAre(testing::HasSubstr("relation")));
  EXPECT_THAT(sides(""), ElementsAre(testing::HasSubstr("empty")));
}

TEST(SidesOfFormula, AreReadInEveryNotation) {
  const auto count = [](std::string_view text) {
    const auto read = sides_of_formula(text);
    return read ? read->size() : 0;
  };
  EXPECT_EQ(count("(= x (+ y 1))"), 2);
  EXPECT_EQ(count("x^2=4"), 2);
  EXPECT_EQ(count("+ x 1"), 1);
}

}  // namespace
}  // namespace noether::embedding
