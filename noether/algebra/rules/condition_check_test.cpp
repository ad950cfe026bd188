#include "noether/algebra/rules/condition_check.h"

#include <gtest/gtest.h>

#include "noether/algebra/rules/rule_file.h"

namespace noether::algebra {
namespace {

class ConditionCheck : public testing::Test {
 protected:
  // Returns whether `condition` holds at ?x = `value`, both written as in a rule.
  Truth at(std::string_view value, const std::string& condition, Field field = Field::Real) {
    const std::string text = "rule: (+ ?x " + std::string(value) + ") => 0 if " + condition;
    const auto rules = read_rules(text, "test.rules", pool_);
    if (!rules) {
      ADD_FAILURE() << rules.error().message;
      return Truth::Unknown;
    }
    const RuleText& rule = rules->front();
    Point point;
    point.coordinates.emplace_back(vocabulary_.variable("?x"), pool_.operand(rule.lhs, 1));
    return ConditionChecker(pool_, rule.conditions).hold(point, field);
  }

  Vocabulary vocabulary_;
  Expressions pool_{vocabulary_};
};

using enum Truth;

TEST_F(ConditionCheck, DecidesEveryPredicateOnBothSidesOfItsBoundary) {
  struct Case {
    std::string_view predicate;
    std::string_view yes;
    std::string_view no;
  };
  const Case cases[] = {
      {"nonzero(?x)", "1/3", "0"},
      {"positive(?x)", "1/1000000", "0"},
      {"negative(?x)", "-1/1000000", "0"},
      {"nonnegative(?x)", "0", "-1/1000000"},
      {"nonpositive(?x)", "0", "1/1000000"},
      {"integer(?x)", "-3", "1/2"},
      {"even(?x)", "-4", "3"},
      {"odd(?x)", "-3", "1/2"},
      {"odd((* 2 ?x))", "3/2", "2"},
      {"defined((ln ?x))", "1", "0"},
      {"defined((tan ?x))", "1", "(/ pi 2)"},
      {"in(?x, -1, (/ pi 2))", "(/ pi 2)", "2"},
      {"inside(?x, -1, (/ pi 2))", "3/2", "(/ pi 2)"},
      {"less(?x, pi)", "3", "pi"},
      {"lesseq(?x, pi)", "pi", "4"},
      {"distinct(?x, 1)", "2", "1"},
      {"positive(?x) and less(?x, 1)", "1/2", "1"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(at(c.yes, std::string(c.predicate)), Yes) << c.predicate << " at " << c.yes;
    EXPECT_EQ(at(c.no, std::string(c.predicate)), No) << c.predicate << " at " << c.no;
  }
  EXPECT_EQ(at("2/3", "constant(?x)"), Yes);
  EXPECT_EQ(at("987654321987654321/123456789123456788", "constant(?x)"), Yes);
  EXPECT_NE(at("pi", "constant(?x)"), Yes);
}

TEST_F(ConditionCheck, OrdersOnlyRealNumbers) {
  EXPECT_EQ(at("2", "positive(?x)", Field::Complex), Yes);
  EXPECT_EQ(at("(+ 2 i)", "positive(?x)", Field::Complex), No);
  EXPECT_EQ(at("(+ 2 i)", "less(?x, 3)", Field::Complex), No);
  EXPECT_EQ(at("(+ 2 i)", "in(?x, 1, 3)", Field::Complex), No);
  EXPECT_EQ(at("(+ 2 i)", "integer(?x)", Field::Complex), No);
  EXPECT_EQ(at("i", "nonzero(?x)", Field::Complex), Yes);
  EXPECT_EQ(at("i", "real(?x)", Field::Complex), No);
  EXPECT_EQ(at("2", "real(?x)", Field::Real), Yes);
}

TEST_F(ConditionCheck, HoldsWhereTheTermHasNoValue) {
  EXPECT_EQ(at("-1", "positive((ln ?x))"), Yes);
  EXPECT_EQ(at("-1", "less((ln ?x), 0)"), Yes);
  EXPECT_EQ(at("-1", "defined((ln ?x))"), No);
}

TEST_F(ConditionCheck, IsNotSureOfWhatNumbersCannotTell) {
  EXPECT_EQ(at("1", "integer((sin (exp ?x)))"), No);
  EXPECT_EQ(at("1", "nonzero((- (exp (+ ?x (sqrt 2))) (* (exp ?x) (exp (sqrt 2)))))"), Unknown);
}

}  // namespace
}  // namespace noether::algebra
