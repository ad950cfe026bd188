#include "noether/amr/penman.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "noether/amr/sorted_triples.h"

namespace noether::amr {
namespace {

PenmanTree read(std::string_view text) {
  auto tree = read_penman(text);
  EXPECT_TRUE(tree) << text << "\n" << tree.error().message;
  return tree ? *std::move(tree) : PenmanTree{};
}

std::string error_of(std::string_view text) {
  const auto tree = read_penman(text);
  return tree ? "no error" : tree.error().message;
}

constexpr std::string_view kBoy =
    "(w / want-01\n"
    "      :ARG0 (b / boy)\n"
    "      :ARG1 (g / go-02\n"
    "            :ARG0 b\n"
    "            :polarity -))";

TEST(Penman, ReadsNodesBranchesAndReferences) {
  const PenmanTree tree = read(kBoy);
  ASSERT_EQ(tree.nodes.size(), 3U);
  EXPECT_EQ(tree.nodes[0].variable, "w");
  EXPECT_EQ(tree.nodes[0].concept_name, "want-01");
  ASSERT_EQ(tree.nodes[2].branches.size(), 2U);
  EXPECT_EQ(tree.nodes[2].branches[0].kind, PenmanTree::Target::Reference);
  EXPECT_EQ(tree.nodes[2].branches[0].node, 1U);
  EXPECT_EQ(tree.nodes[2].branches[1].kind, PenmanTree::Target::Constant);
  EXPECT_EQ(tree.nodes[2].branches[1].role, "polarity");
  EXPECT_EQ(tree.nodes[2].branches[1].constant, "-");
}

TEST(Penman, WritesTheBytesThatItRead) {
  for (const std::string_view text : std::initializer_list<std::string_view>{
           kBoy,
           "(a/b)",
           "  ( a  / b :c( d/e ) )  \n",
           "# ::snt a\n(a / b\r\n\t:c-of d~e.4,5)\r\n",
           "(b)",
           "(a / and :op1 \"x (y) \\\"z\\\" /\"~e.2)",
           "(a / b~e.2 :ARG0~e.3 c~e.4 :x ~ :y a~b :z \"\"~12)",
           "(s / \xf0\x9d\x91\xa5 :value http://a.b/c :time 10:30)",
           "(a / b\n# between\n  :mod 5)\n\n",
       }) {
    EXPECT_EQ(write_penman(read(text)), text);
  }
}

TEST(Penman, KeepsAlignmentsApartFromNames) {
  const PenmanTree tree =
      read("(a / b~e.2 :ARG0~e.3 c~e.4 :ARG1 \"c d\"~e.5,6 :ARG2 a~e.1 :x a~b)");
  EXPECT_EQ(tree.nodes[0].concept_name, "b");
  EXPECT_EQ(tree.nodes[0].alignment, "~e.2");
  const auto& branches = tree.nodes[0].branches;
  EXPECT_EQ(branches[0].role, "ARG0");
  EXPECT_EQ(branches[0].role_alignment, "~e.3");
  EXPECT_EQ(branches[0].constant, "c");
  EXPECT_EQ(branches[0].alignment, "~e.4");
  EXPECT_EQ(branches[1].constant, "\"c d\"");
  EXPECT_EQ(branches[1].alignment, "~e.5,6");
  EXPECT_EQ(branches[2].kind, PenmanTree::Target::Reference);
  EXPECT_EQ(branches[2].alignment, "~e.1");
  EXPECT_EQ(branches[3].constant, "a~b");
}

TEST(Penman, KnowsAVariableThatComesLater) {
  const PenmanTree tree = read("(a / and :op1 b :op2 (b / boy))");
  EXPECT_EQ(tree.nodes[0].branches[0].kind, PenmanTree::Target::Reference);
  EXPECT_EQ(tree.nodes[0].branches[0].node, 1U);
}

TEST(Penman, AcceptsCycles) {
  const PenmanTree tree = read("(a / b :ARG0 (c / d :ARG1 a))");
  EXPECT_EQ(tree.nodes[1].branches[0].node, 0U);
}

TEST(Penman, SaysWhereTheTextIsWrong) {
  EXPECT_EQ(error_of(""), "line 1, column 1: there is no graph: a bracket '(' is missing");
  EXPECT_EQ(error_of("\n  garbage"), "line 2, column 3: a graph begins with a bracket '('");
  EXPECT_EQ(error_of("(a / b\n  :c (d / e"), "line 2, column 6: this bracket is not closed");
  EXPECT_EQ(error_of("(a / b\n  :c (d / e)"), "line 1, column 1: this bracket is not closed");
  EXPECT_EQ(error_of("(a / b))"), "line 1, column 8: a closing bracket too many");
  EXPECT_EQ(error_of("(a / b) (c / d)"),
            "line 1, column 9: text after the last bracket of the graph");
  EXPECT_EQ(error_of("(a / \xf0\x9d\x91\xa5 :c (a / d))"),
            "line 1, column 12: the variable a is that of a node at line 1, column 2");
  EXPECT_EQ(error_of("(/ b)"), "line 1, column 2: a variable is missing after '('");
  EXPECT_EQ(error_of("(a / )"), "line 1, column 6: a concept is missing after '/'");
  EXPECT_EQ(error_of("(a / b :c)"), "line 1, column 8: the role :c leads nowhere");
  EXPECT_EQ(error_of("(a / b :c :d e)"), "line 1, column 8: the role :c leads nowhere");
  EXPECT_EQ(error_of("(a / b : c)"), "line 1, column 8: a role without a name");
  EXPECT_EQ(error_of("(a / b c)"),
            "line 1, column 8: expected a role, such as :ARG0, or a bracket ')'");
  EXPECT_EQ(error_of("(a / b :c \"d\n\")"),
            "line 1, column 11: a string without its closing quote");
  EXPECT_EQ(error_of("(a / b :c \"d\"e)"),
            "line 1, column 14: a string is followed by a blank, a bracket or an alignment");
}

TEST(Penman, RefusesDepthBeyondItsBound) {
  std::string deep;
  for (std::size_t i = 0; i <= kMaxDepth; ++i) deep += "(v" + std::to_string(i) + " / a :b ";
  EXPECT_NE(error_of(deep).find("more than 1000 brackets"), std::string::npos);
}

TEST(Penman, IndentsAndWritesOneLine) {
  const PenmanTree tree = read("(w/want-01 :ARG0 (b/boy) :ARG1 (g/go-02 :ARG0 b :polarity -))");
  EXPECT_EQ(write_indented(tree), kBoy);
  EXPECT_EQ(write_in_one_line(tree),
            "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b :polarity -))");
}

TEST(Penman, ATreeThatChangedIsIndented) {
  PenmanTree tree = read("(a/b)");
  tree.nodes[0].branches.push_back({"mod", {}, PenmanTree::Target::Constant, kNoNode, "5", {}});
  EXPECT_EQ(write_penman(tree), "(a / b\n      :mod 5)");
}

TEST(MeaningGraph, HasEveryEdgeInItsNormalDirection) {
  const Graph graph = graph_of(read(
      "(m / marble :ARG1-of (w / white-03) :consist-of (s / stone) :quant-of 5 :mod (b / big))"));
  ASSERT_EQ(graph.edges.size(), 4U);
  EXPECT_EQ(graph.edges[0], (Edge{1, "ARG1", 0, ""}));
  EXPECT_EQ(graph.edges[1], (Edge{0, "consist-of", 2, ""}));
  EXPECT_EQ(graph.edges[2], (Edge{0, "quant-of", kNoNode, "5"}));
  EXPECT_EQ(graph.edges[3], (Edge{0, "mod", 3, ""}));
}

TEST(LayOut, WritesAGraphThatWasBuilt) {
  Graph graph;
  const NodeId want = graph.add_node("want-01");
  const NodeId boy = graph.add_node("boy");
  const NodeId go = graph.add_node("go-02");
  const NodeId name = graph.add_node("name");
  const NodeId white = graph.add_node("white-03");
  graph.add_relation(want, "ARG0", boy);
  graph.add_relation(want, "ARG1", go);
  graph.add_relation(go, "ARG0", boy);
  graph.add_attribute(go, "polarity", "-");
  graph.add_relation(boy, "name", name);
  graph.add_attribute(name, "op1", in_quotes("Tom \"T\""));
  graph.add_relation(white, "ARG1", boy);
  const auto tree = lay_out(graph);
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ(write_penman(*tree),
            "(w / want-01\n"
            "      :ARG0 (b / boy\n"
            "            :name (n / name\n"
            "                  :op1 \"Tom \\\"T\\\"\")\n"
            "            :ARG1-of (w2 / white-03))\n"
            "      :ARG1 (g / go-02\n"
            "            :ARG0 b\n"
            "            :polarity -))");
}

TEST(LayOut, WritesCyclesAndEdgesToTheRoot) {
  Graph graph;
  graph.add_node("a");
  graph.add_node("b");
  graph.add_relation(0, "ARG0", 1);
  graph.add_relation(1, "ARG1", 0);
  graph.add_relation(0, "ARG2", 0);
  EXPECT_EQ(write_in_one_line(*lay_out(graph)), "(a / a :ARG0 (b / b :ARG1 a) :ARG2 a)");
  graph.root = 1;
  EXPECT_EQ(write_in_one_line(*lay_out(graph)), "(b / b :ARG1 (a / a :ARG0 b :ARG2 a))");
}

TEST(LayOut, RefusesWhatPenmanCannotSay) {
  Graph graph;
  EXPECT_FALSE(lay_out(graph));
  graph.add_node("a");
  EXPECT_TRUE(lay_out(graph));
  graph.add_node("b");
  EXPECT_EQ(lay_out(graph).error().message, "no edges connect the node  / b with the root");
  graph.add_relation(1, "mod", 0);
  EXPECT_TRUE(lay_out(graph));
  Graph blank = graph;
  blank.nodes[1].concept_name = "b c";
  EXPECT_FALSE(lay_out(blank));
  Graph twice = graph;
  twice.nodes[0].variable = twice.nodes[1].variable = "x";
  EXPECT_EQ(lay_out(twice).error().message, "two nodes have the variable x");
  Graph value = graph;
  value.add_attribute(0, "op1", "\"a\"b\"");
  EXPECT_FALSE(lay_out(value));
  Graph missing = graph;
  missing.add_relation(0, "op1", 7);
  EXPECT_FALSE(lay_out(missing));
}

TEST(LayOut, ATreeComesBackAsTheSameGraph) {
  for (const std::string_view text : std::initializer_list<std::string_view>{
           kBoy,
           "(m / marble :ARG1-of (w / white-03 :ARG0-of m) :mod (b / big))",
           "(a / and :op1 b :op2 (b / boy :consist-of-of (c / c)))",
       }) {
    const Graph graph = graph_of(read(text));
    const auto tree = lay_out(graph);
    ASSERT_TRUE(tree) << tree.error().message;
    EXPECT_EQ(sorted_triples(graph_of(read(write_penman(*tree)))), sorted_triples(graph)) << text;
  }
}

TEST(Strings, AreQuotedAndUnquoted) {
  EXPECT_EQ(in_quotes("a \"b\" \\c"), "\"a \\\"b\\\" \\\\c\"");
  EXPECT_EQ(without_quotes(in_quotes("a \"b\" \\c")), "a \"b\" \\c");
  EXPECT_EQ(without_quotes("-"), "-");
  EXPECT_EQ(without_quotes("\""), "\"");
}

}  // namespace
}  // namespace noether::amr
