#include "noether/algebra/solve/real_solutions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "noether/algebra/notation/read_expression.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/simplify/written_forms.h"

namespace noether::algebra {
namespace {

using formula::Notation;
using testing::ElementsAre;
using testing::IsEmpty;

std::optional<std::vector<std::string>> solved(const char* left, const char* right) {
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  const auto a = read_expression(Notation::Latex, left, pool);
  const auto b = read_expression(Notation::Latex, right, pool);
  const auto solutions =
      real_solutions(pool, Statement::equation(*a, *b), vocabulary.variable("x"), 2);
  if (!solutions) return std::nullopt;
  std::vector<std::string> out;
  if (solutions->is_everything) out.emplace_back("all");
  for (const ExprId number : solutions->numbers) {
    out.push_back(expression_text(Notation::Latex, pool, number));
  }
  return out;
}

TEST(RealSolutions, AreAscendingAndExact) {
  EXPECT_THAT(solved("2x+4", "10").value(), ElementsAre("3"));
  EXPECT_THAT(solved("6x^2+x", "1").value(), ElementsAre("-\\frac{1}{2}", "\\frac{1}{3}"));
  EXPECT_THAT(solved("x^2", "-1").value(), IsEmpty());
  EXPECT_THAT(solved("x+x", "2x").value(), ElementsAre("all"));
}

TEST(RealSolutions, LeavesOutWhatADenominatorForbids) {
  EXPECT_THAT(solved("\\frac{x^2-1}{x-1}", "2").value(), IsEmpty());
}

TEST(RealSolutions, AreNotKnownWithOtherLetters) { EXPECT_FALSE(solved("ax", "b")); }

TEST(WrittenForms, ExpandAndFactor) {
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  const auto product = read_expression(Notation::Latex, "(x+1)(x-1)^2", pool);
  const auto sum = expanded(pool, *product, 1);
  ASSERT_TRUE(sum);
  EXPECT_EQ(expression_text(Notation::Latex, pool, *sum), "x^{3}-x^{2}-x+1");
  const auto again = factored(pool, *sum, 1);
  ASSERT_TRUE(again);
  EXPECT_EQ(expression_text(Notation::Latex, pool, *again), "(x+1)(x-1)^{2}");
}

TEST(WrittenForms, AreGivenUpWhenItIsOver) {
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  const auto product = read_expression(Notation::Latex, "(x+1)(x-1)^2", pool);
  int asked = 0;
  const auto is_over = [&] { return ++asked > 1; };
  EXPECT_FALSE(expanded(pool, *product, 3600, is_over));
  EXPECT_EQ(asked, 2) << "it is asked while it works, and not again once it is over";
  asked = 0;
  EXPECT_FALSE(factored(pool, *product, 3600, is_over));
  EXPECT_EQ(asked, 2);
}

TEST(RealSolutions, AreGivenUpWhenItIsOver) {
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  for (const char* left : {"x^2-1", "\\sqrt{x+1}-x", "2^x - 8"}) {
    const auto statement = Statement::equation(*read_expression(Notation::Latex, left, pool),
                                               *read_expression(Notation::Latex, "0", pool));
    bool was_asked = false;
    EXPECT_FALSE(real_solutions(pool, statement, vocabulary.variable("x"), 3600, [&] {
      was_asked = true;
      return true;
    })) << left;
    EXPECT_TRUE(was_asked) << left;
    EXPECT_TRUE(real_solutions(pool, statement, vocabulary.variable("x"), 3600)) << left;
  }
}

}  // namespace
}  // namespace noether::algebra
