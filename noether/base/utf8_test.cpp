#include "noether/base/utf8.h"

#include <gtest/gtest.h>

#include <ranges>
#include <vector>

namespace noether::base {
namespace {

static_assert(std::ranges::forward_range<CodePoints>);

std::vector<char32_t> values(std::string_view text) {
  std::vector<char32_t> found;
  for (const CodePoint& code_point : code_points(text)) found.push_back(code_point.value);
  return found;
}

TEST(Utf8, ReadsCodePointsOfEveryLength) {
  EXPECT_EQ(values("aλ∑𝑥"), (std::vector<char32_t>{U'a', U'λ', U'∑', U'𝑥'}));
}

TEST(Utf8, SaysWhichBytesACodePointTakes) {
  const std::string text = "∑x";
  const CodePoint sum = decode_code_point(text);
  EXPECT_EQ(sum, (CodePoint{U'∑', "∑", true}));
  EXPECT_EQ(sum.bytes.data(), text.data());
}

TEST(Utf8, ReadsNothingFromEmptyText) { EXPECT_TRUE(values("").empty()); }

TEST(Utf8, ReadsNulAsACodePoint) {
  EXPECT_EQ(values(std::string_view("\0a", 2)), (std::vector<char32_t>{0, U'a'}));
}

TEST(Utf8, WritesAndReadsBackEveryCodePoint) {
  std::string text;
  for (char32_t value = 0; value <= 0x10FFFF; ++value) {
    if (value == 0xD800) value = 0xE000;
    text.clear();
    append_code_point(text, value);
    ASSERT_EQ(decode_code_point(text), (CodePoint{value, text, true})) << std::hex << +value;
  }
}

TEST(Utf8, WritesTheReplacementCharacterForWhatIsNoCodePoint) {
  for (const char32_t value : {char32_t{0xD800}, char32_t{0xDFFF}, char32_t{0x110000}}) {
    EXPECT_EQ(encode_code_point(value), "\uFFFD");
  }
}

TEST(Utf8, FindsTheFirstInvalidByte) {
  EXPECT_EQ(find_invalid_utf8("x ≤ y"), std::nullopt);
  EXPECT_EQ(find_invalid_utf8("≤\xFFx"), 3u);
}

TEST(Utf8, RefusesBytesThatAreNotUtf8) {
  const std::vector<std::string_view> cases = {
      "\x80",              // a continuation without a beginning
      "\xE2\x88",          // cut short
      "\xE2x\x91",         // interrupted
      "\xC0\xAF",          // two bytes for what one says
      "\xE0\x80\xAF",      // three for what one says
      "\xED\xA0\x80",      // a surrogate
      "\xF4\x90\x80\x80",  // above U+10FFFF
      "\xF8\x88\x80\x80\x80",
      "\xFE",
      "\xFF",
  };
  for (const std::string_view bytes : cases) {
    EXPECT_EQ(find_invalid_utf8(bytes), 0u) << testing::PrintToString(bytes);
    EXPECT_EQ(decode_code_point(bytes), (CodePoint{U'\uFFFD', bytes.substr(0, 1), false}));
  }
}

TEST(Utf8, GoesOnOneByteAfterAnInvalidOne) {
  EXPECT_EQ(values("a\xE2\x88z"), (std::vector<char32_t>{U'a', U'\uFFFD', U'\uFFFD', U'z'}));
}

TEST(Characters, AreCountedAndCutByCodePoints) {
  EXPECT_EQ(count_characters("π≤\xFF!"), 4U);  // a broken byte is one
  EXPECT_EQ(count_characters(""), 0U);
  EXPECT_EQ(first_characters("aπ≤b", 2), "aπ");
  EXPECT_EQ(first_characters("aπ", 7), "aπ");
  EXPECT_EQ(first_characters("aπ", 0), "");
}

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
