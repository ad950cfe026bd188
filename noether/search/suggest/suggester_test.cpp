#include "noether/search/suggest/suggester.h"

#include <gtest/gtest.h>

#include "noether/search/search_fixture.h"

namespace noether::search {
namespace {

TEST(PrefixTable, FindsTheMostFrequentFirst) {
  const PrefixTable table({{"abc", "abc", 1}, {"abd", "abd", 5}, {"ab", "ab", 5}, {"b", "b", 9}});
  const auto found = table.find("ab", 10);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0]->text, "ab");
  EXPECT_EQ(found[1]->text, "abd");
  EXPECT_EQ(found[2]->text, "abc");
  EXPECT_EQ(table.find("ab", 1).size(), 1U);
  EXPECT_EQ(table.find("", 10).size(), 4U);
  EXPECT_TRUE(table.find("abcd", 10).empty());
  EXPECT_TRUE(PrefixTable().find("a", 1).empty());
}

class SuggesterTest : public SearchTest {
 protected:
  void SetUp() override {
    index({test_document("1", "$e^{i\\pi}+1$ and $e^{i\\pi}+1$", {"complex numbers"}, "note",
                         "Euler's identity"),
           test_document("2", "once $e^{x}$, twice $x^2+1$, $x^2+1$", {"calculus"}, "note",
                         "Exponential functions")});
    auto made = Catalogue::read(searcher_->index());
    ASSERT_TRUE(made) << made.error().message;
    catalogue_ = std::make_unique<Catalogue>(std::move(*made));
  }

  // The text with the first suggestion inserted; a bar shows the cursor.
  std::string completed(std::string text) {
    const std::size_t cursor = text.find('|');
    text.erase(cursor, 1);
    const Suggestions made = catalogue_->suggester.suggest(text, cursor, 5);
    if (made.suggestions.empty()) return "";
    return text.replace(made.replaced.begin, made.replaced.end - made.replaced.begin,
                        made.suggestions.front().insert);
  }

  std::unique_ptr<Catalogue> catalogue_;
};

TEST_F(SuggesterTest, CompletesWordsTagsAndKinds) {
  EXPECT_EQ(completed("the expo| of"), "the exponential of");
  EXPECT_EQ(completed("tag:comp|"), "tag:\"complex numbers\"");
  EXPECT_EQ(completed("-tag:calc|"), "-tag:calculus");
  EXPECT_EQ(completed("type:|"), "type:note");
  EXPECT_EQ(completed("cal|"), "tag:calculus");
  EXPECT_EQ(completed("zzz|"), "");
  EXPECT_EQ(completed("|"), "");
}

TEST_F(SuggesterTest, CompletesCommandsAndFrequentFormulas) {
  EXPECT_EQ(completed("let $\\fra|$"), "let $\\frac{}{}$");
  EXPECT_EQ(completed("$a$ and \\(x+\\al|"), "$a$ and \\(x+\\alpha");
  // A formula that occurs only once is not frequent, and blanks make no difference.
  EXPECT_EQ(completed("$e ^ {|$"), "$e^{i\\pi}+1$");
  EXPECT_EQ(completed("\\sqr|"), "$\\sqrt{}$");
}

TEST_F(SuggesterTest, AnswersAtAnyPlaceOfAnyText) {
  const std::string text = "\"$\\[$$ tag:\\( -+ \xF0\x9D\x94\xB8 \\begin{x} \\\\$";
  for (std::size_t cursor = 0; cursor <= text.size() + 1; ++cursor) {
    const Suggestions made = catalogue_->suggester.suggest(text, cursor, 3);
    EXPECT_LE(made.replaced.begin, made.replaced.end);
    EXPECT_LE(made.replaced.end, text.size());
    EXPECT_LE(made.suggestions.size(), 3U);
  }
}

}  // namespace
}  // namespace noether::search
