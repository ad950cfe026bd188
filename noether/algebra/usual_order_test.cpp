#include "noether/algebra/usual_order.h"

#include <gtest/gtest.h>

#include <string>

#include "noether/algebra/write_expression.h"

namespace noether::algebra {
namespace {

TEST(UsualOrder, PutsNumbersFirstInProductsAndLastInSums) {
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  const auto id = read_expression(formula::Notation::Prefix, "+ 1 * x 4", pool);
  ASSERT_TRUE(id);
  EXPECT_EQ(expression_text(formula::Notation::Prefix, pool, in_usual_order(pool, *id)),
            "+ * 4 x 1");
}

}  // namespace
}  // namespace noether::algebra
