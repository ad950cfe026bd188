#include "noether/embedding/sides_of_formula.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace noether::embedding {
namespace {

using testing::ElementsAre;

// What cannot be read is "?".
std::vector<std::string> sides(std::string_view text) {
  const auto read = sides_of_formula(text, formula::Notation::Latex);
  std::vector<std::string> texts;
  if (!read) return {read.error().message};
  for (const auto& side : *read) texts.push_back(side.value_or("?"));
  return texts;
}

TEST(SidesOfFormula, AreTheSidesOfARelation) {
  EXPECT_THAT(sides("x + 1"), ElementsAre("+ x 1"));
  EXPECT_THAT(sides("y = x + 1"), ElementsAre("y", "+ x 1"));
  EXPECT_THAT(sides("x < 2"), ElementsAre("x", "2"));
  EXPECT_THAT(sides("0 \\le x = y \\ne 1"), ElementsAre("0", "x", "y", "1"));
  EXPECT_THAT(sides("f(x) = \\sin x"), ElementsAre("?", "sin x"));
}

TEST(SidesOfFormula, AreOnesOfTheSameKindOfThing) {
  EXPECT_THAT(sides("x \\in A"), ElementsAre(testing::HasSubstr("statement")));
  EXPECT_THAT(sides_of_formula("x \\in A").error().hint, testing::HasSubstr("≠"));
  EXPECT_THAT(sides("x = y \\in A"), ElementsAre(testing::HasSubstr("relation")));
  EXPECT_THAT(sides(""), ElementsAre(testing::HasSubstr("empty")));
}

TEST(SidesOfFormula, AreReadInEveryNotation) {
  const auto count = [](std::string_view text) {
    const auto read = sides_of_formula(text);
    return read ? read->size() : 0;
  };
  EXPECT_EQ(count("(= x (+ y 1))"), 2);
  EXPECT_EQ(count("x^2=4"), 2);
  EXPECT_EQ(count("+ x 1"), 1);
}

}  // namespace
}  // namespace noether::embedding
