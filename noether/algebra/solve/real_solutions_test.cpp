#include "noether/algebra/solve/real_solutions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "noether/algebra/read_expression.h"
#include "noether/algebra/write_expression.h"
#include "noether/algebra/written_forms.h"

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
  EXPECT_EQ(expression_text(Notation::Latex, pool, *again), "(x-1)^{2}(x+1)");
}

}  // namespace
}  // namespace noether::algebra
