#include "noether/egen/verify/verifier.h"

#include <gtest/gtest.h>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/expression/random_expression.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/numeric/compare.h"

namespace noether::egen {
namespace {

using algebra::ExprId;
using algebra::Verdict;

class ClusterVerifierTest : public testing::Test {
 protected:
  ExprId read(std::string_view text) {
    const auto id = algebra::read_expression(formula::Notation::Prefix, text, pool_);
    EXPECT_TRUE(id) << text << ": " << (id ? "" : id.error().message);
    return id.value_or(pool_.variable("x"));
  }
  MemberCheck check(std::string_view initial, std::string_view member) {
    verifier_.set_initial(read(initial));
    return verifier_.check(read(member));
  }

  algebra::Vocabulary words_;
  algebra::Expressions pool_{words_};
  ClusterVerifier verifier_{pool_};
};

TEST_F(ClusterVerifierTest, AgreesWithWhatIsEqual) {
  for (const auto& [initial, member] : {std::pair{"pow sec x 2", "+ 1 pow tan x 2"},
                                        {"sin * 2 x", "* 2 * sin x cos x"},
                                        {"asinh x", "ln + x sqrt + pow x 2 1"},
                                        {"- x y", "+ * -1 y x"},
                                        {"d x pow x 3", "* 3 pow x 2"},
                                        {"* 14 y", "d x * 14 * x y"},
                                        {"exp 1", "e"}}) {
    const MemberCheck found = check(initial, member);
    EXPECT_EQ(found.verdict, Verdict::Agrees) << initial << " and " << member;
    EXPECT_EQ(found.domain, Domain::Same) << initial << " and " << member;
    EXPECT_EQ(found.shared_points, verifier_.defined_points()) << initial << " and " << member;
    EXPECT_LT(verifier_.plain_error(), 1e-9) << initial << " and " << member;
  }
}

TEST_F(ClusterVerifierTest, RefutesBranchesThatBooksMixUp) {
  for (const auto& [initial, member] : {std::pair{"acot x", "- / pi 2 atan x"},
                                        {"asin sin x", "x"},
                                        {"sqrt pow x 2", "x"},
                                        {"atanh x", "acoth / 1 * -1 x"},
                                        {"asinh x", "atanh cos acot x"},
                                        {"ln pow x 2", "* 2 ln abs * 2 x"},
                                        {"acos x", "acos * -1 x"},
                                        {"d x sin x", "sin x"}}) {
    const MemberCheck found = check(initial, member);
    EXPECT_EQ(found.verdict, Verdict::Refuted) << initial << " and " << member;
    EXPECT_FALSE(found.by_rounding);
    EXPECT_TRUE(found.point.starts_with("x = ")) << found.point;
    EXPECT_NE(found.initial_value, found.member_value);
  }
}

TEST_F(ClusterVerifierTest, LooksBetweenKinks) {
  // Equal except for x between 0 and 1/50.
  const MemberCheck found = check("+ abs x abs - x / 1 50", "abs - * 2 x / 1 50");
  EXPECT_EQ(found.verdict, Verdict::Refuted);
}

TEST_F(ClusterVerifierTest, ComparesDomains) {
  const std::vector<std::tuple<std::string, std::string, Domain>> cases = {
      {"ln pow x 2", "* 2 ln x", Domain::Narrower},
      {"* 2 ln x", "ln pow x 2", Domain::Wider},
      {"x", "/ pow x 2 x", Domain::Narrower},
      {"/ x x", "1", Domain::Wider},
      {"x", "sin asin x", Domain::Narrower},
      {"+ x * 0 ln x", "- x * 0 ln * -1 x", Domain::Crossing},
      {"asech + * 6 x 5", "acosh / 1 + * 6 x 5", Domain::Same},
  };
  for (const auto& [initial, member, domain] : cases) {
    const MemberCheck found = check(initial, member);
    EXPECT_EQ(found.domain, domain) << initial << " and " << member;
    EXPECT_EQ(found.verdict, domain == Domain::Crossing ? Verdict::Unknown : Verdict::Agrees)
        << initial << " and " << member;
  }
}

TEST_F(ClusterVerifierTest, FindsPointsInNarrowDomains) {
  for (const char* initial : {"asech + * 6 x 5", "- * 8 asech + x 6 7", "atanh + * 9 x -40",
                              "pow acos - * 40 x 300 2", "sqrt - 1 pow - * 7 x 90 2"}) {
    verifier_.set_initial(read(initial));
    EXPECT_GE(verifier_.defined_points(), kDefinedPoints) << initial;
    EXPECT_GT(verifier_.compared_points(), verifier_.defined_points()) << initial;
  }
}

TEST_F(ClusterVerifierTest, CallsRoundedDecimalsByTheirName) {
  const MemberCheck found =
      check("d x + * -3 x * 3 atan x", "+ -3 / 1 * 0.3333333333333333 + 1 pow x 2");
  EXPECT_EQ(found.verdict, Verdict::Refuted);
  EXPECT_TRUE(found.by_rounding);
  // Decimals do not excuse a wrong member.
  EXPECT_FALSE(
      check("d x + * -3 x * 3 atan x", "+ -2 / 1 * 0.3333333333333333 + 1 pow x 2").by_rounding);
}

TEST_F(ClusterVerifierTest, KnowsNothingAboutWhatHasNoValue) {
  for (const auto& [initial, member] : {std::pair{"ln - -1 pow x 2", "ln - -1 pow x 2"},
                                        {"d x floor x", "0"},
                                        {"x", "d x floor x"},
                                        {"x", "sin asin + 2 abs x"}}) {
    const MemberCheck found = check(initial, member);
    EXPECT_EQ(found.verdict, Verdict::Unknown) << initial << " and " << member;
    EXPECT_EQ(found.shared_points, 0);
  }
  EXPECT_FALSE(check("x", "d x floor x").is_numeric);
  EXPECT_TRUE(check("x", "sin asin + 2 abs x").is_numeric);
}

TEST_F(ClusterVerifierTest, NoticesWhatPlainDoublesCannotCompute) {
  const MemberCheck found = check("+ x 1", "- + x 1000000000000001 1000000000000000");
  EXPECT_EQ(found.verdict, Verdict::Agrees);
  EXPECT_GT(verifier_.plain_error(), 1e-3);
  check("* -6 x", "* -1 ln + sinh * 6 x cosh * 6 x");
  EXPECT_GT(verifier_.plain_error(), 1e-6);
}

// A Refuted member is neither proven nor seen to agree, and a member that agrees at many points is
// not refuted.
TEST_F(ClusterVerifierTest, NeverContradictsDecide) {
  constexpr std::uint64_t kSeed = 4711;
  SCOPED_TRACE(kSeed);
  algebra::RandomExpression random(pool_, kSeed);
  int refuted = 0;
  int agreed = 0;
  for (int i = 0; i < 150; ++i) {
    const ExprId left = random.make(4);
    // Sometimes the same function in another form, sometimes a different one.
    ExprId right = random.make(3);
    if (i % 3 == 0) right = pool_.make(algebra::Op::Subtract, {left, pool_.number({0})});
    if (i % 3 == 1) {
      right = pool_.make(algebra::Op::Divide,
                         {pool_.make(algebra::Op::Multiply, {left, right}), right});
    }
    verifier_.set_initial(left);
    const MemberCheck found = verifier_.check(right);
    const auto text = [&](ExprId id) {
      return algebra::expression_text(formula::Notation::Prefix, pool_, id);
    };
    algebra::DecideOptions options;
    options.field = algebra::Field::Real;
    options.equality = algebra::Equality::WhereBothDefined;
    options.seconds = 0.2;
    options.want_proof = false;
    const algebra::Decision decision = algebra::decide(pool_, left, right, options);
    const auto pair = text(left) + " and " + text(right) + " at " + found.point;
    if (decision.verdict == Verdict::Proven) {
      EXPECT_NE(found.verdict, Verdict::Refuted) << pair;
    }
    if (found.verdict == Verdict::Refuted) {
      ++refuted;
      EXPECT_NE(decision.verdict, Verdict::Agrees) << pair;
    }
    if (found.verdict == Verdict::Agrees && found.shared_points >= kDefinedPoints) {
      ++agreed;
      EXPECT_NE(decision.verdict, Verdict::Refuted)
          << pair << ": " << decision.left_value << ", " << decision.right_value;
    }
  }
  EXPECT_GT(refuted, 10);
  EXPECT_GT(agreed, 25);
}

TEST_F(ClusterVerifierTest, DoesNotDependOnWhatCameBefore) {
  const MemberCheck fresh = check("acot x", "- / pi 2 atan x");
  for (const char* initial : {"ln x", "d x asinh * 3 x", "+ x y", "7"}) check(initial, "x");
  const MemberCheck again = check("acot x", "- / pi 2 atan x");
  EXPECT_EQ(fresh.point, again.point);
  EXPECT_EQ(fresh.member_value, again.member_value);
}

}  // namespace
}  // namespace noether::egen
