#include "noether/search/candidates/formula/flat_tree.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "noether/base/test_seed.h"
#include "noether/index/analysis/packed_tree.h"
#include "noether/search/candidates/formula/formula_query.h"
#include "noether/search/candidates/formula/random_formulas.h"

namespace noether::search {
namespace {

void expect_equal(const FlatTree& a, const FlatTree& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].label, b[i].label);
    EXPECT_EQ(a[i].type, b[i].type);
    EXPECT_EQ(a[i].parent, b[i].parent);
    EXPECT_EQ(a[i].size, b[i].size);
    EXPECT_EQ(a[i].operand, b[i].operand);
    EXPECT_EQ(a[i].leaf, b[i].leaf);
  }
  EXPECT_TRUE(std::ranges::equal(a.words(), b.words()));
}

TEST(FlatTree, IsTheSameFromATreeAndFromItsBytes) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 200; ++round) {
    const std::string latex = random_formula(random, 4) + R"(=\int_0^\infty \gcd(a,bc)_n\,dx)";
    const auto query = FormulaQuery::read(latex);
    ASSERT_TRUE(query.has_value());
    SCOPED_TRACE(latex);
    std::string bytes;
    index::pack_tree(query->formula().operators, bytes);
    FlatTree from_tree;
    FlatTree from_bytes;
    ASSERT_TRUE(from_tree.assign(query->formula().operators));
    ASSERT_TRUE(from_bytes.assign(bytes));
    expect_equal(from_tree, from_bytes);
  }
}

TEST(FlatTree, LeavesOutMissingOperandsButCountsThem) {
  FlatTree tree;
  // Integrand, variable, no lower limit, upper limit.
  ASSERT_TRUE(tree.assign(FormulaQuery::read(R"(\int^1 x\,dx)")->formula().operators));
  ASSERT_EQ(tree.size(), 4u);
  EXPECT_EQ(tree[2].operand, 3);
  EXPECT_EQ(tree.root().size, 4);
}

TEST(FlatTree, IsEmptyForWhatIsTooLargeOrDamaged) {
  std::string longest = "x";
  for (int i = 0; i < 2000; ++i) longest += "+x";
  FlatTree tree;
  EXPECT_FALSE(tree.assign(FormulaQuery::read(longest)->formula().operators));
  EXPECT_EQ(tree.size(), 0u);
  EXPECT_FALSE(tree.assign(std::string_view("xy")));
  EXPECT_FALSE(tree.assign(std::string_view("")));
  EXPECT_EQ(tree.size(), 0u);
}

TEST(FlatTree, KnowsDotsWhateverTheirHeight) {
  FlatTree tree;
  tree.assign(FormulaQuery::read("1+2+\\cdots+n")->formula().operators);
  EXPECT_TRUE(tree.has_dots());
  tree.assign(FormulaQuery::read("1+2+n")->formula().operators);
  EXPECT_FALSE(tree.has_dots());
}

TEST(FlatTree, KnowsLettersThatNameOneThing) {
  EXPECT_TRUE(is_fixed_letter("ℤ"));
  EXPECT_TRUE(is_fixed_letter("𝔽"));
  EXPECT_TRUE(is_fixed_letter("…"));
  EXPECT_TRUE(is_fixed_letter("∞"));
  EXPECT_FALSE(is_fixed_letter("x"));
  EXPECT_FALSE(is_fixed_letter("α"));
  EXPECT_FALSE(is_fixed_letter("𝐱"));
  EXPECT_FALSE(is_fixed_letter(""));
}

}  // namespace
}  // namespace noether::search
