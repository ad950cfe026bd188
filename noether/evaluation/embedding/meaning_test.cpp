#include "noether/evaluation/embedding/meaning.h"

#include <gtest/gtest.h>

#include "noether/evaluation/embedding/nearest_tasks.h"
#include "noether/evaluation/embedding/open_embedding.h"

namespace noether::evaluation {
namespace {

TEST(Meaning, JudgesPairs) {
  using enum algebra::Verdict;
  using Pair = std::pair<std::string_view, std::string_view>;
  const std::vector<Pair> pairs{{"sin * 2 x", "* 2 * sin x cos x"},
                                {"sin x", "cos x"},
                                // The domain differs, but the values are the same where both have
                                // one.
                                {"exp ln x", "x"},
                                {"/ x", "no expression"}};
  const auto verdicts = judge_pairs(pairs, {.seconds = 60});
  ASSERT_EQ(verdicts.size(), 4U);
  EXPECT_TRUE(verdicts[0] == Agrees || verdicts[0] == Proven);
  EXPECT_EQ(verdicts[1], Refuted);
  EXPECT_TRUE(verdicts[2] == Agrees || verdicts[2] == Proven);
  EXPECT_EQ(verdicts[3], Unknown);
  DecisionCost cost;
  EXPECT_EQ(judge_pairs(pairs, {.seconds = 60, .threads = 3, .cost = &cost}), verdicts);
  EXPECT_EQ(cost.decisions, 4U);
  EXPECT_GE(cost.seconds, cost.longest);
}

TEST(Meaning, GroupsWhatIsEqualThoughDomainsDiffer) {
  const std::vector<std::string> expressions{"sin x", "x",        "* 2 x",  "/ 1 csc x",
                                             "+ x x", "exp ln x", "/ foo x"};
  const auto vectors = ExpressionVectors::make(bag_of_tokens().embed, expressions);
  ASSERT_TRUE(vectors);
  EXPECT_EQ(group_by_meaning(expressions, *vectors, {.seconds = 60}),
            (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 1, 3}));
}

egen::Analogy analogy(std::string x1, std::string y1, std::string x2) {
  egen::Analogy made;
  made.x1 = std::move(x1);
  made.y1 = std::move(y1);
  made.x2 = std::move(x2);
  return made;
}

TEST(Meaning, FindsTheOperationOfAnAnalogyAndAppliesIt) {
  const std::vector<egen::PoolEntry> pool{{"cos * -1 x", 0}, {"* 2 pow x 1", 1}, {"ln cosh x", 2},
                                          {"sin + x 1", 3},  {"+ 1 sin x", 4},   {"cos x", 5},
                                          {"atan x", 6}};
  const std::vector<egen::Analogy> analogies{
      analogy("sin x", "* -1 sin * -1 x", "cos x"),  // the same value, but x2 is not an answer
      analogy("sin x", "cos x", "pow x 2"),          // the derivative
      analogy("x", "ln x", "cosh x"),                // a function of the value
      analogy("x", "+ x 1", "sin x"),                // the value before the variable
      analogy("exp x", "exp + x 1", "sin x"),  // e times the value is not in the list of operations
      analogy("exp x", "ln x", "tan x"),       // the inverse function
      analogy("cos x", "/ 1 + x 7", "sin x")};  // nothing fits
  const OpenAnswers open = answers_by_operations(analogies, pool, {});
  EXPECT_EQ(open, (OpenAnswers{{0}, {1}, {2}, {4}, {3}, {6}, {}}));
}

}  // namespace
}  // namespace noether::evaluation
