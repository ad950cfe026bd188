#include "noether/search/candidates/formula/flat_layout.h"

#include <gtest/gtest.h>

#include <string>

#include "noether/formula/formula_io.h"
#include "noether/search/candidates/formula/common_subtree.h"
#include "noether/search/candidates/formula/tree_edit.h"

namespace noether::search {
namespace {

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
