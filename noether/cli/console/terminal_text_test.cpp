#include "noether/cli/console/terminal_text.h"

#include <gtest/gtest.h>

#include <string>

namespace noether::cli {
namespace {

TEST(MarkedPlace, PutsCaretsUnderCharacters) {
  EXPECT_EQ(marked_place("abc def", {4, 7}), "  abc def\n      ^^^\n");
  EXPECT_EQ(marked_place("é ∑x", {6, 7}), "  é ∑x\n     ^\n");
  EXPECT_EQ(marked_place("a\nb", {2, 3}), "  a b\n    ^\n");
}

TEST(MarkedPlace, ShowsOnlyWhatIsAroundAPlaceInALongText) {
  std::string text(500, 'a');
  text += 'X';
  text.append(500, 'b');
  const std::string shown = marked_place(text, {500, 501});
  EXPECT_LT(shown.size(), 250U);
  const std::size_t line_end = shown.find('\n');
  const std::size_t caret = shown.find('^') - line_end - 1;
  // The dots before are three bytes and one column.
  EXPECT_EQ(shown[caret + 2], 'X') << shown;
}

TEST(MarkedPlace, IsNothingWithoutAPlace) {
  EXPECT_EQ(marked_place("abc", {0, 0}), "");
  EXPECT_EQ(marked_place("abc", {7, 9}), "");
}

TEST(TerminalText, WrapsAtBlanksAndCountsColoursForNothing) {
  EXPECT_EQ(wrapped("one two three", "  ", 7), "  one two\n  three\n");
  EXPECT_EQ(wrapped("\x1b[1mone\x1b[22m two three", "", 7), "\x1b[1mone\x1b[22m two\nthree\n");
  EXPECT_EQ(wrapped("averylongword x", "", 4), "averylongword\nx\n");
  EXPECT_EQ(wrapped("", "", 4), "");
}

}  // namespace
}  // namespace noether::cli
