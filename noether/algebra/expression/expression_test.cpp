#include "noether/algebra/expression/expression.h"

#include <gtest/gtest.h>

namespace noether::algebra {
namespace {

struct ExpressionsTest : testing::Test {
  Vocabulary words;
  Expressions pool{words};
  ExprId x = pool.variable("x");
  ExprId y = pool.variable("y");
};

TEST_F(ExpressionsTest, GivesEqualExpressionsOneId) {
  const ExprId one = pool.number(Rational(1));
  EXPECT_EQ(pool.make(Op::Add, {x, one}), pool.make(Op::Add, {x, pool.number(Rational(2, 2))}));
  EXPECT_NE(pool.make(Op::Add, {x, one}), pool.make(Op::Add, {one, x}));
  EXPECT_EQ(pool.head(one), Vocabulary::kOne);
  EXPECT_EQ(pool.head(pool.number(Rational(-1))), Vocabulary::kMinusOne);
}

TEST_F(ExpressionsTest, KeepsOperandsWhileItGrows) {
  // The operands are a view into the arena itself, which moves when it grows.
  ExprId sum = pool.make(Op::Add, {x, y});
  for (int i = 0; i < 10000; ++i) {
    const ExprId next = pool.make(Op::Multiply, {sum, x});
    const ExprId copy = pool.make(Head(Op::Add), pool.operands(next));
    ASSERT_EQ(pool.operand(copy, 0), sum);
    ASSERT_EQ(pool.operand(copy, 1), x);
    sum = copy;
  }
}

TEST_F(ExpressionsTest, ListsSubexpressionsFromTheLeavesUp) {
  const ExprId sum = pool.make(Op::Add, {x, y});
  pool.make(Op::Sin, {y});
  const ExprId product = pool.make(Op::Multiply, {sum, sum});
  EXPECT_EQ(subexpressions(pool, product), (std::vector<ExprId>{x, y, sum, product}));
  EXPECT_EQ(tree_size(pool, product), 7U);
  EXPECT_EQ(tree_size(pool, product, 5), 5U);
}

TEST_F(ExpressionsTest, OrdersVariablesByFirstAppearance) {
  const ExprId e = pool.make(Op::Add, {pool.make(Op::Multiply, {y, x}), y});
  EXPECT_EQ(variables_of(pool, e), (std::vector<Head>{pool.head(y), pool.head(x)}));
}

TEST_F(ExpressionsTest, SubstitutesEveryOccurrence) {
  const ExprId e = pool.make(Op::Add, {x, pool.make(Op::Sin, {x})});
  const ExprId expected = pool.make(Op::Add, {y, pool.make(Op::Sin, {y})});
  EXPECT_EQ(substitute(pool, e, pool.head(x), y), expected);
}

TEST(Rational, ReadsWhatIsANumberAndNothingElse) {
  EXPECT_EQ(Rational::parse("-12")->to_string(), "-12");
  EXPECT_EQ(Rational::parse("1.25")->to_string(), "5/4");
  EXPECT_EQ(Rational::parse("6/4")->to_string(), "3/2");
  for (const char* text : {"", "-", "1/0", "1..2", "nan", "inf", "1e5", "0x10", "1/2/3"}) {
    EXPECT_FALSE(Rational::parse(text)) << text;
  }
  EXPECT_FALSE(Rational::parse(std::string(100000, '9')));
}

}  // namespace
}  // namespace noether::algebra
