#include "noether/search/formula/common_subtree.h"

#include <gtest/gtest.h>

#include <string>

#include "noether/search/formula/formula_query.h"
#include "noether/search/formula/overlap.h"

namespace noether::search {
namespace {

FlatTree tree_of(const std::string& latex) {
  FlatTree tree;
  tree.assign(FormulaQuery::read(latex)->formula().operators);
  return tree;
}

SubtreeSimilarity common_subtree(const std::string& query, const std::string& candidate) {
  CommonSubtree common;
  return common.compare(tree_of(query).nodes(), tree_of(candidate).nodes());
}

TEST(CommonSubtree, IsAllOfAFormulaAndItself) {
  const SubtreeSimilarity same = common_subtree("\\frac{x^2+1}{y}", "\\frac{1+x^2}{y}");
  EXPECT_DOUBLE_EQ(same.recall, 1);
  EXPECT_DOUBLE_EQ(same.precision, 1);
  EXPECT_DOUBLE_EQ(same.exact_recall, 1);
}

TEST(CommonSubtree, LetsSymbolsBeRenamedOneByOne) {
  EXPECT_DOUBLE_EQ(common_subtree("x^2+x", "a^2+a").recall, 1);
  EXPECT_LT(common_subtree("x^2+x", "a^2+b").recall, 1);
  EXPECT_LT(common_subtree("x^2+x", "a^2+a").exact_recall, 1);
}

TEST(CommonSubtree, LiesAnywhereInTheCandidate) {
  const SubtreeSimilarity part = common_subtree("x^2+1", "\\sqrt{\\frac{x^2+1}{y}}");
  EXPECT_DOUBLE_EQ(part.recall, 1);
  EXPECT_DOUBLE_EQ(part.exact_recall, 1);
  EXPECT_LT(part.precision, 1);
}

TEST(CommonSubtree, IsNothingForFormulasThatShareNothing) {
  EXPECT_EQ(common_subtree("x^2", "\\emptyset").recall, 0);
}

TEST(LabelOverlap, CountsSymbolsWordsAndNumbers) {
  LabelOverlap overlap;
  overlap.assign(tree_of("\\gcd(a,12)=2"));
  const LabelSimilarity same = overlap.compare(tree_of("2=\\gcd(a,12)"));
  EXPECT_DOUBLE_EQ(same.recall, 1);
  EXPECT_DOUBLE_EQ(same.numbers, 1);
  EXPECT_DOUBLE_EQ(same.words, 1);
  // One of the numbers 12 and 2 occurs in the candidate, beside another number.
  const LabelSimilarity other = overlap.compare(tree_of("\\gcd(b,12)=3"));
  EXPECT_DOUBLE_EQ(other.numbers, 0.5);
  EXPECT_LT(other.recall, 1);
  EXPECT_DOUBLE_EQ(other.word_recall, 1);
  EXPECT_DOUBLE_EQ(overlap.compare(tree_of("x+y")).word_recall, 0);
}

TEST(LabelOverlap, ReadsARunOfLettersAsAWord) {
  LabelOverlap overlap;
  overlap.assign(tree_of("\\gcd(a,b)"));
  EXPECT_DOUBLE_EQ(overlap.compare(tree_of("gcd(a,b)")).word_recall, 1);
}

}  // namespace
}  // namespace noether::search
