#include "noether/egen/clusters/cluster_maker.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/equivalents/equalities.h"
#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/expression/fold.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/numeric/compare.h"
#include "noether/algebra/numeric/points.h"
#include "noether/egen/prefix_tokens.h"
#include "noether/egraph/add_term.h"
#include "noether/egraph/proof_checker.h"

namespace noether::egen {
namespace {

using algebra::ExprId;
using formula::Notation;

constexpr std::uint64_t kSeed = 7;
const std::vector<std::string>& initials() {
  static const std::vector<std::string> all = {"pow sec x 2",
                                               "- sin * -8 x 5",
                                               "+ / asec * 3 x -5 4",
                                               "/ 9 asech * -7 x",
                                               "d x * -6 asin * -5 x",
                                               "d x ln x",
                                               "* 9 + * -6 pow x -8 / x -4",
                                               "pow acsch * 4 x -6",
                                               "* + x y - x y",
                                               "- * 7 acot x -3",
                                               "ln * 3 exp x",
                                               "d x - + pow x 2 * 4 x 4"};
  return all;
}

std::size_t token_count(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, ' ')) + 1;
}

ClusterOptions small_options() {
  ClusterOptions options;
  options.made_nodes = 3000;
  options.per_cluster = 40;
  return options;
}

TEST(ClusterMaker, GivesAsManyMembersAsAskedTheInitialExpressionFirst) {
  ClusterMaker maker(small_options());
  for (const std::string& initial : initials()) {
    const auto made = maker.make(initial, "here", 3, kSeed);
    ASSERT_TRUE(made) << initial;
    EXPECT_TRUE(made->dropped.empty()) << initial << " " << made->dropped;
    const Cluster& cluster = made->cluster;
    ASSERT_EQ(cluster.members.size(), 40u) << initial;
    EXPECT_EQ(cluster.members[0].expression, initial);
    EXPECT_EQ(cluster.id, 3u);
    EXPECT_EQ(cluster.origin, "here");
    EXPECT_GE(mpz_class(cluster.available), 39);
    for (const Member& member : cluster.members) {
      EXPECT_EQ(member.verdict, algebra::Verdict::Proven);
      EXPECT_EQ(member.domain, Domain::Same);
      EXPECT_GT(member.shared_points, 0);
    }
  }
}

TEST(ClusterMaker, KeepsToTheTokenLimitAndRepeatsNothing) {
  for (const std::uint32_t limit : {9U, 14U, 25U}) {
    ClusterOptions options = small_options();
    options.max_tokens = limit;
    ClusterMaker maker(options);
    for (const std::string& initial : initials()) {
      const auto made = maker.make(initial, "", 0, kSeed);
      ASSERT_TRUE(made);
      std::set<std::string> texts;
      std::set<std::uint64_t> twins;
      for (const Member& member : made->cluster.members) {
        EXPECT_LE(token_count(member.expression), limit);
        EXPECT_TRUE(texts.insert(member.expression).second) << member.expression;
        EXPECT_TRUE(twins.insert(twin_key(member.expression)).second) << member.expression;
      }
    }
  }
}

TEST(ClusterMaker, GivesTwinsWhenAsked) {
  ClusterOptions options = small_options();
  options.twins = true;
  options.per_cluster = 100;
  ClusterMaker maker(options);
  const auto made = maker.make("+ x y", "", 0, kSeed);
  ASSERT_TRUE(made);
  std::set<std::string> texts;
  std::set<std::uint64_t> twins;
  for (const Member& member : made->cluster.members) {
    EXPECT_TRUE(texts.insert(member.expression).second);
    twins.insert(twin_key(member.expression));
  }
  EXPECT_LT(twins.size(), texts.size());
}

TEST(ClusterMaker, ReadsBackWhatItWrites) {
  ClusterMaker maker(small_options());
  for (const std::string& initial : initials()) {
    const auto made = maker.make(initial, "", 0, kSeed);
    for (const Member& member : made->cluster.members) {
      algebra::Vocabulary words;
      algebra::Expressions pool(words);
      const auto id = algebra::read_expression(Notation::Prefix, member.expression, pool);
      ASSERT_TRUE(id) << member.expression;
      EXPECT_EQ(algebra::write_expression(Notation::Prefix, pool, *id).value(), member.expression);
    }
  }
}

TEST(ClusterMaker, SpreadsOverRootOperators) {
  const ClusterOptions options;
  ClusterMaker maker(options);
  double sum = 0;
  for (const std::string& initial : initials()) {
    const auto made = maker.make(initial, "", 0, kSeed);
    std::map<std::string, double> roots;
    for (const Member& member : made->cluster.members) {
      ++roots[member.expression.substr(0, member.expression.find(' '))];
    }
    double most = 0;
    for (const auto& [root, times] : roots) most = std::max(most, times);
    sum += most / static_cast<double>(made->cluster.members.size());
  }
  EXPECT_LE(sum / static_cast<double>(initials().size()), 0.35);
}

TEST(ClusterMaker, GivesTheSameWhateverItMadeBefore) {
  ClusterMaker used(small_options());
  for (const std::string& initial : initials()) ASSERT_TRUE(used.make(initial, "", 1, 2));
  for (const std::string& initial : initials()) {
    ClusterMaker fresh(small_options());
    EXPECT_EQ(used.make(initial, "", 1, 2)->cluster, fresh.make(initial, "", 1, 2)->cluster);
  }
}

TEST(ClusterMaker, GivesOtherMembersForAnotherSeedOrId) {
  ClusterMaker maker(small_options());
  const auto one = maker.make("pow sec x 2", "", 1, 2);
  EXPECT_NE(one->cluster.members, maker.make("pow sec x 2", "", 1, 3)->cluster.members);
  EXPECT_NE(one->cluster.members, maker.make("pow sec x 2", "", 2, 2)->cluster.members);
}

TEST(ClusterMaker, SaysWhyThereIsNoCluster) {
  ClusterMaker maker(small_options());
  const auto reason = [&](std::string_view initial) {
    const auto made = maker.make(initial, "", 0, 0);
    EXPECT_TRUE(made) << initial;
    EXPECT_TRUE(made->cluster.members.empty()) << initial;
    return made->dropped;
  };
  EXPECT_NE(reason("ln - -1 pow x 2").find("no real value"), std::string::npos);
  EXPECT_NE(reason("d x floor x").find("no number is known"), std::string::npos);
  EXPECT_NE(reason("x").find("known to equal"), std::string::npos);
  std::string long_sum = "x";
  for (int i = 0; i < 20; ++i) long_sum = "+ x " + long_sum;
  EXPECT_NE(reason(long_sum).find("25 tokens"), std::string::npos);
  EXPECT_FALSE(maker.make("+ x", "", 0, 0));
  EXPECT_FALSE(maker.make("", "", 0, 0));
}

TEST(ClusterMaker, OffersOtherDomainsOnlyWhenAsked) {
  ClusterOptions options = small_options();
  options.shared_domain = true;
  ClusterMaker maker(options);
  const auto made = maker.make("exp ln x", "", 0, kSeed);
  ASSERT_TRUE(made && made->dropped.empty());
  std::size_t wider = 0;
  for (const Member& member : made->cluster.members)
    wider += member.domain == Domain::Wider ? 1 : 0;
  EXPECT_GT(wider, 0u);
}

// Checks members by an independent method: balls at random points that the maker does not use, and
// the same domain there.
TEST(ClusterMaker, MembersHoldForBothRangesOfArccot) {
  ClusterMaker maker(small_options());
  std::uint64_t refused = 0;
  for (const char* initial : {"* 2 acot x", "atan / 1 x", "tan acot x"}) {
    const auto made = maker.make(initial, "here", 3, kSeed);
    ASSERT_TRUE(made) << initial;
    refused += made->refused[static_cast<std::size_t>(Refusal::ArccotRange)];
    algebra::Vocabulary vocabulary;
    algebra::Expressions pool(vocabulary);
    algebra::ExpressionReader reader;
    const auto as_others_read = [&](std::string_view text) {
      return with_positive_arccot(pool, reader.read(Notation::Prefix, text, pool).value());
    };
    const ExprId expected = as_others_read(initial);
    for (const Member& member : made->cluster.members) {
      algebra::DecideOptions options;
      options.equality = algebra::Equality::WhereBothDefined;
      options.want_proof = false;
      const auto decision = decide(pool, expected, as_others_read(member.expression), options);
      EXPECT_NE(decision.verdict, algebra::Verdict::Refuted)
          << initial << " | " << member.expression;
    }
  }
  EXPECT_GT(refused, 0U);
}

TEST(ClusterMaker, MembersAreEqualAtPointsOfAnotherSeed) {
  ClusterMaker maker(small_options());
  for (const std::string& initial : initials()) {
    const auto made = maker.make(initial, "", 0, kSeed);
    algebra::Vocabulary words;
    algebra::Expressions pool(words);
    const auto read = [&](const std::string& text) {
      return algebra::read_expression(Notation::Prefix, text, pool).value();
    };
    const ExprId first = algebra::eliminate_derivatives(pool, read(initial));
    std::size_t shared = 0;
    for (const Member& member : made->cluster.members) {
      const ExprId id = algebra::eliminate_derivatives(pool, read(member.expression));
      algebra::BallEvaluator evaluator(pool, {first, id});
      algebra::PointSource points(pool, algebra::variables_of(pool, first), algebra::Field::Real,
                                  {}, 99);
      points.skip_special();
      for (int i = 0; i < 12; ++i) {
        const auto point = points.next();
        if (!point) break;
        const auto outcome =
            algebra::compare_at(evaluator, *point, algebra::Field::Real, 15).outcome;
        shared += outcome == algebra::Outcome::SameValue ? 1 : 0;
        EXPECT_TRUE(outcome == algebra::Outcome::SameValue ||
                    outcome == algebra::Outcome::BothUndefined)
            << initial << " and " << member.expression << ": " << static_cast<int>(outcome);
      }
    }
    EXPECT_GT(shared, made->cluster.members.size()) << initial;
  }
}

// Proven means that there is a proof. The same graph, made with proofs, has one for every member
// except those with fractions, which it holds as one number, and those beyond the length limit.
TEST(ClusterMaker, ProvenMembersHaveProofsThatTheCheckerAccepts) {
  ClusterOptions options = small_options();
  options.made_nodes = 1500;
  options.max_tokens = 15;
  options.per_cluster = 15;
  ClusterMaker maker(options);
  for (const std::string& initial : {initials()[0], initials()[4], initials()[9], initials()[10]}) {
    const auto made = maker.make(initial, "", 0, kSeed);
    algebra::Vocabulary words;
    algebra::Expressions pool(words);
    const algebra::RuleBook& book = algebra::RuleBook::shipped({});
    algebra::Equalities equalities(words, book, true);
    const auto read = [&](const std::string& text) {
      return algebra::read_expression(Notation::Prefix, text, pool).value();
    };
    const egraph::ClassId root = equalities.add(pool, read(initial));
    egraph::SaturationOptions saturation;
    saturation.limits.made_nodes = options.made_nodes;
    saturation.limits.seconds = 1000;
    equalities.saturate(saturation);
    algebra::AlgebraGraph& graph = equalities.graph();
    egraph::ProofAuthorities authorities;
    authorities.condition = [&](std::uint32_t condition, std::span<const egraph::Term> bindings) {
      std::vector<egraph::ClassId> classes;
      for (const auto& term : bindings) {
        classes.push_back(egraph::lookup_term(graph, term).value());
      }
      return graph.analysis().holds(graph, condition, classes);
    };
    authorities.analysis = [&](std::uint32_t, const egraph::Term& before,
                               const egraph::Term& after) {
      const egraph::Term& folded = before.size() == 1 ? after : before;
      const egraph::Term& value = before.size() == 1 ? before : after;
      std::vector<algebra::Head> numbers;
      for (std::size_t i = 1; i < folded.size(); ++i) {
        numbers.emplace_back(folded.tokens[i].symbol);
      }
      return value.size() == 1 && algebra::folds_to(words, algebra::Head(folded.tokens[0].symbol),
                                                    numbers, algebra::Head(value.tokens[0].symbol));
    };
    std::size_t proofs = 0;
    for (const Member& member : made->cluster.members) {
      const egraph::ClassId id = equalities.add(pool, read(member.expression));
      graph.rebuild();
      if (!equalities.equal(root, id)) continue;
      const auto proof = egraph::explain(graph, root, id);
      if (!proof) continue;
      ++proofs;
      const auto checked = egraph::check_proof(*proof, proof->start, proof->end(),
                                               book.rules().rules(), authorities);
      EXPECT_TRUE(checked) << member.expression << ": " << checked.error().message;
    }
    EXPECT_GE(proofs, made->cluster.members.size() * 2 / 3) << initial;
  }
}

}  // namespace
}  // namespace noether::egen
