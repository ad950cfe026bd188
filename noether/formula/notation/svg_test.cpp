#include "noether/formula/notation/svg.h"

#include <expat.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "noether/base/test_seed.h"
#include "noether/formula/notation/random_trees.h"
#include "noether/formula/notation/sexpr.h"

namespace noether::formula {
namespace {

std::string svg_of(std::string_view sexpr) {
  OperatorTree tree;
  EXPECT_TRUE(read_sexpr(sexpr, tree));
  std::string out;
  write_svg(tree, out);
  return out;
}

bool is_well_formed(const std::string& xml) {
  XML_Parser parser = XML_ParserCreate("UTF-8");
  const XML_Status status = XML_Parse(parser, xml.data(), static_cast<int>(xml.size()), XML_TRUE);
  XML_ParserFree(parser);
  return status == XML_STATUS_OK;
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

TEST(Svg, DrawsABoxForEveryNodeAndALineForEveryChild) {
  const std::string svg = svg_of("(= (pow x 2) (* 3 (sin y)))");
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, "<text"), 8u);
  EXPECT_EQ(count(svg, "<path"), 7u);
  EXPECT_EQ(svg.find('\n'), std::string::npos);
}

TEST(Svg, ShowsSignsRatherThanNames) {
  const std::string svg = svg_of("(sum (/ 1 (* k π)) (<= k n) infinity)");
  for (const std::string_view sign : {">∑<", ">÷<", ">×<", ">≤<", ">∞<", ">π<"}) {
    EXPECT_NE(svg.find(sign), std::string::npos) << sign;
  }
}

TEST(Svg, EscapesTextAndReplacesWhatXmlMustNotHold) {
  OperatorTree tree;
  tree.set_root(tree.add_leaf(Op::Text, "a < b & \x01\xFF"));
  std::string svg;
  write_svg(tree, svg);
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_NE(svg.find("a &lt; b &amp; \uFFFD\uFFFD"), std::string::npos);
}

TEST(Svg, CutsTreesThatAreTooLargeToLookAt) {
  OperatorTree tree;
  std::vector<NodeId> children;
  for (int i = 0; i < 100; ++i) {
    std::vector<NodeId> leaves(100, tree.add_leaf(Op::Variable, "x"));
    children.push_back(tree.add(Op::Times, "", leaves));
  }
  tree.set_root(tree.add(Op::Plus, "", children));
  std::string svg;
  write_svg(tree, svg);
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, "<text") - count(svg, ">…</text>"), kMaxDrawnNodes);
  EXPECT_EQ(count(svg, ">…</text>"), 82u);  // one product was cut in two, 81 were left out
}

TEST(Svg, DrawsAnEmptyTreeAsAnEmptyPicture) {
  std::string svg;
  write_svg(OperatorTree{}, svg);
  EXPECT_TRUE(is_well_formed(svg));
}

TEST(Svg, EveryTreeGivesWellFormedXml) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomTrees random(seed);
  for (int i = 0; i < 500; ++i) {
    std::string svg;
    write_svg(random.operator_tree(5), svg);
    ASSERT_TRUE(is_well_formed(svg)) << svg;
  }
}

TEST(TidyLayout, KeepsNodesOfALevelApart) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomTrees random(seed);
  for (int round = 0; round < 200; ++round) {
    std::vector<TidyNode> nodes(1);
    for (std::size_t i = 0; i < nodes.size() && nodes.size() < 60; ++i) {
      nodes[i].width = 10 + random.below(60);
      for (int k = random.below(4); k > 0; --k) {
        nodes[i].children.push_back(nodes.size());
        TidyNode child;
        child.level = nodes[i].level + 1;
        child.width = 10 + random.below(60);
        nodes.push_back(child);
      }
    }
    const double width = tidy_layout(nodes, 5);
    std::vector<double> right(nodes.size(), -5);
    for (const TidyNode& node : nodes) {
      double& edge = right[static_cast<std::size_t>(node.level)];
      EXPECT_GE(node.x - node.width / 2, edge + 5 - 1e-6);
      edge = node.x + node.width / 2;
      EXPECT_LE(edge, width + 1e-6);
    }
  }
}

}  // namespace
}  // namespace noether::formula
