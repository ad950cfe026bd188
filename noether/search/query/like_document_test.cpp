#include "noether/search/query/like_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/index/index_reader.h"
#include "noether/search/search_fixture.h"

namespace noether::search {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

class LikeDocument : public SearchTest {
 protected:
  // The words and the formulas of the query for similar documents.
  struct Parts {
    std::vector<std::string> words;
    std::vector<std::string> formulas;
  };
  Parts like(const text::Document& document, std::vector<text::Document> others = {}) {
    others.push_back(document);
    add_documents(folder_ / "idx", others);
    const auto index = index::IndexReader::open(folder_ / "idx");
    EXPECT_TRUE(index);
    const auto query = query_like(*index, document);
    EXPECT_TRUE(query);
    Parts parts;
    for (const Clause& clause : query->clauses) {
      (clause.stems.empty() ? parts.formulas : parts.words).push_back(clause.text);
    }
    return parts;
  }
};

TEST_F(LikeDocument, AsksForTheFormulasOfATitleFirst) {
  const Parts parts =
      like(test_document("a", "It has $\\int_0^1 x^2 dx$ and $x$.", {}, "text", "Why is $e^x$?"));
  EXPECT_THAT(parts.formulas, ElementsAre("e^x", "\\int_0^1 x^2 dx"));
}

TEST_F(LikeDocument, AsksForTheBestSmallFormulaWhenThereIsNoLargeOne) {
  EXPECT_THAT(like(test_document("a", "On $x$ and $e^x$ and $y$.")).formulas, ElementsAre("e^x"));
  EXPECT_THAT(like(test_document("b", "On $x^2$ and $a+b+c=d$.")).formulas, ElementsAre("a+b+c=d"));
  EXPECT_THAT(like(test_document("c", "On $x$ alone.")).formulas, IsEmpty());
}

TEST_F(LikeDocument, AsksForNoCommandOfLatexThatStandsInTheText) {
  const std::string body =
      "The substitution &= \\int_0^1 b \\notag\\\\monotone &= \\frac{c}{d} \\end{proof} fails.";
  const Parts parts =
      like(test_document("a", body), {test_document("b", body), test_document("c", "Other.")});
  EXPECT_THAT(parts.words,
              AllOf(Contains("substitution"), Contains("monotone"), Contains("fails"),
                    Not(Contains("notag")), Not(Contains("int")), Not(Contains("frac")),
                    Not(Contains("proof")), Not(Contains("end"))));
}

}  // namespace
}  // namespace noether::search
