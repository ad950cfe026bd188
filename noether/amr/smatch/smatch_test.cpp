#include "noether/amr/smatch/smatch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>

#include "noether/amr/penman.h"
#include "noether/amr/smatch/match_problem.h"
#include "noether/base/test_seed.h"

namespace noether::amr {
namespace {

Graph graph(std::string_view text) {
  const auto tree = read_penman(text);
  EXPECT_TRUE(tree) << tree.error().message;
  return graph_of(*tree);
}

TripleCounts counts(std::string_view gold, std::string_view predicted) {
  const auto climbed = smatch(graph(gold), graph(predicted));
  const auto exact = smatch(graph(gold), graph(predicted), {.exact = true});
  EXPECT_TRUE(exact->is_proven);
  EXPECT_EQ(climbed->counts, exact->counts);
  return climbed->counts;
}

TEST(Smatch, CountsConceptsAttributesRelationsAndTheRoot) {
  const std::string a = "(a / alpha :ARG0 (b / beta))";
  EXPECT_EQ(counts(a, a), (TripleCounts{4, 4, 4}));
  EXPECT_EQ(counts(a, "(x / other :ARG0 (b / beta))"), (TripleCounts{3, 4, 4}));
  EXPECT_EQ(counts(a, "(a / alpha :ARG0 (b / other))"), (TripleCounts{3, 4, 4}));
  EXPECT_EQ(counts(a, "(b / beta :ARG0-of (a / alpha))"), (TripleCounts{3, 4, 4}));
  EXPECT_EQ(counts(a, "(a / alpha)"), (TripleCounts{2, 4, 2}));
  EXPECT_EQ(counts("(a / alpha :polarity -)", "(a / alpha :polarity -)"), (TripleCounts{3, 3, 3}));
}

TEST(Smatch, IsNoMatterOfCaseQuotesAndVariables) {
  EXPECT_EQ(counts("(n / name :op1 \"William\")", "(x / NAME :OP1 william)"),
            (TripleCounts{3, 3, 3}));
}

TEST(Smatch, TakesModForTheInverseOfDomain) {
  EXPECT_EQ(counts("(m / marble :mod (s / small))", "(m / marble :domain-of (s / small))"),
            (TripleCounts{4, 4, 4}));
}

TEST(Smatch, CountsEqualTriplesAsOftenAsBothHaveThem) {
  EXPECT_EQ(counts("(a / b :op1 1 :op1 1 :op1 1)", "(a / b :op1 1 :op1 1)"),
            (TripleCounts{4, 5, 4}));
  EXPECT_EQ(counts("(a / b :c (d / e) :c d)", "(a / b :c (d / e) :c d)"), (TripleCounts{5, 5, 5}));
}

TEST(Smatch, CountsLoops) {
  EXPECT_EQ(counts("(a / b :c a)", "(a / b :c a)"), (TripleCounts{3, 3, 3}));
  EXPECT_EQ(counts("(a / b :c a)", "(a / b :c (d / b))"), (TripleCounts{2, 3, 4}));
}

TEST(Smatch, SaysWhichNodeStandsForWhich) {
  const auto result = smatch(graph("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))"),
                             graph("(g / go-02 :ARG0 (b / boy) :ARG1-of (w / want-01))"));
  EXPECT_EQ(result->gold_of_predicted, (std::vector<NodeId>{2, 1, 0}));
}

TEST(Smatch, RefusesGraphsThatAreTooLarge) {
  Graph large;
  for (std::size_t i = 0; i < kMostTriples; ++i) large.add_node("a");
  EXPECT_FALSE(smatch(large, large));
}

// A random graph with few concepts, so that many choices are possible.
Graph random_graph(std::mt19937& random, std::size_t nodes) {
  const auto below = [&](std::size_t count) { return random() % count; };
  Graph graph;
  for (std::size_t i = 0; i < nodes; ++i) {
    graph.add_node(std::string(1, static_cast<char>('a' + below(3))));
    if (i > 0) {
      const auto source = static_cast<NodeId>(below(i));
      graph.add_relation(source, "r" + std::to_string(below(2)), static_cast<NodeId>(i));
    }
  }
  for (std::size_t i = 0; i < nodes / 2; ++i) {
    const auto source = static_cast<NodeId>(below(nodes));
    const std::string role = "r" + std::to_string(below(2));
    graph.add_relation(source, role, static_cast<NodeId>(below(nodes)));
  }
  if (below(2) == 0) graph.add_attribute(static_cast<NodeId>(below(nodes)), "q", "1");
  return graph;
}

// Tries all choices, one after the other.
std::int32_t most_by_trying_all(const MatchProblem& problem) {
  std::vector<PairId> chosen(problem.first_nodes(), kNoPair);
  std::vector<bool> is_taken(problem.second_nodes());
  std::int32_t best = 0;
  const auto choose = [&](auto&& self, NodeId first) -> void {
    if (first == problem.first_nodes()) {
      best = std::max(best, matched_by(problem, chosen));
      return;
    }
    self(self, first + 1);
    for (const PairId id : problem.candidates_of(first)) {
      const NodeId second = problem.pairs()[id].second;
      if (is_taken[second]) continue;
      is_taken[second] = true;
      chosen[first] = id;
      self(self, first + 1);
      chosen[first] = kNoPair;
      is_taken[second] = false;
    }
  };
  choose(choose, 0);
  return best;
}

TEST(Smatch, ExactlyIsWhatTryingAllChoicesFinds) {
  SCOPED_TRACE(base::test_seed());
  std::mt19937 random(base::test_seed());
  for (int i = 0; i < 200; ++i) {
    const Graph gold = random_graph(random, 1 + random() % 6);
    const Graph predicted = random_graph(random, 1 + random() % 6);
    const auto exact = smatch(gold, predicted, {.exact = true});
    EXPECT_TRUE(exact->is_proven);
    const MatchProblem problem(triples_of(predicted), triples_of(gold));
    EXPECT_EQ(exact->counts.matched, static_cast<std::uint64_t>(most_by_trying_all(problem)));
    const auto climbed = smatch(gold, predicted);
    EXPECT_LE(climbed->counts.matched, exact->counts.matched);
  }
}

TEST(Smatch, OfAGraphWithItselfIsWhole) {
  std::mt19937 random(base::test_seed());
  for (int i = 0; i < 20; ++i) {
    const Graph one = random_graph(random, 12);
    const auto exact = smatch(one, one, {.exact = true});
    EXPECT_EQ(exact->counts.matched, exact->counts.gold);
    EXPECT_TRUE(exact->is_proven);
  }
}

TEST(Smatch, IsTheSameForTheSameSeed) {
  std::mt19937 random(base::test_seed());
  const Graph gold = random_graph(random, 30);
  const Graph predicted = random_graph(random, 30);
  EXPECT_EQ(smatch(gold, predicted)->gold_of_predicted, smatch(gold, predicted)->gold_of_predicted);
}

GraphScores scores(std::string_view gold, std::string_view predicted) {
  return *score_graph(graph(gold), graph(predicted), {}, true);
}

TEST(Scores, SayWhatAParserGetsRight) {
  const GraphScores s = scores(
      "(w / want-01 :polarity - :ARG0 (p / person :wiki \"Tom\" :name (n / name :op1 \"Tom\"))"
      " :ARG1 (g / go-02 :ARG0 p))",
      "(w / want-02 :polarity - :ARG0 (p / person :wiki - :name (n / name :op1 \"Tom\"))"
      " :ARG2 (g / go-02 :ARG0 (p2 / person)))");
  EXPECT_EQ(s[Score::Smatch], (TripleCounts{8, 12, 13}));
  EXPECT_EQ(s[Score::Unlabelled], (TripleCounts{9, 12, 13}));
  EXPECT_EQ(s[Score::NoSenses], (TripleCounts{9, 12, 13}));
  EXPECT_EQ(s[Score::Concepts], (TripleCounts{3, 4, 5}));
  EXPECT_EQ(s[Score::NamedEntities], (TripleCounts{1, 1, 1}));
  EXPECT_EQ(s[Score::Negation], (TripleCounts{0, 1, 1}));
  EXPECT_EQ(s[Score::Wikification], (TripleCounts{0, 1, 1}));
  // Gold has the person and the nodes that want and go; predicted has none.
  EXPECT_EQ(s[Score::Reentrancies], (TripleCounts{0, 5, 0}));
  // One person is right, as an argument of want or of go.
  EXPECT_EQ(s[Score::Roles], (TripleCounts{3, 6, 7}));
}

// Triples with a single role make every pair of nodes a candidate.
Triples random_triples(std::mt19937& random, std::size_t nodes) {
  Triples triples;
  for (std::size_t i = 0; i < nodes; ++i) {
    triples.concepts.emplace_back(1, static_cast<char>('a' + random() % 4));
    if (i > 0) {
      triples.relations.push_back(
          {static_cast<NodeId>(random() % i), "op", static_cast<NodeId>(i)});
    }
  }
  for (std::size_t i = 0; i < nodes / 3; ++i) {
    triples.relations.push_back(
        {static_cast<NodeId>(random() % nodes), "op", static_cast<NodeId>(random() % nodes)});
  }
  return triples;
}

// The number of matched triples after a move, counted from scratch.
std::int32_t matched_after(const MatchProblem& problem, std::vector<PairId> chosen, PairId move) {
  const CandidatePair& pair = problem.pairs()[move];
  const PairId given_up = chosen[pair.first];
  const auto other = std::ranges::find_if(chosen, [&](PairId id) {
    return id != kNoPair && problem.pairs()[id].second == pair.second;
  });
  if (other != chosen.end()) {
    const auto node = static_cast<NodeId>(other - chosen.begin());
    *other = given_up == kNoPair ? kNoPair : problem.find(node, problem.pairs()[given_up].second);
  }
  chosen[pair.first] = move;
  return matched_by(problem, chosen);
}

TEST(HillClimbing, EndsWhereNoMoveGains) {
  SCOPED_TRACE(base::test_seed());
  std::mt19937 random(base::test_seed());
  for (std::uint64_t i = 0; i < 40; ++i) {
    const Triples first = random_triples(random, 1 + random() % 40);
    const Triples second = random_triples(random, 1 + random() % 40);
    const MatchProblem problem(first, second);
    const NodeChoice choice = climb_hills(problem, 2, i);
    ASSERT_EQ(choice.matched, matched_by(problem, choice.pairs));
    for (PairId id = 0; id < problem.pairs().size(); ++id) {
      ASSERT_LE(matched_after(problem, choice.pairs, id), choice.matched);
    }
  }
}

TEST(HillClimbing, ChoosesNothingWhereNothingIsTheSame) {
  Triples one;
  one.concepts = {"a"};
  Triples other;
  other.concepts = {"b"};
  EXPECT_EQ(climb_hills(MatchProblem(one, other), 3, 1).pairs, std::vector{kNoPair});
  EXPECT_TRUE(climb_hills(MatchProblem({}, other), 3, 1).pairs.empty());
}

}  // namespace
}  // namespace noether::amr
