#include "noether/formula/layout_builder.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "noether/formula/limits.h"
#include "noether/formula/notation/tangent.h"

namespace noether::formula {
namespace {

// Builds a row of one-character symbols: letters are variables, everything else operators.
std::string linked(std::string_view characters) {
  LayoutTree tree;
  std::vector<NodeId> row;
  std::uint32_t at = 0;
  for (const char c : characters) {
    const bool letter = c >= 'a' && c <= 'z';
    row.push_back(tree.add(letter ? SymbolKind::Variable : SymbolKind::Operator,
                           std::string_view(&c, 1), {at, at + 1}));
    ++at;
  }
  tree.set_root(link_row(tree, row));
  std::string out;
  write_tangent_slt(tree, out);
  return out;
}

TEST(LinkRow, PairsParenthesesIntoAGroup) {
  EXPECT_EQ(linked("a(b+c)"), "[V!a[M!()1x1,w[V!b[+[V!c]]]]]");
}

TEST(LinkRow, SplitsTheInsideAtCommas) {
  EXPECT_EQ(linked("(a,b)"), "[M!()1x2,w[V!a[&comma;],e[V!b]]]");
}

TEST(LinkRow, KeepsTheScriptsOfAnOpeningFence) {
  LayoutTree tree;
  const NodeId open = tree.add(SymbolKind::Operator, "(");
  attach(tree, open, Relation::Below, tree.add(SymbolKind::Variable, "i"));
  const std::vector<NodeId> row = {open, tree.add(SymbolKind::Variable, "x"),
                                   tree.add(SymbolKind::Operator, ")")};
  tree.set_root(link_row(tree, row));
  std::string out;
  write_tangent_slt(tree, out);
  EXPECT_EQ(out, "[([V!x[)]],u[V!i]]");
}

TEST(LinkRow, MixesRoundAndSquareForHalfOpenIntervals) {
  EXPECT_EQ(linked("[a,b)"), "[M!&lsqb;)1x2,w[V!a[&comma;],e[V!b]]]");
}

TEST(LinkRow, LeavesFencesWithoutAPartnerAlone) {
  EXPECT_EQ(linked("(a"), "[([V!a]]");
  EXPECT_EQ(linked("a)b"), "[V!a[)[V!b]]]");
  EXPECT_EQ(linked("{(a)"), "[{[M!()1x1,w[V!a]]]");
}

TEST(LinkRow, TellsPairedBarsFromABarBetweenOperands) {
  EXPECT_EQ(linked("|a|"), "[M!||1x1,w[V!a]]");
  EXPECT_EQ(linked("a|b"), "[V!a[|[V!b]]]");
  EXPECT_EQ(linked("a|b|"), "[V!a[M!||1x1,w[V!b]]]");
  EXPECT_EQ(linked("|a|+|b|"), "[M!||1x1[+[M!||1x1,w[V!b]]],w[V!a]]");
  EXPECT_EQ(linked("|a||b|"), "[M!||1x1[M!||1x1,w[V!b]],w[V!a]]");
}

TEST(LinkRow, ReadsDoubledBarsAsOneNorm) { EXPECT_EQ(linked("||a||"), "[M!∥∥1x1,w[V!a]]"); }

TEST(LinkRow, KeepsBarsOfAbsoluteValuesOfDifferencesApart) {
  EXPECT_EQ(linked("||a|-|b||"), "[M!||1x1,w[M!||1x1[-[M!||1x1,w[V!b]]],w[V!a]]]");
}

TEST(LinkRow, DoesNotPairBarsOverARelation) {
  EXPECT_EQ(linked("a|b=c|d"), "[V!a[|[V!b[=[V!c[|[V!d]]]]]]]");
}

TEST(LinkRow, ReadsReversedBracketsAroundAPairAsFences) {
  EXPECT_EQ(linked("]a,b["), "[M!&rsqb;&lsqb;1x2,w[V!a[&comma;],e[V!b]]]");
}

TEST(LinkRow, RefusesToNestDeeperThanTheLimit) {
  LayoutTree tree;
  std::vector<NodeId> row;
  for (int i = 0; i < kMaxLayoutDepth + 10; ++i) row.push_back(tree.add(SymbolKind::Operator, "("));
  row.push_back(tree.add(SymbolKind::Variable, "x"));
  for (int i = 0; i < kMaxLayoutDepth + 10; ++i) row.push_back(tree.add(SymbolKind::Operator, ")"));
  tree.set_root(link_row(tree, row));
  EXPECT_TRUE(tree.too_deep());
}

TEST(Attach, PutsScriptsOfOperatorsOverAndUnder) {
  LayoutTree tree;
  const NodeId sum = tree.add(SymbolKind::Operator, "∑");
  attach(tree, sum, Relation::Below, tree.add(SymbolKind::Variable, "i"));
  EXPECT_NE(tree.node(sum).link(Relation::Under), kNoNode);
}

TEST(Attach, WrapsABaseWhosePlaceIsTaken) {
  LayoutTree tree;
  const NodeId x = tree.add(SymbolKind::Variable, "x");
  attach(tree, x, Relation::Above, tree.add(SymbolKind::Variable, "y"));
  const NodeId outer = attach(tree, x, Relation::Above, tree.add(SymbolKind::Variable, "z"));
  EXPECT_EQ(tree.node(outer).kind, SymbolKind::Group);
  EXPECT_EQ(tree.node(outer).link(Relation::Within), x);
}

}  // namespace
}  // namespace noether::formula
