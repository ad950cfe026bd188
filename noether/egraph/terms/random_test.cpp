#include "noether/egraph/terms/random.h"

#include <gtest/gtest.h>

#include <vector>

namespace noether::egraph {
namespace {

TEST(Random, GivesThePublishedNumbers) {
  // xoshiro256** filled by SplitMix64 from seed 0, as other implementations give them.
  Random random(0);
  EXPECT_EQ(random.next(), 0x99EC5F36CB75F2B4U);
  EXPECT_EQ(random.next(), 0xBF6E1F784956452AU);
  EXPECT_EQ(random.next(), 0x1A5F849D4933E6E0U);
}

template <typename Number>
void expect_every_number_below(Random& random, const Number& bound, const Number& step) {
  std::vector<int> seen(5);
  for (int i = 0; i < 5000; ++i) {
    const Number number = random.below(bound);
    ASSERT_TRUE(number < bound);
    for (std::size_t part = 0; part < 5; ++part) {
      if (number >= step * part && number < step * (part + 1)) ++seen[part];
    }
  }
  for (const int times : seen) EXPECT_NEAR(times, 1000, 150);
}

TEST(Random, IsUniformBelowABoundOfAnyWidth) {
  Random random(3);
  expect_every_number_below<std::uint64_t>(random, 5, 1);
  expect_every_number_below<std::uint64_t>(random, std::uint64_t{5} << 61, std::uint64_t{1} << 61);
  expect_every_number_below<WideCount>(random, 5, 1);
  expect_every_number_below<WideCount>(random, WideCount{5} << 90, WideCount{1} << 90);
  expect_every_number_below<mpz_class>(random, 5, 1);
  expect_every_number_below<mpz_class>(random, mpz_class(5) << 200, mpz_class(1) << 200);
}

TEST(Random, ReachesAllBelowAPowerOfTwo) {
  Random random(3);
  EXPECT_EQ(random.below(std::uint64_t{1}), 0U);
  EXPECT_TRUE(random.below(WideCount{1}) == 0);
  EXPECT_EQ(random.below(mpz_class(1)), 0);
  EXPECT_TRUE(random.below(WideCount{1} << 64) < (WideCount{1} << 64));
}

}  // namespace
}  // namespace noether::egraph
