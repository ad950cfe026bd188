#include "noether/base/mix.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace noether::base
