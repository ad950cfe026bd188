#include "noether/search/formula/tree_edit.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

#include "noether/base/test_seed.h"
#include "noether/search/formula/formula_query.h"
#include "noether/search/formula/random_formulas.h"

namespace noether::search {
namespace {

FlatTree flat_tree(const std::string& latex) {
  FlatTree tree;
  tree.assign(FormulaQuery::read(latex)->formula().operators);
  return tree;
}

EditSimilarity edit_similarity(const std::string& a, const std::string& b) {
  TreeEdit edit;
  edit.assign(flat_tree(a).nodes());
  return edit.compare(flat_tree(b).nodes());
}

// The recursion that defines the distance of two forests: their last trees are [begin, end).
class SlowDistance {
 public:
  SlowDistance(const FlatTree& a, const FlatTree& b) : a_(a), b_(b) {}
  double distance() { return forests(0, a_.size(), 0, b_.size()); }

 private:
  double forests(std::size_t i, std::size_t n, std::size_t j, std::size_t m) {
    if (i == n) return static_cast<double>(m - j);
    if (j == m) return static_cast<double>(n - i);
    const auto [known, is_new] = known_.try_emplace({i, n, j, m}, 0);
    if (!is_new) return known->second;
    const FlatNode& a = a_[n - 1];
    const FlatNode& b = b_[m - 1];
    const bool moves = n < a_.size() && place(a_, a) != place(b_, b);
    const double rename = a.label == b.label && !moves ? 0 : are_alike(a, b) ? 0.5 : 1;
    const double best = std::min({forests(i, n - 1, j, m) + 1, forests(i, n, j, m - 1) + 1,
                                  forests(i, n - a.size, j, m - b.size) +
                                      forests(n - a.size, n - 1, m - b.size, m - 1) + rename});
    known_[{i, n, j, m}] = best;
    return best;
  }

  static int place(const FlatTree& tree, const FlatNode& node) {
    if (node.parent == FlatTree::kNoParent) return -1;
    return tree[node.parent].apart ? node.operand + 1 : 0;
  }

  const FlatTree& a_;
  const FlatTree& b_;
  std::map<std::array<std::size_t, 4>, double> known_;
};

TEST(TreeEdit, CountsTheEditsBetweenTwoTrees) {
  EXPECT_DOUBLE_EQ(edit_similarity("x+1", "x+1").whole, 1);
  // One symbol renamed, half an edit of six nodes.
  EXPECT_DOUBLE_EQ(edit_similarity("x+1", "y+1").whole, 1 - 0.5 / 6);
  // A root and nothing else changed.
  EXPECT_DOUBLE_EQ(edit_similarity("x+1", "x\\cdot 1").whole, 1 - 1.0 / 6);
  EXPECT_DOUBLE_EQ(edit_similarity("x+1", "x+1+z").whole, 1 - 1.0 / 7);
}

TEST(TreeEdit, FindsThePartThatIsMostLikeTheQuery) {
  EXPECT_DOUBLE_EQ(edit_similarity("x+1", "\\sqrt{x+1}").part, 1);
  EXPECT_LT(edit_similarity("x+1", "\\sqrt{x+1}").whole, 1);
}

TEST(TreeEdit, AgreesWithTheDefinition) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 60; ++round) {
    const FlatTree a = flat_tree(random_formula(random, 3));
    const FlatTree b = flat_tree(random_formula(random, 3));
    if (a.size() > 24 || b.size() > 24) continue;
    TreeEdit edit;
    edit.assign(a.nodes());
    const double edits = SlowDistance(a, b).distance();
    EXPECT_DOUBLE_EQ(edit.compare(b.nodes()).whole,
                     1 - edits / static_cast<double>(a.size() + b.size()));
  }
}

TEST(TreeEdit, ComparesTreesOfAPageByTheirFirstNodes) {
  std::string longest = "x";
  for (int i = 0; i < 190; ++i) longest += "+x^{" + std::to_string(i) + "}";
  EXPECT_DOUBLE_EQ(edit_similarity(longest, longest).whole, 1);
  EXPECT_GT(edit_similarity("x+x^0+x^1", longest).whole, 0);
}

TEST(TreeEdit, ChargesForWhatMovesWhereOperandsAreKeptApart) {
  EXPECT_DOUBLE_EQ(edit_similarity("\\frac{x}{y}", "\\frac{x}{y}").whole, 1);
  EXPECT_LT(edit_similarity("\\frac{x}{y}", "\\frac{y}{x}").whole, 1);
}

TEST(TreeEdit, CountsAllEditsOfALongFormula) {
  std::string sum = "x_0";
  for (int i = 1; i < 40; ++i) sum += "+x_{" + std::to_string(i) + "}";
  // Each of 40 terms is three nodes, and the sum is one more.
  EXPECT_DOUBLE_EQ(edit_similarity(sum, sum + "+y").whole, 1 - 1.0 / 243);
}

}  // namespace
}  // namespace noether::search
