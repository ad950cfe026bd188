// Tests the text, the places and the marks of the cards in pictures of graphs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "noether/amr/bank.h"
#include "noether/amr/draw/card_drawing.h"
#include "noether/amr/draw/draw_graph.h"
#include "noether/amr/draw/graph_cards.h"
#include "noether/amr/draw/label_width.h"
#include "noether/amr/draw/matched_parts.h"
#include "noether/amr/draw/shared_cards.h"
#include "noether/amr/shared_data.h"
#include "noether/amr/smatch/smatch.h"
#include "noether/base/test_seed.h"
#include "noether/formula/mathml/xml_tree.h"

namespace noether::amr {
namespace {

using testing::HasSubstr;
using testing::Not;

PenmanTree tree(std::string_view text) {
  auto read = read_penman(text);
  EXPECT_TRUE(read) << read.error().message;
  return read ? *std::move(read) : PenmanTree();
}

bool is_well_formed(const std::string& svg) {
  formula::XmlTree xml;
  return formula::read_xml(svg, xml).has_value();
}

std::string compared(const PenmanTree& left, const PenmanTree& right) {
  const auto match = smatch(graph_of(left), graph_of(right));
  return draw_comparison({&left, "query", ""}, {&right, "hit", ""}, match->gold_of_predicted);
}

// The label of each card with the role that leads to it.
std::vector<std::string> labels(const std::vector<Card>& cards) {
  std::vector<std::string> all;
  for (const Card& card : cards) all.push_back(card.role + " " + card.label + card.sense);
  return all;
}

TEST(GraphCards, PutAttributesAndNamesOnTheirCards) {
  const auto cards =
      make_cards(tree("(c / city :wiki \"Paris\" :name (n / name :op1 \"New\" :op2 \"York\")"
                      " :ARG1-of (k / know-01 :polarity - :ARG0 c))"),
                 {});
  EXPECT_EQ(labels(cards), (std::vector<std::string>{" city", "ARG1-of know-01", "ARG0 city"}));
  ASSERT_EQ(cards[0].lines.size(), 2U);
  EXPECT_EQ(cards[0].lines[1].value, "“New York”");
  EXPECT_EQ(cards[1].kind, Card::Kind::Predicate);
  EXPECT_TRUE(cards[1].lines.at(0).is_negation);
  EXPECT_EQ(cards[2].kind, Card::Kind::Reference);
}

TEST(GraphCards, DrawOperatorTreesInsideFormulas) {
  const auto cards =
      make_cards(tree("(p / prime :domain (s / string-entity :math (f / formula :opt (n / n)))"
                      " :ARG1 (f2 / formula :queried + :opt (e / eq :op (p2 / power :op1 n :op2 2)"
                      " :op (a / apply :op0 (g / g) :op1 n)) :layout \"n above 2\"))"),
                 {});
  EXPECT_EQ(labels(cards), (std::vector<std::string>{" prime", "domain n", "ARG1 formula"}));
  EXPECT_TRUE(cards[1].is_symbol);
  EXPECT_TRUE(cards[2].is_queried);
  EXPECT_TRUE(cards[2].lines.empty());
  std::vector<std::string> faces;
  for (const auto& symbol : cards[2].inset.value().symbols) faces.push_back(symbol.face);
  EXPECT_EQ(faces, (std::vector<std::string>{"=", "xⁿ", "g", "n", "2", "n"}));
}

TEST(GraphCards, KnowThePapersGraphs) {
  const auto cards = make_cards(
      tree("(s / string-entity :value MATH :math (U1 / plus :op0 (V1 / x) :op0 (N1 / 1)))"), {});
  ASSERT_EQ(cards.size(), 1U);
  EXPECT_EQ(cards[0].inset.value().symbols.at(0).face, "+");
}

// A tree in which the parent of every node precedes it.
PenmanTree random_tree(std::mt19937_64& random, std::size_t nodes) {
  PenmanTree made;
  for (NodeId i = 0; i < nodes; ++i) {
    made.nodes.push_back({"v" + std::to_string(i), std::string(1 + random() % 20, 'w')});
    if (i == 0) continue;
    const std::size_t parent = random() % 3 == 0 ? i - 1 : random() % i;
    made.nodes[parent].branches.push_back({.role = "ARG" + std::to_string(random() % 5),
                                           .kind = PenmanTree::Target::Node,
                                           .node = i});
    if (random() % 4 == 0) {
      made.nodes[i].branches.push_back({.role = "quant", .constant = std::to_string(i)});
    }
  }
  return made;
}

bool overlap(const Card& a, const Card& b) {
  return a.x - a.role_width < b.right() && b.x - b.role_width < a.right() && a.y < b.bottom() &&
         b.y < a.bottom();
}

TEST(PlaceCards, LetsNoCardsOverlap) {
  std::mt19937_64 random(base::test_seed());
  for (const std::size_t nodes : {1U, 2U, 7U, 30U, 120U}) {
    const PenmanTree made = random_tree(random, nodes);
    for (const auto place : {place_as_tree, place_as_outline}) {
      std::vector<Card> cards = make_cards(made, {});
      const DrawnSize size = place(cards);
      for (std::size_t i = 0; i < cards.size(); ++i) {
        EXPECT_GE(cards[i].y, 0);
        EXPECT_LE(cards[i].right(), size.width);
        EXPECT_LE(cards[i].bottom(), size.height);
        for (std::size_t k = 0; k < i; ++k) {
          EXPECT_FALSE(overlap(cards[i], cards[k])) << i << " and " << k << " of " << nodes;
        }
      }
    }
  }
}

TEST(DrawGraph, LeavesOutWhatGoesBeyondTheLimit) {
  PenmanTree wide;
  wide.nodes.push_back({"r", "root"});
  for (NodeId i = 1; i < 5000; ++i) {
    wide.nodes.push_back({"v" + std::to_string(i), "leaf"});
    wide.nodes[0].branches.push_back({.role = "op", .kind = PenmanTree::Target::Node, .node = i});
  }
  const auto cards = make_cards(wide, {});
  EXPECT_EQ(cards.size(), kMaxDrawnNodes + 1);
  EXPECT_EQ(cards.back().kind, Card::Kind::LeftOut);
  EXPECT_TRUE(is_well_formed(draw_graph({&wide, "", ""})));
}

TEST(DrawGraph, IsWellFormedAndSaysWhatItShows) {
  const PenmanTree graph = tree("(w / want-01 :ARG0 (b / \"<b&oy>\") :ARG1 (g / go-02 :ARG0 b))");
  const std::string svg = draw_graph({&graph, "a<b", "The boy wants to go & \xFF."});
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_THAT(svg, HasSubstr("<title>Meaning graph: The boy wants to go &amp; \uFFFD.</title>"));
  EXPECT_THAT(svg, HasSubstr("<desc>want-01 :ARG0 &lt;b&amp;oy&gt; :ARG1 go-02 :ARG0"));
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(svg, HasSubstr("class=\"again\""));
  EXPECT_EQ(svg, draw_graph({&graph, "a<b", "The boy wants to go & \xFF."}));
  const PenmanTree empty;
  EXPECT_TRUE(is_well_formed(draw_graph({&empty, "", ""})));
}

TEST(DrawGraph, ShowsFormulasOfTheSentenceAsLines) {
  const PenmanTree graph = tree("(g / group)");
  const auto shown = [&](const std::string& sentence) {
    const std::string svg = draw_graph({&graph, "", sentence});
    const std::size_t begin = svg.find("graph: ") + 7;
    return svg.substr(begin, svg.find('"', begin) - begin);
  };
  EXPECT_EQ(shown("Let $G$ have order $$p^n$$."), "Let G have order pⁿ.");
  EXPECT_EQ(shown("It costs 5$."), "It costs 5$.");
  EXPECT_EQ(shown("No $\\frac$ here"), "No $\\frac$ here");
}

TEST(MatchedParts, KnowsWhatBothGraphsHave) {
  const PenmanTree left = tree("(w / want-01 :ARG0 (b / boy :mod (s / small)) :polarity -)");
  const PenmanTree right = tree("(s / small :domain (b / boy :ARG0-of (w / want-01)))");
  const auto match = smatch(graph_of(left), graph_of(right), {.exact = true});
  const MatchedParts parts = matched_parts(right, left, match->gold_of_predicted);
  EXPECT_EQ(parts.concepts, 3U);
  EXPECT_EQ(parts.relations, 2U);
  EXPECT_TRUE(parts.has_branch(0, 0));
  const std::vector<NodeId> back = {2, 1, 0};
  EXPECT_FALSE(matched_parts(left, right, back).has_branch(0, 1));  // the polarity
}

TEST(DrawComparison, MarksWhatBothGraphsHave) {
  const PenmanTree query = tree("(p / prime :domain (f / formula :opt (n / n)) :ARG0 (c / cat))");
  const PenmanTree hit = tree("(p / prime :domain (f / formula :opt (n / n)) :ARG0 (d / dog))");
  const std::string svg = compared(query, hit);
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_THAT(svg, HasSubstr("in both: 3 concepts and 3 relations"));
  EXPECT_THAT(svg, HasSubstr("<g class=\"thing matched\"><title>prime, in both</title>"));
  EXPECT_THAT(svg, HasSubstr("<g class=\"formula matched\"><title>:domain n, in both</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>:ARG0 cat</title>"));
  EXPECT_THAT(svg, HasSubstr("class=\"link\""));
  EXPECT_THAT(svg, Not(HasSubstr("dog, in both")));
}

TEST(DrawComparison, MarksNoFormulaThatOnlyStandsThereToo) {
  const PenmanTree query = tree("(p / prime :domain (f / formula :opt (n / n)))");
  const PenmanTree hit = tree("(p / prime :domain (f / formula :opt (m / m)))");
  EXPECT_THAT(compared(query, hit), HasSubstr("<g class=\"formula\"><title>:domain n</title>"));
}

std::vector<std::string> phrases(std::string_view left, std::string_view right) {
  const PenmanTree first = tree(left);
  const PenmanTree second = tree(right);
  const auto match = smatch(graph_of(first), graph_of(second), {.exact = true});
  const auto parts = compared_parts(first, second, match->gold_of_predicted);
  return shared_phrases(make_cards(first, parts.left), {});
}

TEST(SharedPhrases, JoinWhatRelationsJoin) {
  using testing::ElementsAre;
  EXPECT_THAT(phrases("(p / prove-01 :ARG0 (y / you) :ARG1 (g / group :mod (f / finite)))",
                      "(p / prove-01 :ARG0 (w / we) :ARG1 (g / group :mod (f / finite)))"),
              ElementsAre("prove → finite group"));
  EXPECT_THAT(phrases("(d / divide-02 :ARG1 (a / order) :ARG2 (b / prime) :polarity -)",
                      "(d / divide-02 :ARG1 (a / order) :ARG2 (b / prime) :polarity -)"),
              ElementsAre("not divide → (order, prime)"));
  EXPECT_THAT(phrases("(s / show-01 :ARG1 (g / group) :ARG2 (r / ring))",
                      "(s / prove-01 :ARG1 (g / group) :ARG3 (r / ring))"),
              ElementsAre("group", "ring"));
  EXPECT_TRUE(phrases("(a / cat)", "(b / dog)").empty());
  EXPECT_TRUE(shared_phrases({}, {}).empty());
}

TEST(SharedPhrases, NameFormulasAndTheirParts) {
  using testing::ElementsAre;
  EXPECT_THAT(phrases("(p / prime :domain (f / formula :opt (n / n)))",
                      "(q / odd :domain (f / formula :opt (n / n)))"),
              ElementsAre("n"));
  EXPECT_THAT(phrases("(p / prime :domain (f / formula :opt (e / eq :op (n / n) :op 2)))",
                      "(q / odd :domain (f / formula :opt (e / eq :op (n / n) :op 3)))"),
              ElementsAre("part of a formula"));
  EXPECT_THAT(phrases("(p / prime :domain (f / formula :opt (e / eq :op (n / n) :op 2)))",
                      "(q / odd :domain (f / formula :opt (e / lt :op1 (n / n) :op2 3)))"),
              ElementsAre());
}

TEST(CardPartners, JoinFormulasByTheirOperators) {
  const PenmanTree left = tree(
      "(a / and :op1 (f / formula :opt (n / n))"
      " :op2 (g / formula :opt (e / eq :op n :op (p / power :op1 n :op2 2))))");
  const PenmanTree right = tree(
      "(a / and :op1 (g / formula :opt (e / eq :op (n / n) :op (p / power :op1 n :op2 3)))"
      " :op2 (h / formula :opt (m / m)) :op3 (f / formula :opt n))");
  // The result must not depend on how Smatch pairs the nodes `formula`.
  const std::vector<NodeId> left_of_right = {0, 1, 4, 2, 5, 3, kNoNode, kNoNode};
  const auto parts = compared_parts(left, right, left_of_right);
  const auto cards = make_cards(left, parts.left);
  const auto others = make_cards(right, parts.right);
  const auto partners = card_partners(cards, others, parts.left);
  EXPECT_EQ(partners, (std::vector<std::size_t>{0, 3, 1}));
}

TEST(LabelWidth, CutsAndWrapsText) {
  EXPECT_EQ(cut_label("abc", 3), "abc");
  EXPECT_EQ(cut_label("äöüß", 3), "äö…");
  EXPECT_EQ(wrapped(" one two  three ", 10, label_width("one two", 10), 9),
            (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped("one two three", 10, 1, 2), (std::vector<std::string>{"one", "two …"}));
  EXPECT_TRUE(wrapped("", 10, 1, 2).empty());
}

TEST(SharedGraphs, AreDrawnWellFormed) {
  const std::ifstream file(shared_data() / "amr" / "little_prince_v3.0_dev.txt");
  if (!file) GTEST_SKIP() << "no data: ../shared/data is not there and NOETHER_DATA is not set";
  std::stringstream text;
  text << file.rdbuf();
  const auto entries = read_bank(text.str());
  ASSERT_TRUE(entries);
  for (std::size_t i = 1; i < entries->size(); ++i) {
    const PenmanTree& graph = (*entries)[i].tree;
    EXPECT_TRUE(is_well_formed(draw_graph({&graph, "", std::string((*entries)[i].find("snt"))})));
    EXPECT_TRUE(is_well_formed(compared((*entries)[i - 1].tree, graph)));
    if (i == 40) break;
  }
}

}  // namespace
}  // namespace noether::amr
