
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "noether/algebra/equivalents/equivalents.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/base/sanitized.h"
#include "noether/egen/clusters/member_choice.h"

namespace noether::egen {
namespace {

TEST(RankDeck, DealsEveryRankOnce) {
  egraph::Random random(1);
  RankDeck deck(mpz_class(100), mpz_class(50));
  std::set<mpz_class> dealt;
  mpz_class rank;
  while (deck.deal(random, rank)) EXPECT_TRUE(dealt.insert(rank).second);
  EXPECT_EQ(dealt.size(), 50u);
  EXPECT_EQ(*dealt.begin(), 100);
  EXPECT_EQ(*dealt.rbegin(), 149);
}

TEST(RankDeck, DealsFromADeckThatNoWordCanNumber) {
  egraph::Random random(2);
  mpz_class count;
  mpz_ui_pow_ui(count.get_mpz_t(), 10, 40);
  RankDeck deck(mpz_class(7), count);
  std::set<mpz_class> dealt;
  mpz_class rank;
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(deck.deal(random, rank));
    EXPECT_TRUE(dealt.insert(rank).second);
    EXPECT_GE(rank, 7);
    EXPECT_LT(rank, count + 7);
  }
}

// Every rank is equally likely to be dealt first, and to be among the first three of ten.
TEST(RankDeck, FavoursNoRank) {
  constexpr int kRuns = 20'000;
  std::map<unsigned long, double> first;
  std::map<unsigned long, double> early;
  egraph::Random random(20261115);
  for (int run = 0; run < kRuns; ++run) {
    RankDeck deck(mpz_class(0), mpz_class(10));
    mpz_class rank;
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(deck.deal(random, rank));
      if (i == 0) ++first[rank.get_ui()];
      ++early[rank.get_ui()];
    }
  }
  const auto chi_square = [](const std::map<unsigned long, double>& counts, double expected) {
    double sum = 0;
    for (unsigned long rank = 0; rank < 10; ++rank) {
      const auto found = counts.find(rank);
      const double off = (found == counts.end() ? 0 : found->second) - expected;
      sum += off * off / expected;
    }
    return sum;
  };
  // The 0.999 quantile with nine degrees of freedom is 27.9.
  EXPECT_LT(chi_square(first, kRuns / 10.0), 27.9);
  EXPECT_LT(chi_square(early, kRuns * 0.3), 27.9);
}

class MemberSamplerTest : public testing::Test {
 protected:
  MemberSamplerTest() {
    const auto id =
        algebra::read_expression(formula::Notation::Prefix, "- * 7 acot x -3", pool_).value();
    root_ = equalities_.add(pool_, id);
    equalities_.saturate();
    graph_.emplace(algebra::term_graph_of(equalities_.graph(), root_));
    counts_.emplace(*graph_, algebra::term_rules(), 0, 25);
    ranking_.emplace(*counts_, 0);
  }

  algebra::Vocabulary words_;
  algebra::Expressions pool_{words_};
  algebra::Equalities equalities_{words_, algebra::RuleBook::shipped({})};
  egraph::ClassId root_;
  std::optional<egraph::TermGraph> graph_;
  std::optional<egraph::TermCounts> counts_;
  std::optional<egraph::TermRanking> ranking_;
};

// A stratum of a few dozen terms, from which new samplers draw many times.
TEST_F(MemberSamplerTest, DrawsUniformlyWithinAStratum) {
  constexpr int kRuns = base::kSanitized ? 4'000 : 20'000;
  std::map<egraph::Term, double> seen;
  std::size_t root_index = 0;
  std::size_t stratum_index = 0;
  double expected = 0;
  {
    const MemberSampler sampler(*ranking_, 1);
    mpz_class best = 0;
    for (std::size_t r = 0; r < sampler.roots().size(); ++r) {
      for (std::size_t s = 0; s < sampler.roots()[r].strata.size(); ++s) {
        mpz_class count = 0;
        for (const auto& range : ranking_->ranges_by_size()) {
          if (range.size != sampler.roots()[r].strata[s].size) continue;
          for (const auto& part : ranking_->ranges_by_root_symbol(range)) {
            if (algebra::Head(part.symbol).op() == sampler.roots()[r].op) count += part.count;
          }
        }
        if (count > best && count < 60) {
          best = count;
          root_index = r;
          stratum_index = s;
        }
      }
    }
    ASSERT_GT(best, 5);
    expected = kRuns / best.get_d();
  }
  for (int run = 0; run < kRuns; ++run) {
    MemberSampler sampler(*ranking_, static_cast<std::uint64_t>(run));
    egraph::Term term;
    ASSERT_TRUE(sampler.draw(root_index, stratum_index, term));
    ++seen[term];
  }
  const double degrees = kRuns / expected - 1;
  EXPECT_EQ(static_cast<double>(seen.size()), degrees + 1);
  double chi_square = 0;
  for (const auto& [term, times] : seen) {
    chi_square += (times - expected) * (times - expected) / expected;
  }
  // About one in a thousand exceeds this.
  EXPECT_LT(chi_square, degrees + 3.1 * std::sqrt(2 * degrees) + 6);
}

double chi_square_of(const std::map<egraph::Term, double>& seen, double expected) {
  double sum = 0;
  for (const auto& [term, times] : seen) sum += (times - expected) * (times - expected) / expected;
  return sum;
}

// The whole class, and the first three members each time. Three different members are distributed
// slightly more evenly than three with repetition, so the bound holds all the more.
TEST_F(MemberSamplerTest, GivesEveryTermTheSameChanceWhenUniform) {
  const double terms = ranking_->count().get_d();
  ASSERT_LT(terms, 5000);
  const int runs = static_cast<int>(10 * terms);
  std::map<egraph::Term, double> first;
  std::map<egraph::Term, double> early;
  for (int run = 0; run < runs; ++run) {
    MemberSampler sampler(*ranking_, static_cast<std::uint64_t>(run), Sampling::Uniform);
    MemberChoice choice(sampler, [](const egraph::Term&, RuleNumbers&) {}, 10);
    MemberChoice::Candidate candidate;
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(choice.next(candidate));
      choice.accept();
      if (i == 0) ++first[candidate.term];
      ++early[candidate.term];
    }
  }
  const double bound = terms - 1 + 3.1 * std::sqrt(2 * (terms - 1)) + 6;
  EXPECT_LT(chi_square_of(first, 10) + 10 * (terms - static_cast<double>(first.size())), bound);
  EXPECT_EQ(static_cast<double>(early.size()), terms);
  EXPECT_LT(chi_square_of(early, 30), bound);
}

TEST_F(MemberSamplerTest, DrawsAllTermsOfASmallClassOnceWhenUniform) {
  MemberSampler sampler(*ranking_, 5, Sampling::Uniform);
  MemberChoice choice(sampler, [](const egraph::Term&, RuleNumbers&) {}, 10);
  MemberChoice::Candidate candidate;
  std::set<egraph::Term> drawn;
  while (choice.next(candidate)) {
    EXPECT_TRUE(drawn.insert(candidate.term).second);
    choice.accept();
  }
  EXPECT_EQ(drawn.size(), ranking_->count().get_ui());
}

TEST_F(MemberSamplerTest, DrawsAllTermsOfASmallClassOnce) {
  MemberSampler sampler(*ranking_, 5);
  MemberChoice choice(sampler, [](const egraph::Term&, RuleNumbers&) {}, 10);
  MemberChoice::Candidate candidate;
  std::set<egraph::Term> drawn;
  while (choice.next(candidate)) {
    EXPECT_TRUE(drawn.insert(candidate.term).second);
    choice.accept();
  }
  EXPECT_EQ(drawn.size(), ranking_->count().get_ui());
}

TEST_F(MemberSamplerTest, SharesEquallyAmongRootOperators) {
  MemberSampler sampler(*ranking_, 5);
  MemberChoice choice(sampler, [](const egraph::Term&, RuleNumbers&) {}, 10);
  MemberChoice::Candidate candidate;
  std::map<algebra::Op, int> roots;
  for (int i = 0; i < 40 && choice.next(candidate); ++i) {
    ++roots[algebra::Head(candidate.term.tokens[0].symbol).op()];
    choice.accept();
  }
  int most = 0;
  for (const auto& [op, times] : roots) most = std::max(most, times);
  EXPECT_LE(most, 40 / static_cast<int>(roots.size()) + 1);
}

TEST_F(MemberSamplerTest, PrefersRulesThatWereNotSeen) {
  // One term in three shows a separate rule, and the others the same rule.
  std::uint16_t drawn = 0;
  MemberSampler sampler(*ranking_, 9);
  MemberChoice choice(
      sampler,
      [&](const egraph::Term&, RuleNumbers& rules) {
        const std::uint16_t number = drawn++;
        rules = {static_cast<std::uint16_t>(number % 3 == 2 ? number : 0)};
      },
      10);
  MemberChoice::Candidate candidate;
  int special = 0;
  for (int i = 0; i < 12 && choice.next(candidate); ++i) {
    if (candidate.rules[0] != 0) ++special;
    choice.accept();
  }
  EXPECT_GE(special, 8);
}

TEST_F(MemberSamplerTest, GivesUpOnWhatIsAlwaysRefused) {
  MemberSampler sampler(*ranking_, 5);
  MemberChoice choice(sampler, [](const egraph::Term&, RuleNumbers&) {}, 10);
  MemberChoice::Candidate candidate;
  std::size_t tried = 0;
  while (choice.next(candidate)) {
    ++tried;
    choice.refuse();
  }
  EXPECT_LE(tried, 10 * sampler.roots().size());
}

}  // namespace
}  // namespace noether::egen
