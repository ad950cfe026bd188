#include "noether/egraph/terms/term.h"

#include <gtest/gtest.h>

namespace noether::egraph {
namespace {

std::string name(std::uint32_t symbol) { return std::string(1, "xyfg"[symbol]); }

TEST(Term, IsWrittenAsAnSExpression) {
  EXPECT_EQ(to_string({{{0, 0}}}, name), "x");
  EXPECT_EQ(to_string({{{2, 2}, {3, 1}, {0, 0}, {2, 2}, {1, 0}, {0, 0}}}, name),
            "(f (g x) (f y x))");
}

TEST(Term, KnowsWhereASubtermEnds) {
  const Term term{{{2, 2}, {3, 1}, {0, 0}, {1, 0}}};
  EXPECT_EQ(term.subterm_end(0), 4U);
  EXPECT_EQ(term.subterm_end(1), 3U);
  EXPECT_EQ(term.subterm_end(3), 4U);
}

TEST(Term, IsCompleteWhenEveryArgumentIsThereAndNothingElse) {
  EXPECT_TRUE((Term{{{3, 1}, {0, 0}}}.is_complete()));
  EXPECT_FALSE((Term{{{3, 1}}}.is_complete()));
  EXPECT_FALSE((Term{{{0, 0}, {0, 0}}}.is_complete()));
  EXPECT_FALSE(Term{}.is_complete());
}

TEST(Term, OrdersByLengthFirst) {
  EXPECT_LT((Term{{{9, 0}}}), (Term{{{3, 1}, {0, 0}}}));
  EXPECT_LT((Term{{{0, 0}}}), (Term{{{1, 0}}}));
}

}  // namespace
}  // namespace noether::egraph
