#include "noether/algebra/fingerprint/fingerprint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/algebra/notation/read_expression.h"
#include "noether/algebra/numeric/test_expressions.h"

namespace noether::algebra {
namespace {

struct FingerprintTest : testing::Test {
  base::Digest of(std::string_view text, Names names = Names::Rename) {
    return fingerprints.fingerprint(parse_for_test(pool, text), names);
  }
  void expect_equal(std::string_view a, std::string_view b) {
    EXPECT_EQ(of(a), of(b)) << a << "  " << b;
  }
  void expect_different(std::string_view a, std::string_view b) {
    EXPECT_NE(of(a), of(b)) << a << "  " << b;
  }

  Vocabulary words;
  Expressions pool{words};
  Fingerprinter fingerprints{pool};
};

TEST_F(FingerprintTest, IsTheSameForExpressionsThatAreEqual) {
  expect_equal("(pow (+ x 1) 2)", "(+ (+ (pow x 2) (* 2 x)) 1)");
  expect_equal("(* (+ x 1) (- x 1))", "(- (* x x) 1)");
  expect_equal("(+ (pow (sin x) 2) (pow (cos x) 2))", "1");
  expect_equal("(sin (* 2 x))", "(* 2 (* (sin x) (cos x)))");
  expect_equal("(tan x)", "(/ (sin x) (cos x))");
  expect_equal("(cosh x)", "(/ (+ (exp x) (exp (* -1 x))) 2)");
  expect_equal("(exp x)", "(pow e x)");
  expect_equal("(ln (* 8 (exp x)))", "(+ x (* 3 (ln 2)))");
  expect_equal("(sqrt (pow x 2))", "(abs x)");
  expect_equal("(asinh x)", "(ln (+ x (sqrt (+ (pow x 2) 1))))");
  expect_equal("(factorial (+ x 1))", "(* (+ x 1) (gamma (+ x 1)))");
  expect_equal("(max x y)", "(/ (+ (+ x y) (abs (- x y))) 2)");
  expect_equal("(sqrt (+ 5 (* 2 (sqrt 6))))", "(+ (sqrt 2) (sqrt 3))");
  expect_equal("(log 2 x)", "(/ (ln x) (ln 2))");
  expect_equal("0.5", "1/2");
}

TEST_F(FingerprintTest, IsTheSameForMultiplesWhenFactorsDoNotCount) {
  const auto of_multiples = [&](std::string_view text) {
    return fingerprints.fingerprint_up_to_factor(parse_for_test(pool, text));
  };
  ASSERT_TRUE(of_multiples("(- (* 2 x) 4)").has_value());
  EXPECT_EQ(of_multiples("(- (* 2 x) 4)"), of_multiples("(- 2 x)"));
  EXPECT_EQ(of_multiples("(- (* 2 x) 4)"), of_multiples("(* pi (- t 2))"));
  EXPECT_EQ(of_multiples("(ln (pow x 3))"), of_multiples("(ln x)"))
      << "undefined at the same points";
  ASSERT_TRUE(of_multiples("(- (sqrt (- x 1)) 1)").has_value()) << "undefined at the first point";
  EXPECT_EQ(of_multiples("(- (sqrt (- x 1)) 1)"), of_multiples("(- (* 2 (sqrt (- x 1))) 2)"));
  EXPECT_NE(of_multiples("(- (* 2 x) 4)"), of_multiples("(- x 3)"));
  EXPECT_NE(of_multiples("(- x y)"), of_multiples("(- x z)"));
  EXPECT_FALSE(of_multiples("(- (* (+ x 1) (- x 1)) (- (* x x) 1))").has_value()) << "it is zero";
  EXPECT_FALSE(of_multiples("(* i x)").has_value());
}

TEST_F(FingerprintTest, DiffersForExpressionsThatDiffer) {
  expect_different("(+ x 1)", "(+ x 2)");
  expect_different("(sin x)", "(cos x)");
  expect_different("(pow x 2)", "(pow x 3)");
  expect_different("x", "(* -1 x)");
  expect_different("0", "1");
  expect_different("1.00000001", "1");
  expect_different("(+ x y)", "(+ x x)");
  expect_different("(- x y)", "(+ x y)");
}

// The price of rounding coarsely enough to hide rounding errors.
TEST_F(FingerprintTest, DoesNotTellNumbersApartThatAgreeToNineDigits) {
  expect_equal("(* 0.3333333333333333 x)", "(/ x 3)");
  expect_equal("1000000000000000000000", "1000000000000000000001");
}

TEST_F(FingerprintTest, TellsDomainsApart) {
  expect_different("x", "(sin (asin x))");
  expect_different("x", "(exp (ln x))");
  expect_different("(* 2 (ln x))", "(ln (pow x 2))");
  expect_different("x", "(pow (sqrt x) 2)");
}

TEST_F(FingerprintTest, TellsExpressionsApartThatAreNowhereDefinedOnTheReals) {
  const std::set<base::Digest> distinct = {of("(asin (+ 5 (pow x 2)))"),
                                           of("(acosh (* -1 (pow x 2)))"),
                                           of("(ln (- -1 (exp x)))"),
                                           of("(sqrt -1)"),
                                           of("(sqrt -2)"),
                                           of("(asin (+ 6 (pow x 2)))")};
  EXPECT_EQ(distinct.size(), 6u);
  expect_equal("(asin (+ 5 (pow x 2)))", "(asin (+ (* x x) 5))");
}

TEST_F(FingerprintTest, FindsTheFewPlacesWhereAnExpressionIsDefined) {
  expect_equal("(asin (- x 7))", "(* -1 (asin (- 7 x)))");
  expect_different("(asin (- x 7))", "(asin (- x 8))");
  expect_different("(asin (- x 7))", "(* 2 (asin (- x 7)))");
}

TEST_F(FingerprintTest, UsesTheComplexFieldForExpressionsWithI) {
  expect_equal("(exp (* i x))", "(+ (cos x) (* i (sin x)))");
  expect_equal("(* i i)", "-1");
  expect_equal("(* (+ 1 i) (- 1 i))", "2");
  expect_different("(* i x)", "(* -1 (* i x))");
  expect_different("i", "(* -1 i)");
  expect_equal("(pow (+ x i) 2)", "(- (+ (pow x 2) (* 2 (* i x))) 1)");
}

TEST_F(FingerprintTest, SurvivesRenamingOfVariablesAndReordering) {
  expect_equal("(- x y)", "(- b a)");
  expect_equal("(+ (* 2 x) y)", "(+ x (* 2 y))");
  expect_equal("(/ x (+ y 1))", "(/ u (+ 1 v))");
  expect_equal("(+ (pow x 2) (* y z))", "(+ (* x y) (pow z 2))");
  expect_equal("(+ x (* 0 y))", "z");
  expect_equal("(+ (asin x) (acosh y))", "(+ (acosh x) (asin y))");
  expect_different("(- (pow x 2) y)", "(- (pow x 2) x)");
}

TEST_F(FingerprintTest, KeepsNamesWhenAsked) {
  EXPECT_NE(of("(+ x 1)", Names::Keep), of("(+ y 1)", Names::Keep));
  EXPECT_EQ(of("(+ x 1)", Names::Keep), of("(+ 1 x)", Names::Keep));
  EXPECT_NE(of("(- x y)", Names::Keep), of("(- y x)", Names::Keep));
  EXPECT_EQ(of("(+ x (* 0 y))", Names::Keep), of("x", Names::Keep));
}

// Sums over the edges of graphs: the variables of a regular graph cannot be distinguished
// individually.
TEST_F(FingerprintTest, TellsVariablesApartByTheirNeighbours) {
  const auto graph = [&](const std::vector<std::pair<int, int>>& edges,
                         const std::vector<int>& names) {
    ExprId sum = pool.number(Rational(0));
    for (const auto& [a, b] : edges) {
      const ExprId u = pool.variable("v" + std::to_string(names[static_cast<std::size_t>(a)]));
      const ExprId v = pool.variable("v" + std::to_string(names[static_cast<std::size_t>(b)]));
      sum = pool.make(Op::Add, {sum, pool.make(Op::Multiply, {u, v})});
    }
    return fingerprints.fingerprint(sum);
  };
  const std::vector<std::pair<int, int>> hexagon = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}};
  const std::vector<std::pair<int, int>> triangles = {{0, 1}, {1, 2}, {2, 0},
                                                      {3, 4}, {4, 5}, {5, 3}};
  std::vector<int> names = {0, 1, 2, 3, 4, 5};
  const base::Digest one = graph(hexagon, names);
  const base::Digest two = graph(triangles, names);
  EXPECT_NE(one, two);
  std::mt19937 random(1);
  for (int round = 0; round < 20; ++round) {
    std::ranges::shuffle(names, random);
    EXPECT_EQ(graph(hexagon, names), one) << "seed 1, round " << round;
    EXPECT_EQ(graph(triangles, names), two) << "seed 1, round " << round;
  }
}

// Random expressions, with commutative operands swapped and variables renamed at random.
class RandomExpressions {
 public:
  RandomExpressions(Expressions& pool, std::uint64_t seed) : pool_(pool), random_(seed) {}

  struct Twins {
    ExprId one;
    ExprId other;
  };
  Twins make(int depth, const std::vector<ExprId>& variables, const std::vector<ExprId>& renamed) {
    static constexpr std::array kUnary = {Op::Sin,  Op::Cos,   Op::Exp,  Op::Atan,
                                          Op::Sqrt, Op::Ln,    Op::Abs,  Op::Tanh,
                                          Op::Asin, Op::Acosh, Op::Sign, Op::Floor};
    static constexpr std::array kBinary = {Op::Add,    Op::Multiply, Op::Subtract,
                                           Op::Divide, Op::Power,    Op::Max};
    if (depth == 0 || pick(8) == 0) {
      if (pick(3) == 0) {
        const ExprId number = pool_.number(Rational{static_cast<std::int64_t>(pick(9)) - 4,
                                                    static_cast<std::int64_t>(pick(3)) + 1});
        return {number, number};
      }
      const std::size_t v = pick(variables.size());
      return {variables[v], renamed[v]};
    }
    const Twins a = make(depth - 1, variables, renamed);
    if (pick(3) == 0) {
      const Op op = kUnary[pick(kUnary.size())];
      return {pool_.make(op, {a.one}), pool_.make(op, {a.other})};
    }
    const Twins b = make(depth - 1, variables, renamed);
    const Op op = kBinary[pick(kBinary.size())];
    const bool swap = is_commutative(op) && pick(2) == 0;
    return {pool_.make(op, {a.one, b.one}),
            swap ? pool_.make(op, {b.other, a.other}) : pool_.make(op, {a.other, b.other})};
  }
  std::size_t pick(std::size_t count) { return random_() % count; }
  std::mt19937_64& source() { return random_; }

 private:
  Expressions& pool_;
  std::mt19937_64 random_;
};

TEST_F(FingerprintTest, IsInvariantUnderRenamingAndCommutingAtRandom) {
  RandomExpressions random(pool, 42);
  const std::vector<std::string> names = {"x", "y", "z", "t"};
  for (int round = 0; round < 400; ++round) {
    const std::size_t count = 1 + random.pick(4);
    std::vector<ExprId> variables;
    for (std::size_t i = 0; i < count; ++i) variables.push_back(pool.variable(names[i]));
    std::vector<ExprId> renamed = variables;
    std::ranges::shuffle(renamed, random.source());
    const auto [one, other] = random.make(4, variables, renamed);
    EXPECT_EQ(fingerprints.fingerprint(one), fingerprints.fingerprint(other))
        << "seed 42, round " << round;
  }
}

TEST_F(FingerprintTest, HandlesManyVariables) {
  for (const int count : {12, 13, 64, 65, 500}) {
    ExprId forward = pool.number(Rational(0));
    ExprId backward = forward;
    for (int i = 0; i < count; ++i) {
      const ExprId v = pool.variable("v" + std::to_string(i));
      const ExprId w = pool.variable("v" + std::to_string(count - 1 - i));
      forward = pool.make(Op::Add, {forward, v});
      backward = pool.make(Op::Add, {w, backward});
    }
    EXPECT_EQ(fingerprints.fingerprint(forward), fingerprints.fingerprint(backward)) << count;
  }
}

TEST_F(FingerprintTest, ReadsUnknownFunctionsAsFunctionsOfTheValuesOfTheirOperands) {
  expect_equal("(f (+ x 1))", "(f (+ 1 y))");
  expect_equal("(+ (f (sin (* 2 x))) 1)", "(+ 1 (f (* 2 (* (sin x) (cos x)))))");
  expect_equal("(f (- (pow (sin x) 2) (- 1 (pow (cos x) 2))))", "(f 0)");
  expect_different("(f x)", "(g x)");
  expect_different("(f x y)", "(f y x x)");
  expect_different("(+ (f x) (f y))", "(* 2 (f x))");
  expect_different("(f x)", "(f (* 2 x))");
  expect_equal("(- (f x) (f x))", "0");
}

TEST_F(FingerprintTest, DoesDerivativesFirst) {
  expect_equal("(d x (pow x 3))", "(* 3 (pow x 2))");
  expect_equal("(d x (ln x))", "(/ 1 x)");
  expect_equal("(d x (f x))", "(d y (f y))");
  const std::size_t before = pool.size();
  const ExprId root = parse_for_test(pool, "(d x (* (sin x) (exp (pow x 2))))");
  const std::size_t after = pool.size();
  fingerprints.fingerprint(root);
  EXPECT_EQ(pool.size(), after);
  EXPECT_GT(after, before);
}

TEST_F(FingerprintTest, KnowsThatTheVariableOfADefiniteIntegralIsBound) {
  expect_equal("(+ x (defint (exp (pow t 2)) t 0 1))", "(+ u (defint (exp (pow u 2)) u 0 1))");
  expect_different("(defint (exp (pow t 2)) t 0 1)", "(defint (exp (pow t 2)) t 0 2)");
  expect_different("(defint (exp (pow t 2)) t 0 1)", "(defint (exp (pow t 3)) t 0 1)");
}

TEST_F(FingerprintTest, DecidesBoundariesThatDoublesCannot) {
  expect_equal("(asin (+ (pow (sin x) 2) (pow (cos x) 2)))", "(/ pi 2)");
  expect_equal("(sqrt (- (* (+ x 1) (+ x 1)) (+ (+ (pow x 2) (* 2 x)) 1)))", "0");
  expect_equal("(floor (+ (pow (sin x) 2) (pow (cos x) 2)))", "1");
  expect_different("(/ 1 (- (+ (pow (sin x) 2) (pow (cos x) 2)) 1))", "0");
  expect_equal("(pow x (+ (pow (sin 1) 2) (pow (cos 1) 2)))", "x");
}

TEST_F(FingerprintTest, TellsNumbersBeyondDoublesApart) {
  const std::set<base::Digest> distinct = {of("(exp 1000)"),
                                           of("(exp 1001)"),
                                           of("(exp -1000)"),
                                           of("(exp (exp 20))"),
                                           of("(factorial 300)"),
                                           of("(pow 10 400)"),
                                           of("(pow 10 -400)"),
                                           of("(* -1 (pow 10 400))"),
                                           of("(pow 10 100000000)"),
                                           of("(pow 9 (pow 9 (pow 9 9)))"),
                                           of("(pow 8 (pow 8 (pow 8 8)))"),
                                           of("(pow 9 (pow 9 9))")};
  EXPECT_EQ(distinct.size(), 12u);
  expect_equal("(pow 10 400)", "(pow 100 200)");
  expect_equal("(/ (exp 1001) (exp 1000))", "e");
  expect_equal("(/ (exp 2000) (exp 1999))", "(exp 1)");
}

TEST_F(FingerprintTest, TakesBoundedTimeForNastyExpressions) {
  const auto start = std::chrono::steady_clock::now();
  // A chain of 100,000 operations, a tower, and an expression that doubles in size at every level.
  ExprId chain = pool.variable("x");
  for (int i = 0; i < 100'000; ++i) chain = pool.make(Op::Sin, {chain});
  fingerprints.fingerprint(chain);
  ExprId tower = pool.number(Rational(9));
  for (int i = 0; i < 50; ++i) tower = pool.make(Op::Power, {pool.number(Rational(9)), tower});
  fingerprints.fingerprint(tower);
  ExprId doubling = pool.variable("x");
  for (int i = 0; i < 200; ++i) doubling = pool.make(Op::Add, {doubling, doubling});
  fingerprints.fingerprint(doubling);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

// Digests are stored, so a change of these is a change of format.
TEST_F(FingerprintTest, IsTheSameOnEveryMachineAndInEveryRun) {
  EXPECT_EQ(of("(+ x 1)").hex(), "7ff0aea42c1f8b5d1c8ade6005367302");
  EXPECT_EQ(of("(* (sin x) (ln y))").hex(), "681aba959751876b21e8be5f840f2fa5");
}

// Fingerprints of E-Gen's clusters of "equivalent" expressions, if the data is available.

// E-Gen rewrites x to sin(asin(x)), which is defined on [-1, 1] only, so a tenth of the members are
// not equal to the rest of their cluster.
TEST(FingerprintOfEgenClusters, IsSharedByMostMembers) {
  const char* folder = std::getenv("NOETHER_DATA");
  std::ifstream file(std::string(folder != nullptr ? folder : "../shared/data") + "/egen/dev.txt");
  if (!file) GTEST_SKIP() << "no egen/dev.txt; set NOETHER_DATA to where the data is";
  Vocabulary words;
  Expressions pool(words);
  ExpressionReader reader;
  Fingerprinter fingerprints(pool);
  std::size_t members = 0;
  std::size_t agreeing = 0;
  std::unordered_map<base::Digest, std::size_t> cluster;
  const auto close = [&] {
    std::size_t most = 0;
    for (const auto& [digest, count] : cluster) most = std::max(most, count);
    agreeing += most;
    cluster.clear();
  };
  for (std::string line; std::getline(file, line);) {
    if (line.empty()) {
      close();
      continue;
    }
    const auto root = reader.read(formula::Notation::Prefix, line, pool);
    if (!root) continue;  // `d / x 1 ...` differentiates with respect to a non-variable
    ++members;
    ++cluster[fingerprints.fingerprint(*root)];
  }
  close();
  std::cout << agreeing << " of " << members << " members have the fingerprint of most\n";
  EXPECT_GT(members, 7000u);
  EXPECT_GT(static_cast<double>(agreeing), 0.88 * static_cast<double>(members));
}

}  // namespace
}  // namespace noether::algebra
