#include "noether/base/mix.h"

#include <gtest/gtest.h>

#include <vector>

namespace noether::base {
namespace {

// The first numbers of the published SplitMix64, seed 1234567.
TEST(MixedBits, AreThoseOfSplitMix64) {
  std::uint64_t state = 1234567;
  for (const std::uint64_t expected :
       {6457827717110365317U, 3203168211198807973U, 9817491932198370423U, 4593380528125082431U,
        16408922859458223821U}) {
    EXPECT_EQ(split_mix(state), expected);
    state += kGoldenRatio;
  }
}

TEST(MixedBits, KeepPlacesWithin32Bits) {
  EXPECT_EQ(table_place(1), 0x9E3779B9U);
  EXPECT_LE(table_place(UINT64_MAX), UINT32_MAX);
}

TEST(IndexShuffle, GivesEveryNumberOnce) {
  for (const std::uint64_t count : {1UL, 2UL, 3UL, 4UL, 5UL, 15UL, 16UL, 17UL, 1000UL, 4097UL}) {
    const IndexShuffle shuffle(count, 7 * count);
    std::vector<int> seen(count);
    for (std::uint64_t i = 0; i < count; ++i) ++seen.at(shuffle[i]);
    EXPECT_EQ(seen, std::vector<int>(count, 1)) << count;
  }
}

TEST(IndexShuffle, DependsOnTheSeedAndStaysInLargeBounds) {
  const std::uint64_t count = (std::uint64_t{1} << 60) - 93;
  const IndexShuffle a(count, 1);
  const IndexShuffle b(count, 2);
  int same = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    ASSERT_LT(a[i], count);
    same += a[i] == b[i] ? 1 : 0;
  }
  EXPECT_EQ(same, 0);
}

TEST(IndexShuffle, PutsNumbersAnywhereWithTheSameChance) {
  // Chi-squared of the position of number 3 of 16, over seeds; 37.7 is exceeded once in a thousand.
  std::vector<double> hits(16);
  for (std::uint64_t seed = 0; seed < 16'000; ++seed) ++hits[IndexShuffle(16, seed)[3]];
  double chi = 0;
  for (const double hit : hits) chi += (hit - 1000) * (hit - 1000) / 1000;
  EXPECT_LT(chi, 37.7);
}

}  // namespace
}  // namespace noether::base
