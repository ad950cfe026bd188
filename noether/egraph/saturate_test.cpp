#include "noether/egraph/saturate.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "noether/egraph/add_term.h"
#include "noether/egraph/language.h"

namespace noether::egraph {
namespace {

struct Fixture {
  SymbolTable language;
  EGraph<NoAnalysis> graph;

  Rule rule(const char* name, const char* lhs, const char* rhs) {
    return read_rule(name, lhs, rhs, language).value();
  }
  ClassId add(const char* text) { return add_term(graph, read_term(text, language).value()); }
  bool equal(const char* a, const char* b) {
    const auto left = lookup_term(graph, read_term(a, language).value());
    const auto right = lookup_term(graph, read_term(b, language).value());
    return left && right && *left == *right;
  }
};

TEST(Saturate, FindsAllOrdersOfASum) {
  Fixture f;
  const RuleSet rules({f.rule("commute", "(+ ?a ?b)", "(+ ?b ?a)"),
                       f.rule("associate", "(+ ?a (+ ?b ?c))", "(+ (+ ?a ?b) ?c)")});
  f.add("(+ a (+ b (+ c d)))");
  const SaturationReport report = saturate(f.graph, rules);
  EXPECT_EQ(report.stop, StopReason::Saturated);
  EXPECT_TRUE(f.equal("(+ a (+ b (+ c d)))", "(+ (+ d b) (+ c a))"));
  // Every subset of at least one of four summands is one class.
  EXPECT_EQ(f.graph.class_count(), 15U);
  EXPECT_EQ(f.graph.node_count(), 4U + 6 * 2 + 4 * 6 + 14);
}

TEST(Saturate, StopsAtTheNodeLimitWithinOneMatch) {
  Fixture f;
  const RuleSet rules({f.rule("grow", "(f ?a)", "(f (g ?a))")});
  f.add("(f x)");
  const SaturationReport report = saturate(f.graph, rules, {.limits = {.rounds = 1000, .made_nodes = 100}});
  EXPECT_EQ(report.stop, StopReason::NodeLimit);
  EXPECT_GT(f.graph.made_node_count(), 100U);
  EXPECT_LE(f.graph.made_node_count(), 102U);
}

}  // namespace
}  // namespace noether::egraph
