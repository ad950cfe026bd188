#include "noether/egraph/saturate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "noether/egraph/add_term.h"
#include "noether/egraph/invariants.h"
#include "noether/egraph/pattern.h"
#include "noether/egraph/random_theory.h"

namespace noether::egraph {
namespace {

TEST(Scheduler, DoublesLimitAndBanEachTime) {
  Scheduler scheduler(1, {.match_limit = 10, .ban_rounds = 3});
  EXPECT_EQ(scheduler.match_limit(0), 10U);
  scheduler.ban(0, 4);
  EXPECT_EQ(scheduler.match_limit(0), 20U);
  EXPECT_TRUE(scheduler.is_banned(0, 6));
  EXPECT_FALSE(scheduler.is_banned(0, 7));
  scheduler.ban(0, 7);
  EXPECT_EQ(scheduler.match_limit(0), 40U);
  EXPECT_TRUE(scheduler.is_banned(0, 12));
  EXPECT_FALSE(scheduler.is_banned(0, 13));
}

TEST(Scheduler, EndsTheSoonestBansWhenNothingElseMoves) {
  Scheduler scheduler(3, {.match_limit = 10, .ban_rounds = 4});
  scheduler.ban(0, 0);
  scheduler.ban(1, 2);
  EXPECT_TRUE(scheduler.end_soonest_bans(3));
  EXPECT_FALSE(scheduler.is_banned(0, 3));
  EXPECT_TRUE(scheduler.is_banned(1, 3));
  EXPECT_TRUE(scheduler.end_soonest_bans(3));
  EXPECT_FALSE(scheduler.is_banned(1, 3));
  EXPECT_FALSE(scheduler.end_soonest_bans(3));
}

TEST(Scheduler, RemembersWhatARuleHasSeen) {
  Scheduler scheduler(2, {});
  scheduler.applied(1, 5);
  scheduler.ban(1, 0);
  EXPECT_EQ(scheduler.since(0), 0U);
  EXPECT_EQ(scheduler.since(1), 5U);
}

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

// Returns whether two graphs hold the same terms and the same equalities: nodes of one are looked
// up in the other, from the leaves up, and classes must correspond one to one.
bool same_equalities(const EGraphCore& a, const EGraphCore& b) {
  if (a.node_count() != b.node_count() || a.class_count() != b.class_count()) return false;
  std::vector<ClassId> counterpart(a.id_count(), kNoId);
  std::vector<ClassId> back(b.id_count(), kNoId);
  std::size_t mapped = 0;
  for (bool moved = true; moved;) {
    moved = false;
    bool same = true;
    a.for_each_class([&](ClassId id) {
      a.for_each_node(id, [&](NodeId, const NodeView& node) {
        std::vector<ClassId> children;
        for (const ClassId child : node.children) children.push_back(counterpart[child]);
        if (std::ranges::count(children, kNoId) > 0) return;
        const auto found = b.lookup(node.symbol, children);
        if (!found || (counterpart[id] != kNoId && counterpart[id] != *found) ||
            (back[*found] != kNoId && back[*found] != id)) {
          same = false;
          return;
        }
        if (counterpart[id] != kNoId) return;
        counterpart[id] = *found;
        back[*found] = id;
        ++mapped;
        moved = true;
      });
    });
    if (!same) return false;
  }
  return mapped == a.class_count();
}

// The earlier rounds are identical for the search, so it need not inspect its rules again; among so
// many unchanged classes, it visits only those near a change.
TEST(Saturate, MatchesATermWithoutVariablesThatComesUpAfterManyRounds) {
  Fixture f;
  const RuleSet rules({f.rule("descend", "(w (k ?a))", "(w ?a)"), f.rule("arrive", "(w z)", "c"),
                       f.rule("use", "(q ?a c)", "?a")});
  for (int i = 0; i < 50; ++i) f.add(("u" + std::to_string(i)).c_str());
  f.add("(q x (w (k (k (k (k (k (k z))))))))");
  const SaturationReport report = saturate(f.graph, rules);
  EXPECT_EQ(report.stop, StopReason::Saturated);
  EXPECT_TRUE(f.equal("x", "(q x (w (k (k (k (k (k (k z))))))))"));
}

TEST(Saturate, FindsAllOrdersOfASum) {
  Fixture f;
  const RuleSet rules({f.rule("commute", "(+ ?a ?b)", "(+ ?b ?a)"),
                       f.rule("associate", "(+ ?a (+ ?b ?c))", "(+ (+ ?a ?b) ?c)")});
  f.add("(+ a (+ b (+ c d)))");
  const SaturationReport report = saturate(f.graph, rules);
  EXPECT_EQ(report.stop, StopReason::Saturated);
  EXPECT_TRUE(f.equal("(+ a (+ b (+ c d)))", "(+ (+ d b) (+ c a))"));
  // Every nonempty subset of the four summands is one class.
  EXPECT_EQ(f.graph.class_count(), 15U);
  EXPECT_EQ(f.graph.node_count(), 4U + 6 * 2 + 4 * 6 + 14);
}

TEST(Saturate, MatchesVariablesThatOccurTwiceAndTermsWithoutVariables) {
  Fixture f;
  const RuleSet rules({f.rule("factor", "(+ (* ?a ?b) (* ?a ?c))", "(* ?a (+ ?b ?c))"),
                       f.rule("cancel", "(- ?a ?a)", "0"), f.rule("zero", "(+ ?a (- 1 1))", "?a"),
                       f.rule("unit", "one", "1")});
  f.add("(+ (* x y) (* x z))");
  f.add("(+ (* x y) (* y z))");
  f.add("(+ u (- one 1))");
  f.add("(- u v)");
  EXPECT_EQ(saturate(f.graph, rules).stop, StopReason::Saturated);
  EXPECT_TRUE(f.equal("(+ (* x y) (* x z))", "(* x (+ y z))"));
  EXPECT_FALSE(f.equal("(+ (* x y) (* y z))", "(* y (+ x z))"));
  EXPECT_TRUE(f.equal("(+ u (- one 1))", "u"));
  EXPECT_TRUE(f.equal("(- one one)", "0"));
  EXPECT_FALSE(f.equal("(- u v)", "0"));
}

TEST(Saturate, MatchesSymbolsOfManyChildren) {
  Fixture f;
  const RuleSet rules({f.rule("rotate", "(t ?a (t ?b ?c ?d) ?a)", "(t ?b ?c ?d ?a)"),
                       f.rule("four", "(t ?a ?b ?c ?d)", "(u ?d)")});
  f.add("(t p (t q r s) p)");
  f.add("(t p (t q r s) q)");
  EXPECT_EQ(saturate(f.graph, rules).stop, StopReason::Saturated);
  EXPECT_TRUE(f.equal("(t p (t q r s) p)", "(u p)"));
  EXPECT_FALSE(f.equal("(t p (t q r s) q)", "(u p)"));
}

TEST(Saturate, RemembersTheRuleThatMadeANode) {
  Fixture f;
  const RuleSet rules(
      {f.rule("double", "(+ ?a ?a)", "(* 2 ?a)"), f.rule("commute", "(* ?a ?b)", "(* ?b ?a)")});
  f.add("(+ x x)");
  saturate(f.graph, rules);
  const ClassId x = *lookup_term(f.graph, read_term("x", f.language).value());
  const ClassId two = *lookup_term(f.graph, read_term("2", f.language).value());
  const auto origin = [&](const char* symbol, ClassId a, ClassId b) {
    const std::array<ClassId, 2> children{a, b};
    const NodeId node = f.graph.lookup_node(f.language.intern(symbol), children);
    return node == kNoId ? kNoId : f.graph.origin(node);
  };
  EXPECT_EQ(origin("+", x, x), EGraphCore::kNoOrigin);
  EXPECT_EQ(origin("*", two, x), 0U);
  EXPECT_EQ(origin("*", x, two), 1U);
  EXPECT_EQ(origin("*", x, x), kNoId);
}

TEST(Saturate, StopsNearTheNodeLimit) {
  Fixture f;
  const RuleSet rules({f.rule("grow", "(f ?a)", "(f (g ?a))")});
  f.add("(f x)");
  const SaturationReport report =
      saturate(f.graph, rules, {.limits = {.rounds = 1000, .made_nodes = 100}});
  EXPECT_EQ(report.stop, StopReason::NodeLimit);
  EXPECT_GT(f.graph.made_node_count(), 100U);
  EXPECT_LE(f.graph.made_node_count(), 102U);
}

TEST(Saturate, StopsInsideARoundThatWouldExplode) {
  Fixture f;
  const RuleSet rules({f.rule("grow", "(f ?a ?b)", "(f (f ?b ?a) (f ?a ?b))"),
                       f.rule("join", "(f (f ?a ?b) (f ?c ?d))", "(f (f ?a ?c) (f ?b ?d))")});
  f.add("(f x y)");
  SaturationOptions options{.limits = {.rounds = 1000, .made_nodes = SIZE_MAX}};
  options.scheduler.back_off = false;
  options.limits.bytes = std::size_t{8} << 20;
  EXPECT_EQ(saturate(f.graph, rules, options).stop, StopReason::MemoryLimit);
  EXPECT_LT(f.graph.bytes(), std::size_t{24} << 20);
  f.graph.clear();
  f.add("(f x y)");
  options.limits.bytes = SIZE_MAX;
  options.limits.seconds = 0.05;
  EXPECT_EQ(saturate(f.graph, rules, options).stop, StopReason::TimeLimit);
}

TEST(Saturate, ReportsRoundLimitAndGoal) {
  Fixture f;
  const RuleSet rules({f.rule("grow", "(f ?a)", "(f (g ?a))")});
  f.add("(f x)");
  EXPECT_EQ(saturate(f.graph, rules, {.limits = {.rounds = 3}}).stop, StopReason::RoundLimit);
  EXPECT_FALSE(f.equal("(f x)", "(f (g (g (g (g x)))))"));
  const SaturationReport report =
      saturate(f.graph, rules, {.goal = [&] { return f.equal("(f x)", "(f (g (g (g (g x)))))"); }});
  EXPECT_EQ(report.stop, StopReason::Goal);
}

TEST(Saturate, BansRulesWithManyMatchesForAWhile) {
  Fixture f;
  const RuleSet rules({f.rule("commute", "(+ ?a ?b)", "(+ ?b ?a)"),
                       f.rule("associate", "(+ ?a (+ ?b ?c))", "(+ (+ ?a ?b) ?c)")});
  f.add("(+ a (+ b (+ c (+ d (+ e g)))))");
  SaturationOptions options;
  options.scheduler.match_limit = 5;
  options.scheduler.ban_rounds = 2;
  options.limits.rounds = 1000;
  EXPECT_EQ(saturate(f.graph, rules, options).stop, StopReason::Saturated);
  EXPECT_EQ(f.graph.class_count(), 63U);
}

TEST(Saturate, FindsWithNewMatchesOnlyWhatItFindsWithAll) {
  std::size_t grown = 0;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    RandomTheory random(seed);
    const RuleSet rules(random.rules(2 + random.below(6)));
    std::vector<Term> terms;
    for (int i = 0; i < 3; ++i) terms.push_back(random.term(3));
    // A round that ends at the node limit may end at another place in the other graph.
    SaturationOptions options{.limits = {.rounds = 4, .made_nodes = 50'000, .seconds = 100}};
    options.scheduler.back_off = false;
    EGraph<NoAnalysis> graph;
    EGraph<NoAnalysis> full;
    for (const Term& term : terms) add_term(graph, term), add_term(full, term);
    const SaturationReport report = saturate(graph, rules, options);
    options.scheduler.search_everything = true;
    const SaturationReport full_report = saturate(full, rules, options);
    if (full_report.stop == StopReason::NodeLimit || report.stop == StopReason::NodeLimit) continue;
    ASSERT_TRUE(same_equalities(graph, full));
    if (graph.node_count() > 30) ++grown;
  }
  EXPECT_GT(grown, 20U);
}

// The size of the smallest term of a class: it changes long after a class is made, and rules that
// require it must be tried again then.
struct SmallestSize {
  using Data = std::uint32_t;

  static Data make(const EGraph<SmallestSize>& graph, const NodeView& node) {
    Data size = 1;
    for (const ClassId child : node.children) size += graph.data(child);
    return std::min(size, 1000U);
  }
  static bool compatible(Data, Data) { return true; }
  static MergeChange merge(Data& into, Data& from) {
    const Data least = std::min(into, from);
    const MergeChange change{into != least, from != least};
    into = least;
    return change;
  }
  static void modify(EGraph<SmallestSize>&, ClassId) {}
  static bool holds(const EGraph<SmallestSize>& graph, std::uint32_t most,
                    std::span<const ClassId> bindings) {
    return bindings.empty() || graph.data(bindings.front()) <= most;
  }
};

TEST(Saturate, TriesConditionsAgainWhenDataChanges) {
  std::size_t compared = 0;
  for (std::uint32_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    RandomTheory random(seed);
    std::vector<Rule> theory = random.rules(2 + random.below(5));
    for (Rule& rule : theory) {
      if (random.below(2) == 0) rule.condition = 1 + static_cast<std::uint32_t>(random.below(2));
    }
    const RuleSet rules(theory);
    std::vector<Term> terms;
    for (int i = 0; i < 3; ++i) terms.push_back(random.term(3));
    SaturationOptions options{.limits = {.rounds = 12, .made_nodes = 1000, .seconds = 100}};
    options.scheduler.back_off = false;
    EGraph<SmallestSize> graph;
    EGraph<SmallestSize> full;
    for (const Term& term : terms) add_term(graph, term), add_term(full, term);
    const SaturationReport report = saturate(graph, rules, options);
    options.scheduler.search_everything = true;
    const SaturationReport full_report = saturate(full, rules, options);
    if (full_report.stop != StopReason::Saturated) continue;
    ASSERT_EQ(report.stop, StopReason::Saturated);
    ASSERT_TRUE(same_equalities(graph, full));
    ++compared;
  }
  EXPECT_GT(compared, 30U);
}

TEST(Saturate, TakesUpASearchWhereItEndedForLackOfNodes) {
  std::size_t compared = 0;
  std::size_t taken_up = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomTheory random(seed);
    const RuleSet rules(random.rules(5));
    const Term term = random.term(4);
    SaturationOptions options{
        .limits = {.rounds = 30, .made_nodes = 1000, .seconds = 100, .bytes = SIZE_MAX},
        .matches_per_node = 0};
    options.scheduler.back_off = seed % 2 == 0;
    EGraph<NoAnalysis> whole;
    add_term(whole, term);
    const SaturationReport whole_report = saturate(whole, rules, options);
    if (whole_report.stop != StopReason::Saturated) continue;
    // The limit is so close that searches end early.
    options.limits.rounds = 1000;
    options.limits.made_nodes = whole.made_node_count() + 3;
    options.matches_per_node = 1;
    EGraph<NoAnalysis> graph;
    add_term(graph, term);
    const SaturationReport report = saturate(graph, rules, options);
    if (report.stop == StopReason::NodeLimit) continue;  // another order can make more nodes
    ASSERT_EQ(report.stop, StopReason::Saturated);
    ASSERT_TRUE(same_equalities(graph, whole));
    ++compared;
    if (report.rounds > whole_report.rounds) ++taken_up;
  }
  EXPECT_GT(compared, 30U);
  EXPECT_GT(taken_up, 3U);
}

TEST(Saturate, GivesTheSameGraphBitForBit) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    base::Digest digests[2];
    std::vector<std::vector<int>> noise;  // moves later allocations
    for (base::Digest& digest : digests) {
      RandomTheory random(seed);
      const RuleSet rules(random.rules(5));
      EGraph<NoAnalysis> graph;
      add_term(graph, random.term(3));
      saturate(graph, rules, {.limits = {.rounds = 5, .made_nodes = 2000, .seconds = 100}});
      digest = digest_of(graph);
      for (std::size_t i = 1; i < 100; ++i) noise.emplace_back(i * 7);
    }
    EXPECT_EQ(digests[0], digests[1]);
  }
}

TEST(Saturate, ReusesASaturatorAndAGraph) {
  RandomTheory random(11);
  const RuleSet rules(random.rules(6));
  const Term term = random.term(3);
  Saturator saturator(rules);
  EGraph<NoAnalysis> graph;
  base::Digest first;
  for (int i = 0; i < 3; ++i) {
    graph.clear();
    add_term(graph, term);
    saturator.run(graph, {.limits = {.rounds = 5, .made_nodes = 2000, .seconds = 100}});
    if (i == 0) first = digest_of(graph);
    EXPECT_EQ(digest_of(graph), first);
  }
}

}  // namespace
}  // namespace noether::egraph
