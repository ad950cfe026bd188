#include "noether/egraph/proof.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "noether/egraph/add_term.h"
#include "noether/egraph/proof_checker.h"
#include "noether/egraph/random_theory.h"
#include "noether/egraph/saturate.h"

namespace noether::egraph {
namespace {

TEST(Proof, IsAChainOfRuleApplications) {
  SymbolTable language;
  const RuleSet rules({read_rule("add-zero", "(+ ?a 0)", "?a", language).value(),
                       read_rule("commute", "(* ?a ?b)", "(* ?b ?a)", language).value()});
  EGraph<NoAnalysis> graph(NoAnalysis{}, true);
  const Term start = read_term("(* x (+ y 0))", language).value();
  const Term end = read_term("(* y x)", language).value();
  const ClassId a = add_term(graph, start);
  saturate(graph, rules);
  const ClassId b = add_term(graph, end);
  ASSERT_EQ(graph.find(a), graph.find(b));
  const auto proof = explain(graph, a, b);
  ASSERT_TRUE(proof) << proof.error().message;
  const auto check = check_proof(*proof, start, end, rules.rules());
  EXPECT_TRUE(check) << check.error().message;
  EXPECT_EQ(proof->steps.size(), 2U)
      << to_string(*proof, rules.rules(), [&](Symbol s) { return language.name(s); });
}

TEST(Proof, SaysWhenTermsAreNotKnownToBeEqual) {
  EGraph<NoAnalysis> graph(NoAnalysis{}, true);
  const ClassId x = graph.add(1, {});
  const ClassId y = graph.add(2, {});
  EXPECT_EQ(explain(graph, x, y).error().message, "the terms are not known to be equal");
  EXPECT_EQ(explain(EGraph<NoAnalysis>(), x, y).error().message,
            "the graph was made without proofs");
}

TEST(Proof, AsksTheCallerForWhatWasGiven) {
  SymbolTable language;
  EGraph<NoAnalysis> graph(NoAnalysis{}, true);
  const Term start = read_term("(f a b)", language).value();
  const Term end = read_term("(f c c)", language).value();
  const ClassId from = add_term(graph, start);
  const ClassId to = add_term(graph, end);
  const ClassId c = graph.add(language.intern("c"), {});
  graph.unite(graph.add(language.intern("a"), {}), c, Reason::given(3));
  graph.unite(c, graph.add(language.intern("b"), {}), Reason::given(4));
  graph.rebuild();
  const auto proof = explain(graph, from, to);
  ASSERT_TRUE(proof);
  EXPECT_FALSE(check_proof(*proof, start, end, {}));
  std::vector<std::uint32_t> asked;
  const ProofAuthorities authorities{.given = [&](std::uint32_t tag, const Term&, const Term&) {
    asked.push_back(tag);
    return true;
  }};
  EXPECT_TRUE(check_proof(*proof, start, end, {}, authorities));
  EXPECT_EQ(asked, (std::vector<std::uint32_t>{3, 4}));
}

// Changes one part of a proof, so that it is a different chain of terms or reasons.
void corrupt(Proof& proof, RandomTheory& random, std::size_t rule_count) {
  ProofStep& step = proof.steps[random.below(proof.steps.size())];
  switch (random.below(4)) {
    case 0:
      step.reason = Reason::rule(static_cast<std::uint32_t>(rule_count));
      break;
    case 1:
      step.position.push_back(7);
      break;
    // In the middle of a proof, an inserted subterm that is removed again could be any other.
    case 2:
      proof.steps.back().after.tokens.back().symbol += 1000;
      break;
    default:
      step.after.tokens.pop_back();
      break;
  }
}

TEST(Proof, OfRandomEqualitiesIsAcceptedAndCorruptedOnesAreNot) {
  std::size_t proofs = 0;
  std::size_t corrupted = 0;
  for (std::uint32_t seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    RandomTheory random(seed);
    const RuleSet rules(random.rules(1 + random.below(5)));
    EGraph<NoAnalysis> graph(NoAnalysis{}, true);
    std::vector<std::pair<Term, NodeId>> terms;
    for (int i = 0; i < 4; ++i) {
      const Term term = random.term(3);
      terms.emplace_back(term, add_term(graph, term));
    }
    saturate(graph, rules, {.limits = {.rounds = 3, .made_nodes = 400}});
    for (int i = 0; i < 20; ++i) {
      const Term term = random.term(3);
      terms.emplace_back(term, add_term(graph, term));
    }
    graph.rebuild();
    for (std::size_t i = 0; i < terms.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (graph.find(terms[i].second) != graph.find(terms[k].second)) continue;
        auto proof = explain(graph, terms[i].second, terms[k].second);
        ASSERT_TRUE(proof) << proof.error().message;
        const auto check = check_proof(*proof, terms[i].first, terms[k].first, rules.rules());
        ASSERT_TRUE(check) << check.error().message << "\n"
                           << to_string(*proof, rules.rules(),
                                        [&](Symbol s) { return random.language.name(s); });
        ++proofs;
        if (proof->steps.empty()) continue;
        corrupt(*proof, random, rules.size());
        EXPECT_FALSE(check_proof(*proof, terms[i].first, terms[k].first, rules.rules()));
        ++corrupted;
      }
    }
  }
  EXPECT_GT(proofs, 100U);
  EXPECT_GT(corrupted, 50U);
}

}  // namespace
}  // namespace noether::egraph
