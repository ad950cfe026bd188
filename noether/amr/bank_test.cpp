#include "noether/amr/bank.h"

#include <gtest/gtest.h>

#include <string>

namespace noether::amr {
namespace {

constexpr std::string_view kBank =
    "# a bank of two\n\n"
    "# ::id x.1 ::date 2020-01-01 ::preferred\n"
    "# ::snt A :: b ::c\n"
    "(a / b)\n\n\n"
    "# ::id x.2\n(c / d\n  :e 5)\n\n"
    "# the end\n";

TEST(Bank, ReadsEntriesWithWhatIsKnownAboutThem) {
  const auto entries = read_bank(kBank);
  ASSERT_TRUE(entries) << entries.error().message;
  ASSERT_EQ(entries->size(), 2U);
  EXPECT_EQ(entries->at(0).find("id"), "x.1");
  EXPECT_EQ(entries->at(0).find("date"), "2020-01-01");
  EXPECT_EQ(entries->at(0).find("preferred"), "");
  EXPECT_EQ(entries->at(0).find("snt"), "A :: b ::c");
  EXPECT_EQ(entries->at(1).find("id"), "x.2");
  EXPECT_EQ(entries->at(1).line, 8U);
}

TEST(Bank, ComesBackAsTheSameBytes) {
  BankReader reader(kBank);
  std::string text;
  while (true) {
    const auto entry = reader.next();
    ASSERT_TRUE(entry) << entry.error().message;
    if (!*entry) break;
    text += write_penman((*entry)->tree);
  }
  EXPECT_EQ(text + "# the end\n", kBank);
}

TEST(Bank, GoesOnBehindABrokenEntry) {
  BankReader reader("# ::id 1\n(a / b\n\n# ::id 2\n(a / b)\n\n(c / d");
  const auto broken = reader.next();
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().message, "line 2, column 1: this bracket is not closed");
  const auto whole = reader.next();
  ASSERT_TRUE(whole && *whole);
  EXPECT_EQ((*whole)->find("id"), "2");
  const auto last = reader.next();
  ASSERT_FALSE(last);
  EXPECT_EQ(last.error().message, "line 7, column 1: this bracket is not closed");
  const auto end = reader.next();
  EXPECT_TRUE(end && !*end);
}

TEST(Bank, OfNothingHasNoEntries) {
  EXPECT_TRUE(read_bank("")->empty());
  EXPECT_TRUE(read_bank("\n\n# ::id 1\n")->empty());
}

TEST(GraphSource, FindsGraphsByTheirIds) {
  const auto source = GraphSource::read("# ::id a.1\n(b / boy)\n\n# ::id a.2\n(g / girl)\n");
  ASSERT_TRUE(source);
  EXPECT_EQ(source->size(), 2U);
  ASSERT_NE(source->find("a.2"), nullptr);
  EXPECT_EQ(source->find("a.2")->tree.nodes[0].concept_name, "girl");
  EXPECT_EQ(source->find("a.3"), nullptr);
  EXPECT_EQ(GraphSource::read("")->size(), 0U);
}

TEST(GraphSource, RefusesGraphsThatCannotBeTold) {
  EXPECT_EQ(GraphSource::read("# ::id a\n(b / boy)\n\n(g / girl)\n").error().message,
            "line 4: this graph has no `# ::id`");
  EXPECT_EQ(GraphSource::read("# ::id a\n(b / boy)\n\n# ::id a\n(g / girl)\n").error().message,
            "line 4: the id a already occurs at line 1");
  EXPECT_FALSE(GraphSource::read("# ::id a\n(b / boy\n"));
}

}  // namespace
}  // namespace noether::amr
