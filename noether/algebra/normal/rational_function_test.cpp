#include "noether/algebra/normal/rational_function.h"

#include <gtest/gtest.h>

#include <chrono>
#include <sstream>
#include <string>

namespace noether::algebra::normal {
namespace {

// Prefix text; names that are not operators are variables, and f(...) is written `call1:f x`.
class NormalFormTest : public ::testing::Test {
 protected:
  ExprId read(const std::string& text) {
    std::istringstream tokens(text);
    const ExprId id = read_from(tokens);
    std::string rest;
    EXPECT_FALSE(tokens >> rest) << text;
    return id;
  }
  ExprId read_from(std::istringstream& tokens) {
    std::string token;
    EXPECT_TRUE(tokens >> token);
    if (token.starts_with("call1:")) {
      const ExprId operand = read_from(tokens);
      return pool_.call(token.substr(6), std::span(&operand, 1));
    }
    if (const auto value = Rational::parse(token)) return pool_.number(*value);
    const auto op = op_by_name(token);
    if (!op) return pool_.variable(token);
    std::vector<ExprId> operands;
    for (int i = 0; i < op_arity(*op); ++i) operands.push_back(read_from(tokens));
    return pool_.make(Head(*op), operands);
  }
  void expect_equal(const std::string& a, const std::string& b, Field field = Field::Real) {
    Normalizer normalizer(pool_, field, assumptions_);
    EXPECT_EQ(normalizer.equal(read(a), read(b)), std::optional(true)) << a << "  ==  " << b;
  }
  void expect_not_equal(const std::string& a, const std::string& b, Field field = Field::Real) {
    Normalizer normalizer(pool_, field, assumptions_);
    EXPECT_NE(normalizer.equal(read(a), read(b)), std::optional(true)) << a << "  !=  " << b;
  }
  void assume_positive(const std::string& name) {
    assumptions_.variables.push_back({.variable = vocabulary_.variable(name),
                                      .kind = VariableAssumption::Kind::Real,
                                      .lower = pool_.number(0)});
  }

  Vocabulary vocabulary_;
  Expressions pool_{vocabulary_};
  Assumptions assumptions_;
};

TEST_F(NormalFormTest, ExpandsAndCancels) {
  expect_equal("pow + x 1 2", "+ pow x 2 + * 2 x 1");
  expect_equal("/ - pow x 2 1 - x 1", "+ x 1");
  expect_equal("+ / 1 x / 1 y", "/ + x y * x y");
  expect_not_equal("+ x 1", "+ x 2");
}

TEST_F(NormalFormTest, OperandsOfFunctionsAreNormalised) {
  expect_equal("call1:f + 1 x", "call1:f + x 1");
  expect_equal("sin call1:f / - pow x 2 1 - x 1", "sin call1:f + x 1");
  expect_not_equal("call1:f x", "call1:g x");
}

TEST_F(NormalFormTest, CircularFunctions) {
  expect_equal("+ pow sin x 2 pow cos x 2", "1");
  expect_equal("sin + x y", "+ * sin x cos y * cos x sin y");
  expect_equal("sin * 2 x", "* 2 * sin x cos x");
  expect_equal("cos * 4 x", "+ - * 8 pow cos x 4 * 8 pow cos x 2 1");
  expect_equal("tan + x y", "/ + tan x tan y - 1 * tan x tan y");
  expect_equal("pow sec x 2", "+ 1 pow tan x 2");
  expect_equal("sin + x / pi 2", "cos x");
  expect_equal("cos / pi 12", "/ + sqrt 6 sqrt 2 4");
  expect_equal("sin + x / pi 3", "+ / sin x 2 * / sqrt 3 2 cos x");
  expect_equal("cos asin x", "sqrt - 1 pow x 2");
  expect_equal("sin * 2 atan x", "/ * 2 x + 1 pow x 2");
  expect_equal("+ acos x asin x", "/ pi 2");
  expect_equal("tan / x 2", "/ sin x + 1 cos x");
  expect_not_equal("sin x", "cos x");
  expect_not_equal("asin sin x", "x");
}

TEST_F(NormalFormTest, HyperbolicFunctionsAndExponentials) {
  expect_equal("- pow cosh x 2 pow sinh x 2", "1");
  expect_equal("exp + x y", "* exp x exp y");
  expect_equal("pow exp / x 2 2", "exp x");
  expect_equal("tanh * 2 x", "/ * 2 tanh x + 1 pow tanh x 2");
  expect_equal("sinh + x y", "+ * sinh x cosh y * cosh x sinh y");
  expect_equal("exp * 3 ln x", "pow x 3");
  expect_equal("cosh asinh x", "sqrt + 1 pow x 2");
  expect_equal("pow e x", "exp x");
  expect_equal("ln exp x", "x");
  expect_equal("sqrt exp x", "exp / x 2");
}

TEST_F(NormalFormTest, PowersAndRoots) {
  expect_equal("pow sqrt x 2", "x");
  expect_equal("* sqrt x pow x 1/3", "pow x 5/6");
  expect_equal("sqrt 8", "* 2 sqrt 2");
  expect_equal("* sqrt 2 sqrt 3", "sqrt 6");
  expect_equal("/ 1 sqrt 2", "/ sqrt 2 2");
  expect_equal("pow x + m 1", "* x pow x m");
  expect_equal("/ pow x * 2 m pow x m", "pow x m");
  expect_equal("sqrt pow x 2", "abs x");
  expect_equal("pow 6 x", "* pow 2 x pow 3 x");
  expect_equal("/ 1 - sqrt x 1", "/ + sqrt x 1 - x 1");
  expect_equal("sqrt / x y", "/ sqrt * x y abs y");
  expect_equal("pow pow x 2 1/3", "pow abs x 2/3");
  expect_not_equal("sqrt pow x 2", "x");
  expect_not_equal("sqrt * x y", "* sqrt x sqrt y");
}

TEST_F(NormalFormTest, AssumptionsOpenRoots) {
  assume_positive("x");
  expect_equal("sqrt pow x 2", "x");
  expect_equal("sqrt * x y", "* sqrt x sqrt y");
  expect_equal("ln * x y", "+ ln x ln y");
  expect_equal("abs x", "x");
  expect_equal("exp * i atan x", "/ + 1 * i x sqrt + 1 pow x 2", Field::Complex);
}

TEST_F(NormalFormTest, Logarithms) {
  expect_equal("ln 12", "+ * 2 ln 2 ln 3");
  expect_equal("log 2 8", "3");
  expect_equal("ln pow x 2", "* 2 ln abs x");
  expect_equal("ln pow x 3", "* 3 ln x");
  expect_not_equal("ln * x y", "+ ln x ln y");
}

TEST_F(NormalFormTest, ComplexFieldTakesOnlyBranchSafeSteps) {
  expect_equal("exp * i x", "+ cos x * i sin x", Field::Complex);
  expect_equal("pow i 2", "-1", Field::Complex);
  expect_equal("exp * i pi", "-1", Field::Complex);
  expect_equal("sin * i x", "* i sinh x", Field::Complex);
  expect_equal("sqrt -1", "i", Field::Complex);
  expect_equal("pow x + m 1", "* x pow x m", Field::Complex);
  expect_not_equal("sqrt pow x 2", "abs x", Field::Complex);
  expect_not_equal("ln exp x", "x", Field::Complex);
  expect_not_equal("* sqrt x sqrt y", "sqrt * x y", Field::Complex);
}

TEST_F(NormalFormTest, LogarithmicFunctionsAreOpened) {
  expect_equal("exp / atanh x 2", "* pow + 1 x 1/4 pow - 1 x -1/4");
  expect_equal("exp * n atanh x", "* pow + 1 x / n 2 pow - 1 x / - 0 n 2");
  expect_equal("pow i i", "exp / - 0 pi 2", Field::Complex);
  expect_equal("exp * i atan x", "* sqrt + 1 * i x pow - 1 * i x -1/2", Field::Complex);
  expect_equal("tan / asin x 2", "/ x + 1 sqrt - 1 pow x 2");
  expect_equal("sqrt - 1 pow x 2", "* sqrt - 1 x sqrt + 1 x", Field::Complex);
  expect_equal("ln - 1 pow x 2", "+ ln - 1 x ln + 1 x", Field::Complex);
}

TEST_F(NormalFormTest, RootsOfNumbersThatAreSquares) {
  expect_equal("sqrt + 3 * 2 sqrt 2", "+ 1 sqrt 2");
  expect_equal("sqrt - 3 * 2 sqrt 2", "- sqrt 2 1");
  expect_equal("* sqrt - 2 sqrt 3 sqrt + 2 sqrt 3", "1");
  expect_equal("* 2 cos / pi 5", "/ + 1 sqrt 5 2");
  expect_equal("pow sin / pi 8 2", "/ - 2 sqrt 2 4");
  expect_equal("gamma -3/2", "* 4/3 sqrt pi");
}

TEST_F(NormalFormTest, RadicandsAreFactoredWithTheAnglesOfTheWhole) {
  expect_equal("sqrt sin * 2 x", "sqrt * 2 * sin x cos x");
  expect_equal("ln sin * 2 x", "ln * 2 * sin x cos x");
  expect_equal("sin sin + x y", "sin + * sin x cos y * cos x sin y");
  expect_equal("call1:f cosh * 2 x", "call1:f + 1 * 2 pow sinh x 2");
  expect_equal("exp cos * 2 x", "exp - 1 * 2 pow sin x 2");
  expect_equal("sqrt - exp * 2 x 1", "* sqrt - exp x 1 sqrt + exp x 1");
}

TEST_F(NormalFormTest, DiscreteFunctions) {
  expect_equal("floor + x 2", "+ floor x 2");
  expect_equal("ceil - 0 x", "- 0 floor x");
  expect_equal("+ min x y max x y", "+ x y");
  expect_equal("* min x y max x y", "* x y");
  expect_equal("factorial + n 1", "* + n 1 factorial n");
  expect_equal("gamma 5", "24");
  expect_equal("binomial n 2", "/ * n - n 1 2");
  expect_equal("abs * -3 x", "* 3 abs x");
}

TEST_F(NormalFormTest, HopelessInputIsGivenUpAtOnce) {
  const std::vector<std::string> inputs{
      "pow + x + y z 100000", "pow 9 pow 9 pow 9 9", "pow pow + x 1 1000 1000",   "sin * 1000000 x",
      "pow x 123456789123",   "/ 1 - x x",           "pow + 1 sqrt x 1000000000", "pow 0 0",
      "gamma - 0 3"};
  for (const std::string& text : inputs) {
    Normalizer normalizer(pool_, Field::Real);
    const auto start = std::chrono::steady_clock::now();
    normalizer.normalize(read(text));
    normalizer.equal(read(text), pool_.variable("x"));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(1000)) << text;
  }
}

TEST_F(NormalFormTest, DeepNestsNeedNoDeepStack) {
  ExprId sines = pool_.variable("x");
  ExprId roots = sines;
  ExprId sums = sines;
  for (int i = 0; i < 100'000; ++i) {
    sines = pool_.make(Op::Sin, {sines});
    roots = pool_.make(Op::Sqrt, {pool_.make(Op::Add, {roots, pool_.number(1)})});
    sums = pool_.make(Op::Add, {sums, pool_.variable("y")});
  }
  Normalizer normalizer(pool_, Field::Real);
  normalizer.normalize(sines, {.seconds = 0.2});
  normalizer.normalize(roots, {.seconds = 0.2});
  normalizer.normalize(sums, {.seconds = 0.2});
}

}  // namespace
}  // namespace noether::algebra::normal
