#include "noether/base/utf16.h"

#include <gtest/gtest.h>

namespace noether::base {
namespace {

TEST(Utf16, CountsPairsForCharactersBeyondTheFirstPlane) {
  EXPECT_EQ(utf16_length(""), 0U);
  EXPECT_EQ(utf16_length("aé∑𝔸"), 5U);
  EXPECT_EQ(utf16_length("a\xFF"), 2U);
}

TEST(Utf16, FindsTheByteOfAPlace) {
  const std::string_view text = "aé𝔸b";
  EXPECT_EQ(byte_of_utf16(text, 0), 0U);
  EXPECT_EQ(byte_of_utf16(text, 2), 3U);
  EXPECT_EQ(byte_of_utf16(text, 3), 3U);  // inside the pair
  EXPECT_EQ(byte_of_utf16(text, 4), 7U);
  EXPECT_EQ(byte_of_utf16(text, 99), 8U);
}

TEST(Utf16, TurnsSpansOfBytesIntoSpansOfUnits) {
  Utf16Places places("aé𝔸b");
  EXPECT_EQ(places.span({1, 3}), (Span{1, 2}));
  EXPECT_EQ(places.span({3, 8}), (Span{2, 5}));
  EXPECT_EQ(places.span({0, 1}), (Span{0, 1}));  // going back is allowed
  EXPECT_EQ(places.span({7, 100}), (Span{4, 5}));
  EXPECT_EQ(places.span({8, 2}), (Span{5, 5}));
}

}  // namespace
}  // namespace noether::base
