#include "noether/text/note.h"

#include <gtest/gtest.h>

namespace noether::text {
namespace {

TEST(Markdown, KnowsTheLineOfAHeadingBehindLongFormulas) {
  const std::vector<Piece> pieces =
      read_markdown("# One\n\n$$\nx\n$$\n\n## Two $y$\n\ntext\n\nThree\n=====\n");
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_EQ(pieces[0].line, 1u);
  EXPECT_EQ(pieces[1].line, 7u);
  EXPECT_EQ(pieces[2].line, 11u);
}

TEST(Markdown, CharactersForPrivateUseAreNoFormulas) {
  const std::vector<Piece> pieces = read_markdown("$x$ \uE0000\uE001 end");
  ASSERT_EQ(pieces.size(), 1u);
  EXPECT_EQ(pieces[0].body.formulas.size(), 1u);
  EXPECT_EQ(pieces[0].body.text, "$x$ \uFFFD0\uFFFD end");
}

}  // namespace
}  // namespace noether::text
