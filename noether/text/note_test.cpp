#include "noether/text/note.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/text/markup/front_matter.h"

namespace noether::text {
namespace {

using testing::HasSubstr;

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

TEST(FrontMatter, ReadsLettersOfAllLanguagesInTheStringsOfToml) {
  for (const char* toml :
       {"title = \"Géométrie\"\n", "title = 'Géométrie'\n", "title = \"\"\"Géométrie\"\"\"\n",
        "title = '''Géométrie'''\n", "a.\"b\" = {\"c\"=[\"d\",\"e\"]}\ntitle = \"Géométrie\"",
        "# é\ntitle = \"Géométrie\" # é", "a = \"\"\ntitle = \"Géométrie\"\n",
        "a = \"\\\"\"\ntitle = \"Géométrie\"\n",
        "title = \"Géométrie\"\nlist = [\n  [], [ 1 ],\n  [ [2] ]\n]\n[ \"é\" ]\n[[b]]\n"}) {
    FrontMatter matter;
    EXPECT_TRUE(read_toml_matter(toml, matter)) << toml << matter.flaw;
    EXPECT_EQ(matter.title, "Géométrie") << toml;
  }
}

TEST(FrontMatter, RefusesWhatIsNoToml) {
  for (const char* toml :
       {"é = 1\n", "a = ¾\n", "a = \"b\" é\n", "a = \"b\né\"\n", "é", "[.a]\nb = 1\n", " [[ .a]]\n",
        "[", "date = 2022-11-0l 2\n", "a = 2'é'\n"}) {
    FrontMatter matter;
    EXPECT_FALSE(read_toml_matter(toml, matter)) << toml;
    EXPECT_THAT(matter.flaw, HasSubstr("not valid TOML")) << toml;
  }
}

}  // namespace
}  // namespace noether::text
