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

}  // namespace
}  // namespace noether::amr
