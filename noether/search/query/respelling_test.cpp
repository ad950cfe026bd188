// Corrections of misspelt words of a query by the words of the index.
#include "noether/search/query/respelling.h"

#include <gtest/gtest.h>

#include "noether/search/search_fixture.h"

namespace noether::search {
namespace {

class Respelling : public SearchTest {
 protected:
  void SetUp() override {
    std::vector<text::Document> documents;
    for (int i = 0; i < 400; ++i) {
      documents.push_back(test_document("s" + std::to_string(i), "The Cauchy-Schwarz inequality."));
    }
    // An error of one author, a rare word that is like no frequent one, and one like another.
    documents.push_back(test_document("slip", "cauchi shcwarz"));
    documents.push_back(test_document("rare", "a zorn ordinal"));
    documents.push_back(test_document("few", "an integral of the integrand"));
    for (int i = 0; i < 60; ++i) {
      documents.push_back(
          test_document("t" + std::to_string(i), i % 3 == 0 ? "theorem" : "theory"));
    }
    for (int i = 0; i < 120; ++i) {
      documents.push_back(test_document("e" + std::to_string(i), i < 6 ? "Euclidian"
                                                                 : i % 3 == 0
                                                                     ? "a Gaussian derivative"
                                                                     : "Euclidean derivatives"));
    }
    documents.push_back(test_document("swap", "guassian gausian"));
    index(documents);
  }

  std::string respelled(const std::string& text) {
    Query asked = query(text);
    const auto done = respell(searcher_->index(), asked);
    EXPECT_TRUE(done);
    return asked.read_as;
  }
};

TEST_F(Respelling, TakesTheWordThatWasMeant) {
  EXPECT_EQ(respelled("cauchy shwarz"), "cauchy schwarz");
  EXPECT_EQ(respelled("Cauchy Scwharz inequality"), "Cauchy schwarz inequality");
  EXPECT_EQ(respelled("inequalty of $x$"), "inequality of $x$");
  EXPECT_EQ(respelled("ineqaulities"), "inequality");
  EXPECT_EQ(respelled("+intergal"), "+integral");
  EXPECT_EQ(respelled("theorm"), "theorem");
}

TEST_F(Respelling, TakesAFrequentWordThatIsTwoSlipsAwayForARareOneThatIsOne) {
  EXPECT_EQ(respelled("eucledian"), "euclidean");
  EXPECT_EQ(respelled("euclidian"), "");
}

TEST_F(Respelling, FindsTwoSlipsInALongWord) {
  EXPECT_EQ(respelled("derivitave"), "derivative");
  EXPECT_EQ(respelled("inequaltiys"), "inequality");
}

TEST_F(Respelling, TakesSwappedLettersForASlip) {
  EXPECT_EQ(respelled("guassian"), "gaussian");
  EXPECT_EQ(respelled("gausian"), "");  // one letter less may be another word
}

TEST_F(Respelling, TakesAFrequentWordForASlipThatOthersMade) {
  EXPECT_EQ(respelled("shcwarz"), "schwarz");
}

TEST_F(Respelling, LeavesOtherWordsAlone) {
  for (const std::string text :
       {"cauchy schwarz", "zorn", "integrand", "\"shwarz\"", "-shwarz cauchy", "xqzzk", "shw",
        "a2b4", "with this", "shwarz\nand more", "inequalities"}) {
    EXPECT_EQ(respelled(text), "") << text;
  }
}

TEST_F(Respelling, ShowsFormulasThatWereFoundAsWell) {
  EXPECT_EQ(respelled("shwarz for x^2"), "schwarz for $x^2$");
}

TEST_F(Respelling, FindsWhatTheWordIsIn) {
  Query asked = query("shwarz");
  ASSERT_TRUE(respell(searcher_->index(), asked));
  const auto results = searcher_->search(asked);
  ASSERT_TRUE(results);
  EXPECT_EQ(results->documents.size(), 10U);
  EXPECT_EQ(asked.clauses.front().typed, "shwarz");
  EXPECT_EQ(query_text(asked), "schwarz");
}

}  // namespace
}  // namespace noether::search
