#include "bench/identities/fungrim_predicate.h"

#include <gtest/gtest.h>

namespace noether::bench {
namespace {

bool holds(std::string_view condition, std::complex<double> z) {
  const auto term = read_fungrim_term(condition);
  std::set<std::string> unknown;
  const auto result = fungrim_holds(*term, {{"z", z}}, unknown);
  EXPECT_TRUE(result) << condition;
  return result.value_or(false);
}

TEST(FungrimPredicate, SetsOfNumbers) {
  EXPECT_TRUE(holds("Element(z, RR)", 2.5));
  EXPECT_FALSE(holds("Element(z, RR)", {0, 1}));
  EXPECT_TRUE(holds("Element(z, ZZGreaterEqual(2))", 2));
  EXPECT_FALSE(holds("Element(z, ZZGreaterEqual(2))", 2.5));
  EXPECT_TRUE(holds("Element(z, HH)", {1, 0.5}));
  EXPECT_FALSE(holds("Element(z, SetMinus(CC, Set(-ConstI, ConstI)))", {0, -1}));
  EXPECT_FALSE(
      holds("NotElement(z, Set((2 * n + 1) * Pi / 2, ForElement(n, ZZ)))", 4.71238898038469));
  EXPECT_TRUE(holds("Element(z, Union(Set(7), OpenInterval(-Infinity, 0)))", -3));
}

TEST(FungrimPredicate, BordersBelongToClosedIntervalsOnly) {
  EXPECT_TRUE(holds("Element(z, OpenClosedInterval(-Pi, Pi))", 3.141592653589793));
  EXPECT_FALSE(holds("Element(z, OpenInterval(-Pi, Pi))", 3.141592653589793));
  EXPECT_FALSE(holds("Less(Abs(z), 1)", {0.6, 0.8}));
  EXPECT_TRUE(holds("LessEqual(Abs(z), 1)", {0.6, 0.8}));
}

TEST(FungrimPredicate, LogicAndChains) {
  EXPECT_TRUE(holds("Or(Less(Re(z), 0), And(Equal(Re(z), 0), Greater(Im(z), 1)))", {0, 2}));
  EXPECT_FALSE(holds("Less(-(Pi / 2), Re(z), Pi / 2)", 2));
  EXPECT_TRUE(holds("Not(Equal(z, 1))", 2));
  EXPECT_TRUE(holds("Element(Arg(z), OpenClosedInterval(-Pi / 2, Pi / 2))", {1, 1}));
  EXPECT_FALSE(holds("Less(z, 1)", {0, 1}));
}

TEST(FungrimPredicate, WhatIsNotUnderstoodIsSaid) {
  std::set<std::string> unknown;
  const auto term = read_fungrim_term("And(Element(z, DirichletGroup(3)), Less(Totient(z), 4))");
  EXPECT_FALSE(fungrim_holds(*term, {{"z", 1}}, unknown));
  EXPECT_TRUE(unknown.contains("DirichletGroup"));
}

}  // namespace
}  // namespace noether::bench
