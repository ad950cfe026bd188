#include "noether/embedding/prefix_of_formula.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/embedding/expression_tokenizer.h"
#include "noether/embedding/sides_of_formula.h"

namespace noether::embedding {
namespace {

using testing::HasSubstr;

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

}  // namespace
}  // namespace noether::embedding
