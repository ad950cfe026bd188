#include "noether/algebra/simplify/usual_order.h"

#include <gtest/gtest.h>

#include "noether/algebra/expression/random_expression.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/numeric/compare.h"

namespace noether::algebra {
namespace {

using formula::Notation;

class UsualOrder : public testing::Test {
 protected:
  std::string ordered(std::string_view text) {
    const auto id = read_expression(Notation::Latex, text, pool_);
    EXPECT_TRUE(id) << text;
    return expression_text(Notation::Latex, pool_, in_usual_order(pool_, id.value_or(0)));
  }

  Vocabulary vocabulary_;
  Expressions pool_{vocabulary_};
};

TEST_F(UsualOrder, PutsNumbersFirstInProductsAndLastInSums) {
  const auto id = read_expression(Notation::Prefix, "+ 1 * x 4", pool_);
  ASSERT_TRUE(id);
  EXPECT_EQ(expression_text(Notation::Prefix, pool_, in_usual_order(pool_, *id)), "+ * 4 x 1");
}

TEST_F(UsualOrder, LetsPowersDescend) {
  EXPECT_EQ(ordered("1+x+x^2"), "x^{2}+x+1");
  EXPECT_EQ(ordered("b^2+a^2+2ba"), "a^{2}+2ab+b^{2}");
  EXPECT_EQ(ordered(R"(\frac{1}{x}+x+1)"), R"(x+1+\frac{1}{x})");
  EXPECT_EQ(ordered("-x+1"), "1-x");
  EXPECT_EQ(ordered(R"(2\sqrt{2}+3)"), R"(3+2\sqrt{2})");
}

TEST_F(UsualOrder, WritesNumbersOut) {
  EXPECT_EQ(ordered(R"(\sqrt{8})"), R"(2\sqrt{2})");
  EXPECT_EQ(ordered(R"(\sqrt{2}\sqrt{6})"), R"(2\sqrt{3})");
  EXPECT_EQ(ordered(R"(\frac{6}{8}x)"), R"(\frac{3x}{4})");
  EXPECT_EQ(ordered("5!"), "120");
  EXPECT_EQ(ordered(R"(\exp x)"), "e^{x}");
}

TEST_F(UsualOrder, ForgetsNoCondition) {
  EXPECT_EQ(ordered(R"(\frac{1}{\frac{x}{y}})"), R"(\frac{1}{\frac{x}{y}})");
  EXPECT_EQ(ordered(R"(\frac{x}{x})"), R"(\frac{x}{x})");
  EXPECT_EQ(ordered(R"(\frac{1}{x}-\frac{1}{x})"), R"(\frac{1}{x}-\frac{1}{x})");
}

TEST_F(UsualOrder, ChangesNeitherValuesNorTheDomain) {
  constexpr std::uint64_t kSeed = 7;
  SCOPED_TRACE(kSeed);
  RandomExpression random(pool_, kSeed);
  for (int i = 0; i < 400; ++i) {
    const ExprId start = random.make(2 + i % 7);
    const ExprId ordered = in_usual_order(pool_, start);
    EXPECT_EQ(in_usual_order(pool_, ordered), ordered)
        << expression_text(Notation::Latex, pool_, start);
    BallEvaluator evaluator(pool_, {start, ordered});
    const std::vector<Head> variables(evaluator.variables().begin(), evaluator.variables().end());
    for (const Rational& value :
         {Rational(0), Rational(1), Rational(-1), Rational(3, 7), Rational(-5, 3)}) {
      Point point;
      Rational next = value;
      for (const Head variable : variables) {
        point.coordinates.emplace_back(variable, pool_.number(next));
        next = next + Rational(1);
      }
      const Outcome outcome = compare_at(evaluator, point, Field::Real, 15).outcome;
      EXPECT_TRUE(outcome == Outcome::SameValue || outcome == Outcome::BothUndefined ||
                  outcome == Outcome::Unclear)
          << expression_text(Notation::Latex, pool_, start) << "  ->  "
          << expression_text(Notation::Latex, pool_, ordered) << "  at " << value.to_string();
    }
  }
}

}  // namespace
}  // namespace noether::algebra
