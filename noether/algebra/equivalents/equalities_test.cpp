#include "noether/algebra/equivalents/equalities.h"

#include <gtest/gtest.h>

#include "noether/algebra/equivalents/equivalents.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/numeric/compare.h"
#include "noether/egraph/add_term.h"
#include "noether/egraph/invariants.h"
#include "noether/egraph/proof.h"
#include "noether/egraph/proof_checker.h"

namespace noether::algebra {
namespace {

using egraph::ClassId;
using egraph::Term;

struct EqualitiesTest : testing::Test {
  Vocabulary words;
  Expressions pool{words};

  ExprId read(std::string_view text) {
    const auto expression = read_expression(formula::Notation::SExpression, text, pool);
    EXPECT_TRUE(expression) << text;
    return expression.value_or(0);
  }
  RuleBook book_of(std::string_view rules, RuleChoice choice = {}) {
    const auto texts = read_rules(rules, "test.rules", pool);
    EXPECT_TRUE(texts) << texts.error().message;
    auto book = RuleBook::compile(*texts, pool, choice);
    EXPECT_TRUE(book);
    return std::move(*book);
  }
};

TEST_F(EqualitiesTest, RefusesWhatAFalseRuleWantsToMerge) {
  const RuleBook book = book_of(
      "wrong: (sin ?x) => ?x\n"
      "also-wrong: (+ ?a ?b) => (* ?a ?b)\n");
  Equalities equalities(words, book);
  const ClassId sine = equalities.add(pool, read("(sin x)"));
  const ClassId x = equalities.add(pool, read("x"));
  const ClassId three = equalities.add(pool, read("(+ 1 2)"));
  const ClassId two = equalities.add(pool, read("2"));
  equalities.saturate();
  EXPECT_FALSE(equalities.equal(sine, x));
  EXPECT_FALSE(equalities.equal(three, two));
  EXPECT_GT(equalities.graph().refusal_count(), 0U);
  ASSERT_FALSE(equalities.graph().refusals().empty());
  EXPECT_EQ(equalities.graph().refusals().front().reason.kind, egraph::Reason::Kind::Rule);
}

TEST_F(EqualitiesTest, AppliesARuleOnlyWhenItsConditionIsKnown) {
  const RuleBook book = book_of("cancel: (/ ?a ?a) => 1 if nonzero(?a) and defined(?a)\n");
  Equalities equalities(words, book);
  const ClassId one = equalities.add(pool, read("1"));
  const ClassId unknown = equalities.add(pool, read("(/ x x)"));
  const ClassId known = equalities.add(pool, read("(/ (exp x) (exp x))"));
  const ClassId partial = equalities.add(pool, read("(/ (exp (ln x)) (exp (ln x)))"));
  equalities.saturate();
  EXPECT_FALSE(equalities.equal(unknown, one));
  EXPECT_TRUE(equalities.equal(known, one));
  EXPECT_FALSE(equalities.equal(partial, one));
}

TEST_F(EqualitiesTest, NeverMergesZeroAndOne) {
  Equalities equalities(words, RuleBook::shipped({}));
  const ClassId root = equalities.add(pool, read("(sin x)"));
  const ClassId zero = equalities.add(pool, read("0"));
  const ClassId one = equalities.add(pool, read("1"));
  equalities.saturate({.limits = {.rounds = 100, .made_nodes = 100'000, .seconds = 3}});
  EXPECT_FALSE(equalities.equal(zero, one));
  EXPECT_FALSE(equalities.equal(root, zero));
  EXPECT_EQ(equalities.graph().refusal_count(), 0U);
}

TEST_F(EqualitiesTest, GrowsTheSameGraphTwice) {
  const auto grow = [&] {
    Equalities equalities(words, RuleBook::shipped({}));
    equalities.add(pool, read("(* 3 (tan (+ (* 2 x) 1)))"));
    equalities.saturate({.limits = {.made_nodes = 3'000}});
    return egraph::digest_of(equalities.graph());
  };
  EXPECT_EQ(grow(), grow());
}

// Every equivalent has the value of the expression it came from, and a proof that an independent
// checker accepts.
TEST_F(EqualitiesTest, EquivalentsAreEqualAndHaveProofs) {
  for (const char* text : {"(pow (sec x) 2)", "(- (* 7 (acot x)) -3)", "(ln (* 3 (exp x)))",
                           "(+ (tanh (* 2 x)) (abs y))"}) {
    Equalities equalities(words, RuleBook::shipped({}), true);
    const ExprId expression = read(text);
    const ClassId root = equalities.add(pool, expression);
    equalities.saturate({.limits = {.made_nodes = 1'500}});
    AlgebraGraph& graph = equalities.graph();
    Equivalents equivalents(graph, root, 15);
    const Point point{{{words.variable("x"), pool.number(Rational(37, 29))},
                       {words.variable("y"), pool.number(Rational(-5, 3))}}};
    egraph::ProofAuthorities authorities;
    authorities.condition = [&](std::uint32_t condition, std::span<const Term> bindings) {
      std::vector<ClassId> classes;
      for (const Term& term : bindings) classes.push_back(egraph::lookup_term(graph, term).value());
      return graph.analysis().holds(graph, condition, classes);
    };
    authorities.analysis = [&](std::uint32_t, const Term& before, const Term& after) {
      const Term& folded = before.size() == 1 ? after : before;
      const Term& value = before.size() == 1 ? before : after;
      std::vector<Head> numbers;
      for (std::size_t i = 1; i < folded.size(); ++i) {
        numbers.emplace_back(folded.tokens[i].symbol);
      }
      return value.size() == 1 &&
             folds_to(words, Head(folded.tokens[0].symbol), numbers, Head(value.tokens[0].symbol));
    };
    int proofs = 0;
    for (const Term& term : equivalents.sample(12, 7)) {
      const ExprId equal = to_expression(term, pool);
      BallEvaluator evaluator(pool, {expression, equal});
      EXPECT_EQ(compare_at(evaluator, point, Field::Real, 20).outcome, Outcome::SameValue)
          << text << " and " << expression_text(formula::Notation::SExpression, pool, equal);
      const ClassId id = equalities.add(pool, equal);
      graph.rebuild();
      if (!equalities.equal(root, id)) continue;  // a fraction that the graph holds as one number
      const auto proof = egraph::explain(graph, root, id);
      if (!proof) continue;  // longer than the limit
      ++proofs;
      const auto checked = egraph::check_proof(*proof, proof->start, proof->end(),
                                               equalities.book().rules().rules(), authorities);
      EXPECT_TRUE(checked) << text << ": " << checked.error().message;
    }
    EXPECT_GT(proofs, 5) << text;
  }
}

TEST_F(EqualitiesTest, CountsNoTwinsAndNoPadding) {
  const RuleBook book = book_of(
      "commute: (+ ?a ?b) => (+ ?b ?a)\n"
      "pad: (+ ?a ?b) => (* (+ ?a ?b) 1)\n");
  Equalities equalities(words, book);
  const ClassId root = equalities.add(pool, read("(+ x y)"));
  equalities.saturate();
  const Equivalents equivalents(equalities.graph(), root, 9);
  EXPECT_EQ(equivalents.total(), 1);
}

TEST_F(EqualitiesTest, WritesAFractionAsThreeTokens) {
  const RuleBook book = book_of("halve: (/ ?a 2) => (* 1/2 ?a)\n");
  Equalities equalities(words, book);
  const ClassId root = equalities.add(pool, read("(/ x 2)"));
  equalities.saturate();
  const Equivalents equivalents(equalities.graph(), root, 9);
  EXPECT_EQ(equivalents.counts().count(0, 3), 1);
  EXPECT_EQ(equivalents.counts().count(0, 5), 1);
}

}  // namespace
}  // namespace noether::algebra
