#include "noether/text/markup/front_matter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace noether::text {
namespace {

using testing::HasSubstr;

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
    EXPECT_THAT(matter.flaw, HasSubstr("no TOML")) << toml;
  }
}

}  // namespace
}  // namespace noether::text
