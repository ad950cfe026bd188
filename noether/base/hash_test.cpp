#include "noether/base/hash.h"

#include <gtest/gtest.h>

#include <string>
#include <unordered_set>

namespace noether::base {
namespace {

// From the reference implementation: `printf '' | xxh128sum`, `printf 'E = mc^2' | xxh128sum`.
TEST(Digest, EqualsTheReferenceImplementationOfXxh3) {
  EXPECT_EQ(digest_of("").hex(), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(digest_of("E = mc^2").hex(), "c1e93f51f874e4d1e142663e7fc74a71");
}

TEST(Digest, KeepsLeadingZerosInHex) {
  EXPECT_EQ((Digest{1, 2}.hex()), "00000000000000010000000000000002");
}

TEST(Digest, ReadsItsOwnHex) {
  const Digest digest = digest_of("x");
  EXPECT_EQ(Digest::from_hex(digest.hex()), digest);
}

TEST(Digest, RefusesHexOfAnotherLengthOrWithOtherCharacters) {
  EXPECT_EQ(Digest::from_hex(""), std::nullopt);
  EXPECT_EQ(Digest::from_hex(std::string(31, '0')), std::nullopt);
  EXPECT_EQ(Digest::from_hex(std::string(33, '0')), std::nullopt);
  EXPECT_EQ(Digest::from_hex(std::string(31, '0') + "g"), std::nullopt);
  EXPECT_EQ(Digest::from_hex("0x" + std::string(30, '0')), std::nullopt);
  EXPECT_EQ(Digest::from_hex("-" + std::string(31, '0')), std::nullopt);
}

TEST(Digest, SortsAsItsHexSorts) {
  const Digest small{1, 9};
  const Digest large{2, 0};
  EXPECT_LT(small, large);
  EXPECT_LT(small.hex(), large.hex());
}

TEST(Digest, CanBeAKeyOfUnorderedContainers) {
  std::unordered_set<Digest> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(digest_of(std::to_string(i)));
  EXPECT_EQ(seen.size(), 1000u);
}

TEST(Hasher, GivesTheSameDigestForAnyCuttingOfTheBytes) {
  const std::string bytes(100'000, 'q');
  Hasher hasher;
  for (std::size_t begin = 0, step = 1; begin < bytes.size(); begin += step, step = step * 3 + 1) {
    hasher.reset();
    hasher.add_bytes(std::string_view(bytes).substr(0, begin));
    hasher.add_bytes(std::string_view(bytes).substr(begin));
    EXPECT_EQ(hasher.digest(), digest_of(bytes)) << "cut at " << begin;
  }
}

TEST(Hasher, WritesNumbersAsLittleEndianBytesOnEveryMachine) {
  Hasher hasher;
  hasher.add_number(0x0102030405060708u);
  EXPECT_EQ(hasher.digest(), digest_of("\x08\x07\x06\x05\x04\x03\x02\x01"));
}

TEST(Hasher, KeepsTextsApartThatWouldRunTogetherAsBytes) {
  Hasher one;
  one.add_text("ab");
  one.add_text("c");
  Hasher other;
  other.add_text("a");
  other.add_text("bc");
  EXPECT_NE(one.digest(), other.digest());
}

TEST(Hasher, ForgetsEverythingOnReset) {
  Hasher hasher;
  hasher.add_bytes("before");
  hasher.reset();
  EXPECT_EQ(hasher.digest(), digest_of(""));
}

}  // namespace
}  // namespace noether::base
