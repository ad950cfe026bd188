#include "noether/search/formula/flat_tree.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "noether/base/test_seed.h"
#include "noether/formula/formula_io.h"
#include "noether/index/analysis/packed_tree.h"
#include "noether/search/formula/common_subtree.h"
#include "noether/search/formula/formula_query.h"
#include "noether/search/formula/random_formulas.h"
#include "noether/search/formula/tree_edit.h"

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

formula::Formula read(const std::string& latex) {
  formula::FormulaReader reader;
  formula::Formula formula;
  EXPECT_TRUE(reader.read(formula::Notation::Latex, latex, formula)) << latex;
  return formula;
}

FlatLayout layout_of(const std::string& latex) {
  FlatLayout layout;
  EXPECT_TRUE(layout.assign(read(latex).layout)) << latex;
  return layout;
}

SubtreeSimilarity common(const std::string& query, const std::string& candidate) {
  CommonSubtree subtree;
  return subtree.compare(layout_of(query).nodes(), layout_of(candidate).nodes());
}

EditSimilarity edits(const std::string& query, const std::string& candidate) {
  const FlatLayout own = layout_of(query);
  TreeEdit edit;
  edit.assign(own.nodes());
  return edit.compare(layout_of(candidate).nodes());
}

TEST(FlatLayout, PutsWhatHangsOffASymbolBeforeIt) {
  // 2, then what follows x: y, +; x is the root.
  const FlatLayout layout = layout_of("x^2+y");
  const auto nodes = layout.nodes();
  ASSERT_EQ(nodes.size(), 4U);
  EXPECT_EQ(nodes[3].parent, FlatTree::kNoParent);
  EXPECT_EQ(nodes[3].size, 4U);
  EXPECT_EQ(nodes[0].parent, 1U);
  EXPECT_EQ(nodes[1].parent, 3U);
  EXPECT_EQ(nodes[2].parent, 3U);
  EXPECT_EQ(nodes[2].operand, static_cast<std::uint16_t>(formula::Relation::Above));
  EXPECT_TRUE(nodes[0].symbol);
  EXPECT_FALSE(nodes[1].symbol);
}

TEST(FlatLayout, IsEmptyForNothingAndForTooMuch) {
  FlatLayout layout;
  EXPECT_FALSE(layout.assign(formula::LayoutTree()));
  std::string longest;
  for (std::size_t i = 0; i <= FlatTree::kMaxNodes; ++i) longest += "+";
  EXPECT_FALSE(layout.assign(read(longest).layout));
  EXPECT_TRUE(layout.nodes().empty());
}

TEST(FlatLayout, RenamesLettersButNeitherOperatorsNorNumberSets) {
  EXPECT_DOUBLE_EQ(common("a^2+b", "x^2+y").recall, 1);
  EXPECT_LT(common("a^2+b", "x^2+y").exact_recall, 1);
  EXPECT_LT(common("a^2+b", "a^2-b").recall, 1);
  EXPECT_LT(common("\\mathbb{Z}[x]", "\\mathbb{Q}[x]").recall, 1);
}

TEST(FlatLayout, KnowsAPowerFromAnIndex) {
  EXPECT_DOUBLE_EQ(edits("x^2", "x^2").whole, 1);
  EXPECT_DOUBLE_EQ(edits("x^2", "x_2").whole, 1 - 0.5 / 4);
  EXPECT_DOUBLE_EQ(edits("x^2", "y+x^2").part, 1);
}

TEST(FlatLayout, TakesAllDotsForOne) {
  EXPECT_DOUBLE_EQ(edits("1+\\cdots+n", "1+\\ldots+n").whole, 1);
}

}  // namespace
}  // namespace noether::search
