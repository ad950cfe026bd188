#include "noether/neural/pairs/pair_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace noether::neural {
namespace {

TEST(PairLine, IsReadAsNoetherPairsWritesIt) {
  const auto pair = read_pair_line(
      R"({"kind": "title-body", "group": "154", "tags": ["limits"], "first": "A \"limit\"", "second": "of $x^2$"})");
  ASSERT_TRUE(pair) << pair.error().message;
  EXPECT_EQ(*pair, (PairLine{"title-body", "154", "A \"limit\"", "of $x^2$"}));
}

TEST(PairLine, SaysWhatIsWrong) {
  const auto problem = [](std::string_view line) {
    const auto pair = read_pair_line(line);
    return pair ? "" : pair.error().message;
  };
  EXPECT_EQ(problem(""), "not JSON");
  EXPECT_EQ(problem(R"({"kind": "title-body")"), "not JSON");
  EXPECT_EQ(problem("[1]"), "not an object of JSON");
  EXPECT_EQ(problem(R"({"kind": "k", "first": "a", "second": "b"})"),
            "\"group\" is missing or no text");
  EXPECT_EQ(problem(R"({"kind": "k", "group": 3, "first": "a", "second": "b"})"),
            "\"group\" is missing or no text");
}

}  // namespace
}  // namespace noether::neural
