#include "noether/evaluation/line_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <sstream>
#include <string>

#include "noether/evaluation/lines_of_text.h"

namespace noether::evaluation {
namespace {

TEST(Columns, AreTheWordsOfALineWhateverItsLength) {
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; ++i) {
    SCOPED_TRACE(i);
    std::string line(std::uniform_int_distribution<std::size_t>(0, 140)(random), 'x');
    for (char& c : line) {
      c = "\t a\xE2\x80!~"[std::uniform_int_distribution<int>(0, i % 3 == 0 ? 6 : 3)(random)];
    }
    std::vector<std::string> words;
    std::istringstream stream(line);
    for (std::string word; stream >> word;) words.push_back(word);

    std::array<Column, 6> columns;
    const std::size_t count = split_columns(line, columns);
    ASSERT_EQ(count, std::min<std::size_t>(words.size(), 7)) << line;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (c < words.size()) {
        EXPECT_EQ(columns[c].text, words[c]) << line;
        EXPECT_EQ(columns[c].text.data(), line.data() + columns[c].at - 1);
      } else {
        EXPECT_EQ(columns[c].text, "");
        EXPECT_EQ(columns[c].at, line.size() + 1);
      }
    }
  }
}

TEST(LineSource, DropsTheByteOrderMarksOfFilesPutTogether) {
  LineSource lines = lines_of_text(
      "\xEF\xBB\xBF"
      "A\n\xEF\xBB\xBF"
      "B\n\t\xEF\xBB\xBF \xEF\xBB\xBF"
      "C \xEF\xBB\xBF\n");
  EXPECT_EQ((*lines.next())->text, "A");
  EXPECT_EQ((*lines.next())->text, "B");
  EXPECT_EQ((*lines.next())->text, "C \xEF\xBB\xBF");
  LineSource comment = lines_of_text("\xEF\xBB\xBF# topics\nA\n");
  EXPECT_EQ((*comment.next())->text, "A");
}

TEST(Numbers, AreReadWholeOrNotAtAll) {
  EXPECT_EQ(whole_number("-12"), -12);
  EXPECT_EQ(whole_number("12x"), std::nullopt);
  EXPECT_EQ(whole_number(""), std::nullopt);
  EXPECT_EQ(whole_number("99999999999999999999"), std::nullopt);
  EXPECT_EQ(decimal_number("+1.5e2"), 150);
  EXPECT_EQ(decimal_number("+-1"), std::nullopt);
  EXPECT_EQ(decimal_number("+"), std::nullopt);
  EXPECT_EQ(decimal_number("1.5.2"), std::nullopt);
  EXPECT_EQ(decimal_number("inf"), std::nullopt);
  EXPECT_EQ(decimal_number("-1e999"), std::nullopt);
  EXPECT_EQ(decimal_number("1e-999"), 0);
}

}  // namespace
}  // namespace noether::evaluation
