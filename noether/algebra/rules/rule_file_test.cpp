#include "noether/algebra/rules/rule_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "noether/algebra/rules/shipped_rules.h"

namespace noether::algebra {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class RuleFile : public testing::Test {
 protected:
  std::vector<RuleText> read(std::string_view text) {
    auto rules = read_rules(text, "rules/test.rules", pool_);
    if (!rules) ADD_FAILURE() << rules.error().message;
    return rules.value_or(std::vector<RuleText>());
  }
  base::Error error(std::string_view text) {
    auto rules = read_rules(text, "a.rules", pool_);
    if (rules) {
      ADD_FAILURE() << "no error in " << text;
      return {};
    }
    return rules.error();
  }

  Vocabulary vocabulary_;
  Expressions pool_{vocabulary_};
};

TEST_F(RuleFile, ReadsBothSidesConditionsAndTags) {
  const auto rules = read(
      "# Logarithms\n"
      "\n"
      "ln-power: (ln (pow ?a ?b)) => (* ?b (ln ?a))  # the usual one\n"
      "    if positive(?a) and in((* 1/2 ?b), -1, (/ pi 2)) @real @widens\n");
  ASSERT_EQ(rules.size(), 1u);
  const RuleText& rule = rules[0];
  EXPECT_EQ(rule.name, "ln-power");
  EXPECT_EQ(rule.family, "test");
  EXPECT_EQ(rule.line, 3u);
  EXPECT_TRUE(rule.real);
  EXPECT_FALSE(rule.complex);
  EXPECT_TRUE(rule.widens);
  ASSERT_EQ(rule.conditions.size(), 2u);
  EXPECT_EQ(rule.conditions[0].predicate, Predicate::Positive);
  EXPECT_EQ(rule_text(pool_, rule),
            "ln-power: (ln (pow ?a ?b)) => (* ?b (ln ?a)) if positive(?a) and "
            "in((* 1/2 ?b), -1, (/ pi 2)) @real @widens");
}

TEST_F(RuleFile, MakesTwoRulesOfOneThatGoesBothWays) {
  const auto rules = read("commute: (+ ?a ?b) <=> (+ ?b ?a) if real(?a)\n");
  ASSERT_EQ(rules.size(), 2u);
  EXPECT_EQ(rules[1].name, "commute-back");
  EXPECT_EQ(rules[1].lhs, rules[0].rhs);
  EXPECT_EQ(rules[1].rhs, rules[0].lhs);
  EXPECT_EQ(rules[1].conditions, rules[0].conditions);
}

TEST_F(RuleFile, SharesPatternsOfOnePool) {
  const auto rules = read("a: (sin ?x) => (cos ?x)\nb: (cos ?x) => (sin ?x)\n");
  ASSERT_EQ(rules.size(), 2u);
  EXPECT_EQ(rules[0].lhs, rules[1].rhs);
}

TEST_F(RuleFile, SaysWhereAnErrorIsAndWhatToDo) {
  struct BadRule {
    std::string_view text;
    std::string_view place;
    std::string_view message;
  };
  const BadRule cases[] = {
      {"a: (sine ?x) => ?x", "a.rules:1:5: ", "`sine` is not an operator"},
      {"a: (pi ?x) => ?x", "a.rules:1:5: ", "`pi` is not an operator"},
      {"\na: (sin ?x ?y) => ?x", "a.rules:2:5: ", "takes 1 operand, not 2"},
      {"a: (- ?x) => ?x", "a.rules:1:5: ", "takes 2 operands, not 1"},
      {"a: (sin ?x) => ?y", "a.rules:1:16: ", "variable `?y` of the right side"},
      {"a: (sin ?x) <=> 0", "a.rules:1:9: ", "variable `?x` of the left side"},
      {"a: (sin ?x) => 0 if even(?n)", "a.rules:1:26: ", "variable `?n` of the condition"},
      {"a: 1 => 2\na: 2 => 3", "a.rules:2:1: ", "already a rule `a`, in line 1"},
      {"a: 1 <=> 2\na-back: 2 => 3", "a.rules:2:1: ", "already a rule `a-back`"},
      {"a: (sin ?x) => 0 if zero(?x)", "a.rules:1:21: ", "`zero` is not a predicate"},
      {"a: (sin ?x) => 0 if in(?x, 1)", "a.rules:1:21: ", "takes 3 terms, not 2"},
      {"a: (sin ?x) => 0 if in(?x, 1, ?x)", "a.rules:1:28: ", "must be constants"},
      {"a: (sin ?x) => 0 if free(1, ?x)", "a.rules:1:21: ", "must be a variable"},
      {"a: (sin x) => 0", "a.rules:1:9: ", "neither a number nor a constant"},
      {"a: (sin ?) => 0", "a.rules:1:9: ", "needs a name"},
      {"a: (sin sin) => 0", "a.rules:1:9: ", "without operands"},
      {"a: 1/0 => 0", "a.rules:1:4: ", "neither a number"},
      {"a (sin ?x) => 0", "a.rules:1:3: ", "expected `:`"},
      {"a: (sin ?x) = 0", "a.rules:1:13: ", "expected `=>` or `<=>`"},
      {"a: (sin ?x) => 0 @reel", "a.rules:1:18: ", "expected the end of the rule"},
      {"a: (sin ?x) => 0 @real @complex", "a.rules:1:24: ", "both @real and @complex"},
      {"a: (sin ?x) <=> ?x @widens", "a.rules:1:13: ", "cannot widen"},
      {"a: (sin ?x\nb: 1 => 1", "a.rules:2:1: ", "indent a line"},
      {"a: (sin ?x) =>", "a.rules:1:15: ", "the end of the file"},
      {"  a: 1 => 1", "a.rules:1:3: ", "does not continue a rule"},
      {"(a): 1 => 1", "a.rules:1:1: ", "expected the name of a rule"},
      {"a: () => 1", "a.rules:1:5: ", "expected an operator"},
  };
  for (const BadRule& c : cases) {
    const base::Error found = error(c.text);
    EXPECT_THAT(found.message, StartsWith(c.place)) << c.text;
    EXPECT_THAT(found.message, HasSubstr(c.message)) << c.text;
  }
  EXPECT_THAT(error("a: (sin ?x) => 0 if zero(?x)").hint, HasSubstr("nonzero positive"));
  EXPECT_EQ(error("a: (sine ?x) => ?x").span, (base::Span{4, 8}));
}

TEST_F(RuleFile, BoundsTheDepthOfPatterns) {
  const std::string open(1'000'000, '(');
  error("a: " + open);
  std::string nested;
  for (int i = 0; i < 1'000'000; ++i) nested += "(sin ";
  EXPECT_THAT(error("a: " + nested).message, HasSubstr("nested parentheses"));
}

TEST_F(RuleFile, ReadsAFolderInTheOrderOfNamesAndRefusesANameUsedTwice) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "noether_rule_folder";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "b.rules") << "two: 1 => 1\n";
  std::ofstream(folder / "a.rules") << "one: 1 => 1\n";
  std::ofstream(folder / "notes.txt") << "not rules\n";
  auto rules = read_rule_folder(folder, pool_);
  ASSERT_TRUE(rules) << rules.error().message;
  ASSERT_EQ(rules->size(), 2u);
  EXPECT_EQ((*rules)[0].family, "a");
  EXPECT_EQ((*rules)[1].name, "two");

  std::ofstream(folder / "c.rules") << "one: 1 => 1\n";
  rules = read_rule_folder(folder, pool_);
  ASSERT_FALSE(rules);
  EXPECT_THAT(rules.error().message, HasSubstr("already a rule `one`"));
  std::filesystem::remove_all(folder);

  EXPECT_FALSE(read_rule_folder(folder, pool_));
  EXPECT_FALSE(read_rule_file(folder / "a.rules", pool_));
}

TEST_F(RuleFile, TheProgramCarriesTheRulesOfTheFolder) {
  const auto shipped = shipped_rules(pool_);
  ASSERT_TRUE(shipped) << shipped.error().message;
  const auto folder = read_rule_folder(NOETHER_SOURCE_DIR "/rules", pool_);
  ASSERT_TRUE(folder) << folder.error().message;
  ASSERT_EQ(shipped->size(), folder->size());
  for (std::size_t i = 0; i < folder->size(); ++i) {
    EXPECT_EQ(rule_text(pool_, (*shipped)[i]), rule_text(pool_, (*folder)[i]));
  }
}

TEST_F(RuleFile, EveryShippedRuleIsReadBackFromItsText) {
  const auto shipped = shipped_rules(pool_);
  ASSERT_TRUE(shipped) << shipped.error().message;
  for (const RuleText& rule : *shipped) {
    const auto again = read(rule_text(pool_, rule));
    ASSERT_EQ(again.size(), 1u);
    EXPECT_EQ(again[0].lhs, rule.lhs);
    EXPECT_EQ(again[0].rhs, rule.rhs);
    EXPECT_EQ(again[0].conditions, rule.conditions);
  }
}

}  // namespace
}  // namespace noether::algebra
