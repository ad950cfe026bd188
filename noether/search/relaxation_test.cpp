// The suggestions when a query finds nothing.
#include "noether/search/relaxation.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "noether/search/query/near_terms.h"
#include "noether/search/search_fixture.h"

namespace noether::search {
namespace {

class Relaxations : public SearchTest {
 protected:
  void SetUp() override {
    index(
        {test_document("a", "The limit of a convergent series.", {"calculus"}, "question"),
         test_document("b", "A limit is unique.", {"analysis"}, "answer"),
         test_document("c", "Completing the square: $x^2+2x+1=(x+1)^2$.", {"algebra"}, "answer")});
  }

  // Each suggestion as its query and its count.
  std::vector<std::string> offers(const std::string& text) {
    EXPECT_EQ(found(text), "") << text;
    const auto relaxed = relaxations(*searcher_, query(text));
    EXPECT_TRUE(relaxed);
    std::vector<std::string> lines;
    for (const Relaxation& relaxation : *relaxed) {
      lines.push_back(relaxation.query.text + " = " + std::to_string(relaxation.count.documents));
      // A suggested query finds something; documents with most of the query are counted.
      const auto results = searcher_->search(query(relaxation.query.text), {.top = 100});
      EXPECT_TRUE(results && results->documents.size() >= relaxation.count.documents)
          << relaxation.query.text;
    }
    return lines;
  }
};

using Lines = std::vector<std::string>;

TEST_F(Relaxations, SpellWordsAsTheIndexHasThem) {
  EXPECT_EQ(offers("limti"), Lines{"limit = 2"});
  EXPECT_EQ(offers("+sqare"), Lines{"+square = 1"});
  EXPECT_EQ(offers("xyzzyq"), Lines{});
}

TEST_F(Relaxations, EndWhenNobodyWaits) {
  int asks = 0;
  const Query asked = query("limti tag:algebra");
  ASSERT_TRUE(relaxations(*searcher_, asked, 5, [&] { return ++asks < 0; }));
  const int all = asks;
  EXPECT_GE(all, 2);
  asks = 0;
  EXPECT_FALSE(relaxations(*searcher_, asked, 5, [&] { return ++asks == all; }));
}

TEST_F(Relaxations, DropOrSpellFilters) {
  EXPECT_EQ(offers("limit tag:algebra"), (Lines{"limit = 2"}));
  EXPECT_EQ(offers("limit tag:calclus"), (Lines{"limit tag:calculus = 1", "limit = 2"}));
  EXPECT_EQ(offers("limit type:anser"), (Lines{"limit type:answer = 1", "limit = 2"}));
}

TEST_F(Relaxations, TakeAwayQuotesAndSigns) {
  EXPECT_EQ(offers("\"series limit\""), Lines{"series limit = 1"});
  EXPECT_EQ(offers("+unique +convergent"),
            (Lines{"unique +convergent = 1", "+unique convergent = 1"}));
  EXPECT_EQ(offers("series -limit"), Lines{"series = 1"});
}

TEST_F(Relaxations, PutWildcardsIntoRequiredFormulas) {
  const Lines lines = offers("+$(y+1)^2$ square");
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines.back(), "+$({?y}+1)^2$ square = 1");
}

TEST_F(Relaxations, DropEverythingWhenNoSingleChangeHelps) {
  EXPECT_EQ(offers("+limit +square tag:statistics"), Lines{"limit square = 3"});
}

TEST_F(Relaxations, KnowNearTermsByEditsThenByFrequency) {
  const auto near = near_terms(searcher_->index(), 0, "limet", 5);
  ASSERT_TRUE(near);
  ASSERT_EQ(near->size(), 1U);
  EXPECT_EQ((*near)[0].text, "limit");
  EXPECT_EQ((*near)[0].edits, 1U);
  EXPECT_EQ((*near)[0].units, 2U);
}

}  // namespace
}  // namespace noether::search
