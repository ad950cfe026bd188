#include "noether/base/json_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace noether::base {
namespace {

TEST(JsonText, EscapesQuotesBackslashesAndControlCharacters) {
  EXPECT_EQ(json_string("a\"b\\c\n\x01"), R"("a\"b\\c\u000a\u0001")");
}

TEST(JsonText, KeepsTextBeyondAscii) { EXPECT_EQ(json_string("∑ 𝔸é"), "\"∑ 𝔸é\""); }

TEST(JsonText, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(json_string("a\xFF"
                        "b"),
            "\"a\uFFFDb\"");
}

TEST(JsonText, WritesNumbersThatReadBack) {
  EXPECT_EQ(json_number(0.1), "0.1");
  EXPECT_EQ(json_number(1e300), "1e+300");
  EXPECT_EQ(json_number(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(json_number(std::numeric_limits<double>::quiet_NaN()), "null");
}

TEST(JsonText, PutsAnObjectTogether) {
  JsonObject object;
  object.add_string("a", "x").add_number("b", -1).add_bool("c", true).add_string_or_null("d", "");
  object.add("e", json_array({"1", "2"})).add_real("f", 0.5);
  EXPECT_EQ(object.text(), R"({"a": "x", "b": -1, "c": true, "d": null, "e": [1, 2], "f": 0.5})");
}

}  // namespace
}  // namespace noether::base
