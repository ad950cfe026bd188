// Filters that are not clauses, pages of results, and the strict modes of searching a formula.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/search/document_table.h"
#include "noether/search/search_fixture.h"

namespace noether::search {
namespace {

using testing::ElementsAre;

class SearchFilterTest : public SearchTest {
 protected:
  void SetUp() override {
    std::vector<text::Document> documents = {
        test_document("a", "the square $(x+1)^2$", {"algebra"}, "question"),
        test_document("b", "the square $x^2+2x+1$", {"algebra", "sums"}, "answer"),
        test_document("c", "the square $y=(t+1)^2$ of a sum", {"calculus"}, "answer"),
        test_document("d", "no formula, but a square"),
    };
    documents[0].source = "https://example.org/a";
    documents[1].source = "notes/b.tex";
    documents[1].parent = "a";
    documents[2].parent = "a";
    documents[0].properties = {{"date", "2015-03-14"}};
    documents[1].properties = {{"score", "3"}, {"date", "2016-01-01T00:00:00"}};
    index(documents);
    auto table = DocumentTable::read(searcher_->index());
    ASSERT_TRUE(table) << table.error().message;
    table_ = std::make_unique<DocumentTable>(std::move(*table));
  }

  std::string found(const Query& query, const SearchOptions& options = {}) {
    const auto results = searcher_->search(query, options);
    EXPECT_TRUE(results) << results.error().message;
    std::string ids;
    for (const FoundDocument& document : results->documents) ids += document.document.id;
    std::ranges::sort(ids);
    return ids;
  }

  std::string within(const DocumentFilter& filter) {
    Query filtered = query("square");
    filtered.within = std::make_shared<const DocumentSet>(table_->select(filter));
    return found(filtered);
  }

  std::string in_mode(FormulaMode mode, const std::string& text) {
    SearchWeights weights;
    weights.formula_mode = mode;
    searcher_->set_weights(weights);
    Query required = query(text);
    for (Clause& clause : required.clauses) clause.occurrence = Occurrence::Required;
    return found(required);
  }

  std::unique_ptr<DocumentTable> table_;
};

TEST_F(SearchFilterTest, KnowsKindsTagsDatesAndChildrenOfDocuments) {
  EXPECT_EQ(table_->kinds().name(table_->kind(1)), "answer");
  EXPECT_EQ(table_->kinds().count(table_->kind(1)), 2U);
  EXPECT_EQ(table_->tags(1).size(), 2U);
  EXPECT_EQ(table_->tags().name(table_->tags(2)[0]), "calculus");
  EXPECT_TRUE(table_->tags(3).empty());
  EXPECT_THAT(table_->children(0), ElementsAre(1U, 2U));
  EXPECT_TRUE(table_->children(1).empty());
  EXPECT_TRUE(table_->children(3).empty());
  EXPECT_EQ(table_->first_date(), 20150314U);
  EXPECT_EQ(table_->last_date(), 20160101U);
}

TEST_F(SearchFilterTest, KnowsWhichDocumentsAreOneThread) {
  EXPECT_EQ(table_->thread(0), 0U);
  EXPECT_EQ(table_->thread(1), 0U);
  EXPECT_EQ(table_->thread(2), 0U);
  EXPECT_EQ(table_->thread(3), 3U);
  EXPECT_EQ(table_->thread_members(0), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(table_->thread_members(3), std::vector<std::uint32_t>{3});
  EXPECT_EQ(within({.thread = 0}), "abc");
}

TEST_F(SearchFilterTest, MakesOneResultOfAThreadOnEveryPage) {
  const Query square = query("square");
  const auto all = searcher_->search(square, {.top = 10});
  const auto grouped = searcher_->search(
      square, {.top = 10, .ranked = 1000, .count = true, .threads = table_.get()});
  ASSERT_TRUE(all && grouped);
  ASSERT_EQ(grouped->documents.size(), 2U);
  EXPECT_EQ(grouped->found, 2U);
  EXPECT_EQ(grouped->count.documents, 2U);
  EXPECT_FALSE(grouped->has_more);
  EXPECT_EQ(grouped->documents[0].number, all->documents[0].number);
  std::size_t documents = 0;
  for (const FoundDocument& one : grouped->documents) documents += 1 + one.others.size();
  EXPECT_EQ(documents, all->documents.size());
  const auto second = searcher_->search(square, {.top = 1, .offset = 1, .threads = table_.get()});
  ASSERT_TRUE(second);
  ASSERT_EQ(second->documents.size(), 1U);
  EXPECT_EQ(second->documents[0].number, grouped->documents[1].number);
}

TEST_F(SearchTest, KeepsAnswersTogetherWhoseQuestionIsNotThere) {
  std::vector<text::Document> documents = {
      test_document("a", "one", {}, "answer"), test_document("b", "two", {}, "answer"),
      test_document("c", "three", {}, "answer"), test_document("d", "four", {}, "section")};
  documents[0].parent = documents[1].parent = documents[3].parent = "gone";
  documents[2].parent = "a";
  index(documents);
  const auto table = DocumentTable::read(searcher_->index());
  ASSERT_TRUE(table);
  EXPECT_EQ(table->thread(1), 0U);
  EXPECT_EQ(table->thread(2), 0U) << "an answer to an answer";
  EXPECT_EQ(table->thread(3), 3U) << "sections are no thread";
}

TEST_F(SearchFilterTest, FindsOnlyWhatIsWithin) {
  EXPECT_EQ(within({}), "abcd");
  EXPECT_EQ(within({.sources = {"example.org"}}), "a");
  EXPECT_EQ(within({.sources = {"example.org", "notes"}}), "ab");
  EXPECT_EQ(within({.sources = {"elsewhere"}}), "");
  EXPECT_EQ(within({.kinds = {"answer", "text"}}), "bcd");
  EXPECT_EQ(within({.tags = {"algebra"}}), "ab");
  EXPECT_EQ(within({.tags = {"algebra", "sums"}}), "b");
  EXPECT_EQ(within({.tags = {"algebra", "unheard of"}}), "");
  EXPECT_EQ(within({.from = 20150315}), "b");
  EXPECT_EQ(within({.to = 20151231}), "a");
}

TEST_F(SearchFilterTest, TellsPagesRanksAndCounts) {
  const Query square = query("square");
  const auto whole = searcher_->search(square, {.top = 4, .ranked = 3, .count = true});
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->ranked.size(), 3U);
  EXPECT_EQ(whole->count.documents, 4U);
  EXPECT_EQ(whole->found, 4U);
  const auto page = searcher_->search(square, {.top = 2, .offset = 1});
  ASSERT_TRUE(page);
  ASSERT_EQ(page->documents.size(), 2U);
  EXPECT_EQ(page->documents[0].number, whole->documents[1].number);
  EXPECT_EQ(page->documents[1].number, whole->documents[2].number);
  EXPECT_EQ(searcher_->search(square, {.top = UINT32_MAX, .offset = 99})->documents.size(), 0U);
}

TEST_F(SearchFilterTest, LooksForTheFormulaItselfOrForWhatEqualsIt) {
  EXPECT_EQ(in_mode(FormulaMode::Same, "$(1+x)^2$"), "a");
  EXPECT_EQ(in_mode(FormulaMode::Same, "$(z+1)^2$"), "");
  EXPECT_EQ(in_mode(FormulaMode::Equal, "$(z+1)^2$"), "ab");
  EXPECT_EQ(in_mode(FormulaMode::ContainsRenamed, "$(z+1)^2$"), "ac");
  EXPECT_EQ(in_mode(FormulaMode::Contains, "$(t+1)^2$"), "c");
}

}  // namespace
}  // namespace noether::search
