#include "noether/algebra/rules/rule_check.h"
#include "noether/base/sanitized.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace noether::algebra {
namespace {

using testing::HasSubstr;

class RuleCheck : public testing::Test {
 protected:
  RuleVerdict check(std::string_view body, const CheckOptions& options = {}) {
    const std::string text = "rule: " + std::string(body);
    const auto rules = read_rules(text, "test.rules", pool_);
    if (!rules) {
      ADD_FAILURE() << rules.error().message;
      return {};
    }
    return check_rule(rules->front(), pool_, options);
  }
  void expect(std::initializer_list<std::pair<RuleStatus, std::string_view>> cases) {
    for (const auto& [status, body] : cases) {
      // A true rule gets ample time, so that the load of the machine does not matter.
      const RuleVerdict verdict =
          check(body, {.seconds = status == RuleStatus::Ok ? 120 : CheckOptions().seconds});
      EXPECT_EQ(verdict.status, status) << body << "\n  " << verdict_text(pool_, verdict);
    }
  }

  Vocabulary vocabulary_;
  Expressions pool_{vocabulary_};
};

using enum RuleStatus;

TEST_F(RuleCheck, FindsRulesFalseOnPartOfTheDomain) {
  expect({
      {False, "(sqrt (pow ?x 2)) => ?x"},
      {False, "(sqrt (pow ?x 2)) => (abs ?x)"},
      {Ok, "(sqrt (pow ?x 2)) => (abs ?x) @real"},
      {False, "(atan (tan ?x)) => ?x"},
      {Ok, "(atan (tan ?x)) => ?x if inside(?x, (/ pi -2), (/ pi 2))"},
      {False, "(pow (pow ?x ?a) ?b) => (pow ?x (* ?a ?b))"},
      {False, "(pow (pow ?x ?a) ?b) => (pow ?x (* ?a ?b)) if positive(?x)"},
      {Ok, "(pow (pow ?x ?a) ?b) => (pow ?x (* ?a ?b)) if positive(?x) @real"},
      {False, "(ln (* ?a ?b)) => (+ (ln ?a) (ln ?b)) @complex"},
      {False, "(acot ?x) => (- (/ pi 2) (atan ?x))"},
      {Ok, "(acot ?x) => (- (/ pi 2) (atan ?x)) if nonnegative(?x)"},
      {False, "(asinh ?x) => (ln (+ ?x (sqrt (- (pow ?x 2) 1)))) if less(1, ?x)"},
      {Ok, "(asinh ?x) => (ln (+ ?x (sqrt (+ (pow ?x 2) 1)))) @real"},
  });
}

TEST_F(RuleCheck, FindsWrongConstants) {
  expect({
      {False, "(sin (/ pi 12)) => (/ (- (sqrt 6) (sqrt 2)) 5)"},
      {Ok, "(sin (/ pi 12)) => (/ (- (sqrt 6) (sqrt 2)) 4)"},
      {False, "(sin (+ ?x pi)) => (sin ?x)"},
      {False, "(cos (* 3 ?x)) => (- (* 4 (pow (cos ?x) 3)) (* 2 (cos ?x)))"},
      {Ok, "(cos (* 3 ?x)) => (- (* 4 (pow (cos ?x) 3)) (* 3 (cos ?x)))"},
      {False, "(pow i 2) => 1 @complex"},
      {Ok, "(pow i 2) => -1 @complex"},
  });
}

TEST_F(RuleCheck, FindsRulesThatNarrowTheDomain) {
  expect({
      {Narrows, "(ln (* ?a ?b)) => (+ (ln ?a) (ln ?b)) @real"},
      {Narrows, "(acot ?x) => (atan (/ 1 ?x))"},
      {Narrows, "(factorial ?n) => (* ?n (factorial (- ?n 1)))"},
      {Ok, "(factorial ?n) => (* ?n (factorial (- ?n 1))) if positive(?n)"},
      {Narrows, "(* ?a ?b) => (/ ?a (/ 1 ?b))"},
      {Ok, "(asec ?x) => (acos (/ 1 ?x))"},
      {Ok, "(acsc ?x) => (asin (/ 1 ?x))"},
      {Ok, "(asec (* -1 ?x)) => (- pi (asec ?x))"},
      {Ok, "(acos ?x) => (- (/ pi 2) (asin ?x))"},
  });
}

TEST_F(RuleCheck, FindsRulesThatWidenTheDomain) {
  expect({
      {Widens, "(/ ?x ?x) => 1 if defined(?x)"},
      {Widens, "(exp (ln ?x)) => ?x"},
      {Widens, "(pow ?x 0) => 1 if defined(?x)"},
      {Ok, "(tan (atan ?x)) => ?x @real"},
      {Widens, "(tan (atan ?x)) => ?x @complex"},
      {Widens, "(pow (sqrt ?x) 2) => ?x @real"},
      {Ok, "(pow (sqrt ?x) 2) => ?x @complex"},
      {Widens, "(+ (asin ?x) (acos ?x)) => (/ pi 2) if defined(?x)"},
      {Ok, "(+ (asin ?x) (acos ?x)) => (/ pi 2) if defined(?x) and in(?x, -1, 1)"},
  });
  const RuleVerdict declared = check("(exp (ln ?x)) => ?x @widens");
  EXPECT_EQ(declared.status, Widens);
  EXPECT_TRUE(declared.passes());
  EXPECT_FALSE(check("(exp (ln ?x)) => ?x").passes());
  // The declaration does not excuse a wrong value.
  EXPECT_EQ(check("(sqrt (pow ?x 2)) => ?x @widens").status, False);
}

TEST_F(RuleCheck, FindsWhatIsFalseOnlyOnABoundary) {
  expect({
      {False, "(sign ?x) => 1 if nonnegative(?x) and defined(?x)"},
      {False, "(floor (+ ?x 1/2)) => (ceil (- ?x 1/2)) @real"},
      {Widens, "(atan (tan ?x)) => ?x if in(?x, (/ pi -2), (/ pi 2))"},
      {Ok, "(asin (sin ?x)) => ?x if in(?x, (/ pi -2), (/ pi 2))"},
      {Narrows, "(max ?a ?b) => (/ (* ?a (max ?a ?b)) ?a) if nonnegative(?a) @real"},
      {Widens, "(/ (- (pow ?a 2) (pow ?b 2)) (- ?a ?b)) => (+ ?a ?b)"},
  });
}

TEST_F(RuleCheck, TriesVariablesThatHaveNoValue) {
  const RuleVerdict verdict = check("(- ?a ?a) => 0");
  EXPECT_EQ(verdict.status, Widens);
  EXPECT_EQ(verdict_text(pool_, verdict),
            "widens at ?a undefined (real): left undefined, right defined");
  expect({
      {Ok, "(- ?a ?a) => 0 if defined(?a)"},
      {Ok, "(- ?a ?a) => 0 if defined((ln ?a))"},
      {Ok, "(- ?a ?a) => 0 if constant(?a)"},
      {Widens, "(/ ?x ?x) => 1 if positive(?x)"},
      {Widens, "(+ ?a (- ?b ?b)) => ?a if defined(?a)"},
  });
}

TEST_F(RuleCheck, TakesConditionsToHoldWhereTheirTermsHaveNoValue) {
  // ln(?x) is positive wherever it is defined, but ?x = -1 is not excluded by that.
  expect({
      {False, "(sqrt (pow ?x 2)) => ?x if positive((ln ?x)) @real"},
      {Ok, "(sqrt (pow ?x 2)) => ?x if positive((ln ?x)) and defined((ln ?x)) @real"},
  });
}

TEST_F(RuleCheck, SaysWhatItCouldNotTest) {
  expect({
      {Untested, "(sin ?x) => (cos ?x) if less(?x, 1) and less(2, ?x)"},
      {Untested, "(sqrt ?x) => (ln ?x) if less(?x, -1) @real"},
      {Untested, "(d ?x (floor ?f)) => 0"},
      {Untested, "i => i @real"},
  });
  EXPECT_FALSE(check("i => i @real").passes());
}

TEST_F(RuleCheck, DrawsPointsThatMeetTheConditions) {
  expect({
      {Ok, "(sin (* pi ?n)) => 0 if integer(?n) and defined(?n)"},
      {Ok, "(cos (* pi ?n)) => -1 if odd(?n) and defined(?n)"},
      {Ok, "(cos (* pi ?x)) => 0 if odd((* 2 ?x)) and defined(?x)"},
      {Ok, "(cos (+ ?x (* ?c pi))) => (sin ?x) if even((+ ?c 1/2)) and defined(?c)"},
      {Ok, "(floor (+ ?a ?n)) => (+ (floor ?a) ?n) if integer(?n)"},
      {Ok, "(abs (- ?a ?b)) => (- ?b ?a) if less(?a, ?b)"},
      {Ok, "(sqrt (pow ?x 2)) => (* -1 ?x) if inside(?x, (* -1 e), 0)"},
      {Ok, "(abs ?z) => (sqrt (pow ?z 2)) if real(?z)"},
      {Ok, "(/ (- ?a ?b) (- ?a ?b)) => 1 if distinct(?a, ?b) and defined((+ ?a ?b))"},
  });
}

TEST_F(RuleCheck, BindsFunctionsInRulesAboutDerivatives) {
  expect({
      {Ok, "(d ?x (* ?f ?g)) => (+ (* (d ?x ?f) ?g) (* ?f (d ?x ?g)))"},
      {False, "(d ?x (* ?f ?g)) => (* (d ?x ?f) (d ?x ?g))"},
      {Ok, "(d ?x ?c) => 0 if free(?x, ?c)"},
      {False, "(d ?x ?c) => 0"},
      {Ok, "(d ?x (acosh ?f)) => (/ (d ?x ?f) (* (sqrt (- ?f 1)) (sqrt (+ ?f 1))))"},
      {False, "(d ?x (acosh ?f)) => (/ (d ?x ?f) (sqrt (+ (pow ?f 2) 1)))"},
      {Ok, "(d ?x (pow ?f ?n)) => (* (* ?n (pow ?f (- ?n 1))) (d ?x ?f)) if free(?x, ?n)"},
      {False, "(d ?x (pow ?f ?n)) => (* (* ?n (pow ?f (- ?n 1))) (d ?x ?f))"},
      {Ok, "(d ?x (d ?y ?f)) => (d ?y (d ?x ?f))"},
      // Derivatives are formal, so domains give no verdict here.
      {Ok, "(d ?x (ln ?x)) => (/ 1 ?x)"},
  });
  EXPECT_THAT(verdict_text(pool_, check("(d ?x ?c) => 0")), HasSubstr("?c = x"));
}

TEST_F(RuleCheck, DifferentiatesRulesAboutAntiderivatives) {
  expect({
      {Ok, "(integral (cos ?x) ?x) => (sin ?x)"},
      {False, "(integral (cos ?x) ?x) => (cos ?x)"},
      {Ok, "(integral (+ ?f ?g) ?x) => (+ (integral ?f ?x) (integral ?g ?x))"},
      {Ok, "(integral (* ?c ?f) ?x) => (* ?c (integral ?f ?x)) if free(?x, ?c)"},
      {Ok, "(integral (* ?f (d ?x ?g)) ?x) => (- (* ?f ?g) (integral (* ?g (d ?x ?f)) ?x))"},
      {False, "(integral (* ?f (d ?x ?g)) ?x) => (+ (* ?f ?g) (integral (* ?g (d ?x ?f)) ?x))"},
      {Ok,
       "(integral (pow ?x ?n) ?x) => (/ (pow ?x (+ ?n 1)) (+ ?n 1)) "
       "if free(?x, ?n) and nonzero((+ ?n 1))"},
      {False, "(integral (pow ?x ?n) ?x) => (/ (pow ?x (+ ?n 1)) ?n) if free(?x, ?n)"},
      {Ok, "(d ?x (integral ?f ?x)) => ?f"},
  });
}

TEST_F(RuleCheck, IntegratesRulesAboutDefiniteIntegrals) {
  expect({
      {Ok, "(defint (+ ?f ?g) ?x ?a ?b) => (+ (defint ?f ?x ?a ?b) (defint ?g ?x ?a ?b))"},
      {Ok, "(defint ?f ?x ?a ?b) => (* -1 (defint ?f ?x ?b ?a))"},
      {False, "(defint ?f ?x ?a ?b) => (defint ?f ?x ?b ?a)"},
      {Ok, "(defint ?c ?x ?a ?b) => (* ?c (- ?b ?a)) if free(?x, ?c)"},
  });
}

TEST_F(RuleCheck, GivesThePointAndBothValues) {
  const RuleVerdict verdict = check("(sqrt (pow ?x 2)) => ?x @real");
  ASSERT_EQ(verdict.point.coordinates.size(), 1u);
  EXPECT_EQ(vocabulary_.name(verdict.point.coordinates[0].first), "?x");
  EXPECT_EQ(verdict_text(pool_, verdict), "false at ?x = -1 (real): left 1, right -1");
}

TEST_F(RuleCheck, GivesTheSameVerdictForTheSameSeed) {
  const std::string_view body = "(pow (pow ?x ?a) ?b) => (pow ?x (* ?a ?b))";
  EXPECT_EQ(verdict_text(pool_, check(body)), verdict_text(pool_, check(body)));
}

TEST_F(RuleCheck, StopsInTimeOnMonstrousRules) {
  CheckOptions options;
  options.seconds = 0.2;
  const auto start = std::chrono::steady_clock::now();
  check("(pow 9 (pow 9 (pow 9 (pow 9 ?x)))) => (factorial (factorial (factorial (gamma ?x))))",
        options);
  const auto elapsed = std::chrono::steady_clock::now() - start;
  EXPECT_LT(elapsed, std::chrono::seconds(10));
}

TEST_F(RuleCheck, EveryShippedRuleIsTrue) {
  const auto rules = shipped_rules(pool_);
  ASSERT_TRUE(rules) << rules.error().message;
  RuleSummary summary;
  const std::size_t every = base::kSanitized ? 8 : 1;
  for (std::size_t i = 0; i < rules->size(); i += every) {
    const RuleText& rule = (*rules)[i];
    const RuleVerdict verdict = check_rule(rule, pool_);
    summary.add(verdict);
    EXPECT_TRUE(verdict.passes()) << rule.file << ":" << rule.line << ": " << rule_text(pool_, rule)
                                  << "\n  " << verdict_text(pool_, verdict);
  }
  RecordProperty("summary", summary.to_text());
}

TEST(RuleSummary, CountsVerdicts) {
  RuleSummary summary;
  RuleVerdict verdict;
  verdict.status = Ok;
  summary.add(verdict);
  verdict.status = Widens;
  summary.add(verdict);
  verdict.declared = true;
  summary.add(verdict);
  EXPECT_EQ(summary.failed, 1u);
  EXPECT_EQ(summary.to_text(),
            "3 rules: 1 ok, 2 widens (1 declared), 0 untested, 0 narrows, 0 false");
}

}  // namespace
}  // namespace noether::algebra
