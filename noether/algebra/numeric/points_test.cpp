#include "noether/algebra/numeric/points.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "noether/algebra/numeric/evaluate_fixture.h"

namespace noether::algebra {
namespace {

class PointSourceTest : public testing::Test {
 protected:
  std::vector<Point> take(PointSource& source, std::size_t count) {
    std::vector<Point> points;
    while (points.size() < count) {
      auto point = source.next();
      if (!point) break;
      points.push_back(std::move(*point));
    }
    return points;
  }
  std::string text(ExprId value) const {
    BallEvaluator evaluator(test_.pool, {value});
    evaluator.evaluate({}, Field::Complex, 128);
    return value_text(evaluator.value());
  }
  TestPool test_;
  Head x_ = test_.vocabulary.variable("x");
  Head y_ = test_.vocabulary.variable("y");
};

TEST_F(PointSourceTest, StartsWithSpecialValues) {
  PointSource source(test_.pool, {x_}, Field::Real, {}, 1);
  std::set<std::string> seen;
  for (const Point& point : take(source, source.special_count())) {
    seen.insert(text(point.coordinates[0].second));
  }
  for (const char* value : {"0", "1", "-1", "0.5", "-0.5", "2", "-2", "1.570796327", "3.141592654",
                            "-1.570796327", "0.7853981634", "2.718281828", "10"}) {
    EXPECT_TRUE(seen.contains(value)) << value;
  }
}

TEST_F(PointSourceTest, ComplexPointsLieOnAndBesideTheAxes) {
  PointSource source(test_.pool, {x_}, Field::Complex, {}, 1);
  std::set<std::string> seen;
  for (const Point& point : take(source, source.special_count())) {
    seen.insert(text(point.coordinates[0].second));
  }
  for (const char* value :
       {"0", "-1", "1*i", "-1*i", "1 + 1*i", "-2 + 0.1000000000*i", "-2 - 0.1000000000*i"}) {
    EXPECT_TRUE(seen.contains(value)) << value;
  }
}

TEST_F(PointSourceTest, SeveralVariablesMeetEqualAndUnequal) {
  PointSource source(test_.pool, {x_, y_}, Field::Real, {}, 1);
  int equal = 0;
  std::set<std::pair<ExprId, ExprId>> pairs;
  const auto points = take(source, source.special_count());
  for (const Point& point : points) {
    ASSERT_EQ(point.coordinates.size(), 2U);
    const std::pair pair(point.coordinates[0].second, point.coordinates[1].second);
    equal += pair.first == pair.second ? 1 : 0;
    pairs.insert(pair);
  }
  EXPECT_GT(equal, 10);
  EXPECT_GT(pairs.size(), points.size() / 2);
}

TEST_F(PointSourceTest, TheSameSeedGivesTheSamePoints) {
  const auto coordinates = [&](std::uint64_t seed) {
    PointSource source(test_.pool, {x_, y_}, Field::Complex, {}, seed);
    std::vector<std::vector<std::pair<Head, ExprId>>> all;
    for (Point& point : take(source, 300)) all.push_back(std::move(point.coordinates));
    return all;
  };
  EXPECT_EQ(coordinates(7), coordinates(7));
  EXPECT_NE(coordinates(7), coordinates(8));
}

TEST_F(PointSourceTest, RandomRealsSpreadAroundOne) {
  PointSource source(test_.pool, {x_}, Field::Real, {}, 3);
  source.skip_special();
  int small = 0;
  int large = 0;
  int negative = 0;
  for (const Point& point : take(source, 1000)) {
    const double value = test_.pool.value(point.coordinates[0].second).to_double();
    EXPECT_GE(std::abs(value), 0.005);
    EXPECT_LE(std::abs(value), 100);
    small += std::abs(value) < 0.1 ? 1 : 0;
    large += std::abs(value) > 4 ? 1 : 0;
    negative += value < 0 ? 1 : 0;
  }
  EXPECT_GT(small, 50);
  EXPECT_GT(large, 50);
  EXPECT_NEAR(negative, 500, 80);
}

TEST_F(PointSourceTest, StaysWithinBounds) {
  const ExprId half_pi = test_.parse("(/ pi 2)");
  Assumptions assumptions;
  assumptions.variables = {{.variable = x_,
                            .lower = test_.parse("0"),
                            .upper = half_pi,
                            .lower_open = true,
                            .upper_open = false},
                           {.variable = y_, .lower = test_.parse("1000000")}};
  PointSource source(test_.pool, {x_, y_}, Field::Real, assumptions, 3);
  const auto points = take(source, source.special_count() + 300);
  ASSERT_EQ(points.size(), source.special_count() + 300);
  bool at_upper = false;
  for (const Point& point : points) {
    const ExprId value = point.coordinates[0].second;
    at_upper = at_upper || value == half_pi;
    BallEvaluator evaluator(
        test_.pool, {test_.pool.make(Op::Sign, {value}),
                     test_.pool.make(Op::Subtract, {half_pi, value}), point.coordinates[1].second});
    evaluator.evaluate({}, Field::Real, 128);
    EXPECT_EQ(value_text(evaluator.value(0)), "1");
    EXPECT_NE(compare(evaluator.value(1), 0), Order::Less);
    EXPECT_EQ(compare(evaluator.value(2), 1'000'000), Order::Greater);
  }
  EXPECT_TRUE(at_upper);
}

TEST_F(PointSourceTest, IntegersAreIntegers) {
  Assumptions assumptions;
  assumptions.variables = {{.variable = x_,
                            .kind = VariableAssumption::Kind::Integer,
                            .lower = test_.parse("(/ 7 2)"),
                            .upper = test_.parse("9"),
                            .upper_open = false}};
  PointSource source(test_.pool, {x_}, Field::Complex, assumptions, 3);
  std::set<std::string> seen;
  for (const Point& point : take(source, source.special_count() + 100)) {
    seen.insert(text(point.coordinates[0].second));
  }
  EXPECT_EQ(seen, (std::set<std::string>{"4", "5", "6", "7", "8", "9"}));
}

TEST_F(PointSourceTest, HonoursAcceptsAndGivesUp) {
  Assumptions positive;
  positive.accepts = [&](const Point& point) {
    BallEvaluator evaluator(test_.pool, {point.coordinates[0].second});
    evaluator.evaluate({}, Field::Real, 64);
    return compare(evaluator.value(), 0) == Order::Greater;
  };
  PointSource source(test_.pool, {x_}, Field::Real, positive, 3);
  for (const Point& point : take(source, 100)) {
    EXPECT_NE(text(point.coordinates[0].second).front(), '-');
  }
  Assumptions never;
  never.accepts = [](const Point&) { return false; };
  PointSource empty(test_.pool, {x_}, Field::Real, never, 3);
  EXPECT_FALSE(empty.next());
  EXPECT_FALSE(empty.next());
  Assumptions contradiction;
  contradiction.variables = {
      {.variable = x_, .lower = test_.parse("2"), .upper = test_.parse("1")}};
  PointSource nowhere(test_.pool, {x_}, Field::Real, contradiction, 3);
  EXPECT_FALSE(nowhere.next());
}

TEST_F(PointSourceTest, WithoutVariablesThereIsOnePoint) {
  PointSource source(test_.pool, {}, Field::Real, {}, 3);
  const auto point = source.next();
  ASSERT_TRUE(point);
  EXPECT_TRUE(point->coordinates.empty());
  EXPECT_FALSE(source.next());
}

}  // namespace
}  // namespace noether::algebra
