#include "noether/evaluation/embedding/meaning.h"

#include <gtest/gtest.h>

#include "noether/evaluation/embedding/bag_of_tokens.h"

namespace noether::evaluation {
namespace {

TEST(Meaning, JudgesPairs) {
  using enum algebra::Verdict;
  using Pair = std::pair<std::string_view, std::string_view>;
  const std::vector<Pair> pairs{{"sin * 2 x", "* 2 * sin x cos x"},
                                {"sin x", "cos x"},
                                // Another domain, but the same values where both have one.
                                {"exp ln x", "x"},
                                {"/ x", "no expression"}};
  const auto verdicts = judge_pairs(pairs, {.seconds = 2});
  ASSERT_EQ(verdicts.size(), 4U);
  EXPECT_TRUE(verdicts[0] == Agrees || verdicts[0] == Proven);
  EXPECT_EQ(verdicts[1], Refuted);
  EXPECT_TRUE(verdicts[2] == Agrees || verdicts[2] == Proven);
  EXPECT_EQ(verdicts[3], Unknown);
  EXPECT_EQ(judge_pairs(pairs, {.seconds = 2, .threads = 3}), verdicts);
}

TEST(Meaning, GroupsWhatIsEqualThoughDomainsDiffer) {
  const std::vector<std::string> expressions{"sin x", "x",        "* 2 x",  "/ 1 csc x",
                                             "+ x x", "exp ln x", "/ foo x"};
  const auto vectors = ExpressionVectors::make(bag_of_tokens().embed, expressions);
  ASSERT_TRUE(vectors);
  EXPECT_EQ(group_by_meaning(expressions, *vectors, {.seconds = 2}),
            (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 1, 3}));
}

}  // namespace
}  // namespace noether::evaluation
