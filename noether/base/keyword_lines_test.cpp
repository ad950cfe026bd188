#include "noether/base/keyword_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace noether::base {
namespace {

using testing::HasSubstr;

constexpr std::array<std::string_view, 1> kWithText = {"about"};

// Writes every word of every line in brackets, and settings with their sign.
std::string words_of(std::string_view text) {
  std::string all;
  const auto read = read_keyword_lines(text, kWithText, [&](KeywordLine& line) -> Result<void> {
    all += std::to_string(line.number) + ":[" + line.keyword.text + "]";
    if (!line.text.empty()) all += "<" + line.text + ">";
    for (const KeywordWord& name : line.names) all += "[" + name.text + "]";
    for (const KeywordSetting& s : line.settings)
      all += "[" + s.name.text + "=" + s.value.text + "]";
    all += "\n";
    return {};
  });
  return read ? all : read.error().message;
}

TEST(KeywordLines, ReadsNamesSettingsAndRemarks) {
  EXPECT_EQ(words_of("\n# nothing\nspace words  weight=2 k1=0.9# remark\r\n\tend"),
            "3:[space][words][weight=2][k1=0.9]\n4:[end]\n");
}

TEST(KeywordLines, KeepsBlanksSignsAndQuotesInsideQuotes) {
  EXPECT_EQ(words_of(R"(row "a = b # ""c""" name="x y" p"q r"s)"),
            "1:[row][a = b # \"c\"][pq rs][name=x y]\n");
}

TEST(KeywordLines, LeavesTextForPeopleAsItIs) {
  EXPECT_EQ(words_of("about  \"Words\" first = last  # remark\nabout\n"),
            "1:[about]<\"Words\" first = last>\n2:[about]\n");
}

TEST(KeywordLines, PointsAtTheQuoteThatIsNotClosed) {
  const std::string_view text = "a\nrow x \"open\n";
  const auto read = read_keyword_lines(text, {}, [](KeywordLine&) -> Result<void> { return {}; });
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("line 2, column 7"));
  EXPECT_EQ(text.substr(read.error().span.begin), "\"open\n");
}

TEST(KeywordLines, PointsAtTheLineWhenItsReaderDoesNotSayWhere) {
  const std::string_view text = "a\n  row x  # why\n";
  const auto read = read_keyword_lines(text, {}, [](KeywordLine& line) -> Result<void> {
    if (line.number == 2) return fail("no");
    return {};
  });
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "line 2, column 3: no");
  const Span span = read.error().span;
  EXPECT_EQ(text.substr(span.begin, span.end - span.begin), "row x");
}

}  // namespace
}  // namespace noether::base
