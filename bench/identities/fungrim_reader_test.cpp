#include "bench/identities/fungrim_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/algebra/numeric/test_expressions.h"

namespace noether::bench {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(FungrimEntry, ReadsAssumptionsThatAreATextOrAList) {
  const auto one = read_fungrim_entry(R"({"id": "a", "formula": "f", "assumptions": "p"})");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->id, "a");
  EXPECT_EQ(one->formula, "f");
  EXPECT_THAT(one->assumptions, ElementsAre("p"));
  const auto two = read_fungrim_entry(R"({"id": "a", "formula": "f", "assumptions": ["p", "q"]})");
  ASSERT_TRUE(two);
  EXPECT_THAT(two->assumptions, ElementsAre("p", "q"));
  const auto none = read_fungrim_entry(R"({"formula": "f", "assumptions": null, "id": 7})");
  ASSERT_TRUE(none);
  EXPECT_EQ(none->id, "");
  EXPECT_THAT(none->assumptions, IsEmpty());
}

TEST(FungrimEntry, RefusesListsAndNumbersWhereTextBelongs) {
  for (const char* line :
       {"", "[1, 2]", "3", R"(["formula"])", R"({"id": "a"})", R"({"formula": ["f", "g"]})",
        R"({"formula": 3})", R"({"formula": "f", "assumptions": [["p"], "q"]})",
        R"({"formula": "f", "assumptions": {"p": 1}})", "{\"formula\": \"\xff\"}"}) {
    EXPECT_FALSE(read_fungrim_entry(line)) << line;
  }
}

using algebra::VariableAssumption;
using ::testing::Contains;
using ::testing::IsEmpty;

class FungrimReaderTest : public ::testing::Test {
 protected:
  FungrimIdentity read(std::string_view formula, const std::vector<std::string>& assumptions = {}) {
    auto identity = read_fungrim(formula, assumptions, pool_);
    EXPECT_TRUE(identity) << formula;
    return identity ? *identity : FungrimIdentity{};
  }
  algebra::ExprId parse(std::string_view text) { return algebra::parse_for_test(pool_, text); }

  algebra::Vocabulary vocabulary_;
  algebra::Expressions pool_{vocabulary_};
};

TEST_F(FungrimReaderTest, SidesAreExpressions) {
  const auto identity = read("Equal(Sin(z), Cos(Pi / 2 - z), -z ** 2)");
  ASSERT_EQ(identity.sides.size(), 3);
  EXPECT_EQ(identity.sides[0], parse("(sin z)"));
  EXPECT_EQ(identity.sides[1], parse("(cos (- (/ pi 2) z))"));
  EXPECT_EQ(identity.sides[2], parse("(* -1 (pow z 2))"));
  EXPECT_THAT(identity.unknown, IsEmpty());
}

TEST_F(FungrimReaderTest, DefinitionsArePutIn) {
  const auto identity = read("Equal(x, Where(M + Sin(M), Equal(M, Exp(u)), Equal(u, x + 1)))");
  EXPECT_EQ(identity.sides[1], parse("(+ (exp (+ x 1)) (sin (exp (+ x 1))))"));
  const auto function = read("Where(Equal(f(2), 0), Equal(f(t), t * t))");
  EXPECT_EQ(function.sides[0], parse("(* 2 2)"));
}

TEST_F(FungrimReaderTest, DerivativesAtAPoint) {
  EXPECT_EQ(read("Equal(ComplexDerivative(Sin(z), For(z, z, 2)), 0)").sides[0],
            parse("(d z (d z (sin z)))"));
  EXPECT_EQ(read("Equal(ComplexDerivative(Sin(z), For(z, w)), 0)").sides[0], parse("(cos w)"));
  EXPECT_THAT(read("Equal(ComplexDerivative(Sin(z), For(z, z, n)), 0)").unknown,
              Contains("Derivative of any order"));
}

TEST_F(FungrimReaderTest, UnknownFunctionsPutItOutOfScope) {
  EXPECT_THAT(read("Equal(RiemannZeta(2), Pi ** 2 / 6)").unknown, Contains("RiemannZeta"));
  EXPECT_THAT(read("Less(Sin(x), 1)").unknown, Contains("no equation: Less"));
  EXPECT_THAT(read("Equal(x, Infinity)").unknown, Contains("Infinity"));
  EXPECT_THAT(read("Equal(x, x)", {"Element(x, DirichletGroup(3))"}).unknown,
              Contains("assumption DirichletGroup"));
}

TEST_F(FungrimReaderTest, AssumptionsBecomeRangesAndATest) {
  const auto identity =
      read("Equal(x + n, n + x)",
           {"And(Element(x, ClosedOpenInterval(0, Infinity)), Element(n, ZZGreaterEqual(1)), "
            "NotEqual(x, n))"});
  ASSERT_EQ(identity.cases.size(), 1);
  const auto& variables = identity.cases[0].variables;
  ASSERT_EQ(variables.size(), 2);
  EXPECT_EQ(variables[0].kind, VariableAssumption::Kind::Real);
  EXPECT_EQ(variables[0].lower, pool_.number(0));
  EXPECT_FALSE(variables[0].lower_open);
  EXPECT_EQ(variables[0].upper, algebra::kNoExpr);
  EXPECT_EQ(variables[1].kind, VariableAssumption::Kind::Integer);
  const algebra::Point equal{
      {{variables[0].variable, pool_.number(2)}, {variables[1].variable, pool_.number(2)}}};
  const algebra::Point apart{
      {{variables[0].variable, pool_.number(3)}, {variables[1].variable, pool_.number(2)}}};
  EXPECT_FALSE(identity.cases[0].accepts(equal));
  EXPECT_TRUE(identity.cases[0].accepts(apart));
}

TEST_F(FungrimReaderTest, AlternativesAreCases) {
  EXPECT_EQ(
      read("Equal(x, x)", {"Or(Element(x, RR), Element(x, HH))", "Element(x, ZZ)"}).cases.size(),
      3);
  EXPECT_EQ(read("Implies(Element(x, RR), Equal(x, x))").cases.size(), 1);
}

TEST_F(FungrimReaderTest, BadInputIsAnError) {
  for (const std::string text : {"", "Equal(", "Equal(a b)", "Equal(a,)", "1 +", "f(\"x"}) {
    EXPECT_FALSE(read_fungrim(text, {}, pool_)) << text;
  }
  EXPECT_FALSE(read_fungrim(std::string(1'000'000, '('), {}, pool_));
}

}  // namespace
}  // namespace noether::bench
