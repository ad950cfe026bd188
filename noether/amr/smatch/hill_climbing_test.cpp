#include "noether/amr/smatch/hill_climbing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>

#include "noether/base/test_seed.h"

namespace noether::amr {
namespace {

// Relations of one role make every pair of nodes a candidate.
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

// What is matched after a move, counted anew.
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
    const MatchProblem problem(random_triples(random, 1 + random() % 40),
                               random_triples(random, 1 + random() % 40));
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
