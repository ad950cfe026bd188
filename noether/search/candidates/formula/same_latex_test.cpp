#include "noether/search/candidates/formula/same_latex.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/search/candidates/formula/formula_index_fixture.h"

namespace noether::search {
namespace {

using ::testing::ElementsAre;

TEST(SameLatex, PutsFormulasOfSeveralSegmentsTogether) {
  const SmallFormulaIndex index({"a+b", "x^2", "x^2", "a+b", "\\sin x"}, 2);
  ASSERT_GT(index.reader().segments().size(), 1U);
  ASSERT_EQ(index.reader().formulas(), 5U);
  const auto groups = group_by_latex(index.reader(), std::vector<std::uint32_t>{4, 3, 2, 1, 0});
  ASSERT_TRUE(groups.has_value());
  EXPECT_THAT(*groups, ElementsAre(ElementsAre(4), ElementsAre(3, 0), ElementsAre(2, 1)));
}

TEST(SameLatex, LeavesFormulasOfOneSegmentAsTheyAre) {
  const SmallFormulaIndex index({"a+b", "x^2"});
  const auto groups = group_by_latex(index.reader(), std::vector<std::uint32_t>{1, 0});
  ASSERT_TRUE(groups.has_value());
  EXPECT_THAT(*groups, ElementsAre(ElementsAre(1), ElementsAre(0)));
}

}  // namespace
}  // namespace noether::search
