#include "bench/identities/fungrim_entry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace noether::bench {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(FungrimEntry, ReadsAssumptionsThatAreATextOrAList) {
  const auto one = read_fungrim_entry(R"({"id": "a", "formula": "f", "assumptions": "p"})");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->id, "a");
  EXPECT_EQ(one->formula, "f");
  EXPECT_THAT(one->assumptions, ElementsAre("p"));
  const auto two = read_fungrim_entry(R"({"id": "a", "formula": "f", "assumptions": ["p", "q"]})");
  ASSERT_TRUE(two);
  EXPECT_THAT(two->assumptions, ElementsAre("p", "q"));
  const auto none = read_fungrim_entry(R"({"formula": "f", "assumptions": null, "id": 7})");
  ASSERT_TRUE(none);
  EXPECT_EQ(none->id, "");
  EXPECT_THAT(none->assumptions, IsEmpty());
}

TEST(FungrimEntry, RefusesListsAndNumbersWhereTextBelongs) {
  for (const char* line :
       {"", "[1, 2]", "3", R"(["formula"])", R"({"id": "a"})", R"({"formula": ["f", "g"]})",
        R"({"formula": 3})", R"({"formula": "f", "assumptions": [["p"], "q"]})",
        R"({"formula": "f", "assumptions": {"p": 1}})", "{\"formula\": \"\xff\"}"}) {
    EXPECT_FALSE(read_fungrim_entry(line)) << line;
  }
}

}  // namespace
}  // namespace noether::bench
