// Several indexes read as one: the results are those of one index with all documents, and each name
// identifies one document.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "noether/search/document_table.h"
#include "noether/search/search_fixture.h"

namespace noether::search {
namespace {

constexpr std::uint64_t kSeed = 1915;

std::vector<text::Document> random_documents(std::size_t count, const std::string& prefix,
                                             std::mt19937_64& random) {
  const std::vector<std::string> words = {"limit", "series", "matrix",  "group",   "prime",
                                          "field", "vector", "compact", "measure", "the"};
  const std::vector<std::string> formulas = {"x^2+1",           "\\frac{a+b}{2}",
                                             "\\sum_{k=1}^n k", "\\int_0^1 x\\,dx",
                                             "a^2+b^2=c^2",     "\\sqrt{t+1}"};
  std::vector<text::Document> documents;
  for (std::size_t i = 0; i < count; ++i) {
    std::string body;
    for (std::uint64_t k = random() % 12 + 1; k > 0; --k)
      body += words[random() % words.size()] + " ";
    for (std::uint64_t k = random() % 3; k > 0; --k) {
      body += "$" + formulas[random() % formulas.size()] + "$ ";
    }
    documents.push_back(test_document(fmt::format("{}{}", prefix, i), body));
  }
  return documents;
}

class JoinedSearchTest : public SearchTest {
 protected:
  // Opens the indexes of these folders as one.
  void join(const std::vector<std::string>& names) {
    readers_.clear();
    for (const std::string& name : names) {
      auto reader = index::IndexReader::open(folder_ / name);
      ASSERT_TRUE(reader) << reader.error().message;
      readers_.push_back(std::move(*reader));
    }
    std::vector<index::IndexReader::Named> named;
    for (std::size_t i = 0; i < names.size(); ++i) named.push_back({names[i], &readers_[i]});
    auto joined = index::IndexReader::join(named);
    ASSERT_TRUE(joined) << joined.error().message;
    joined_ = std::make_shared<const index::IndexReader>(std::move(*joined));
    auto searcher = Searcher::open(joined_);
    ASSERT_TRUE(searcher) << searcher.error().message;
    searcher_ = std::make_unique<Searcher>(std::move(*searcher));
  }

  std::string name(std::uint32_t document) {
    return *joined_->document_name(document, *joined_->document_id(document));
  }

  std::vector<index::IndexReader> readers_;
  std::shared_ptr<const index::IndexReader> joined_;
};

TEST_F(JoinedSearchTest, GivesTheSameResultsAsOneIndexOfAllDocuments) {
  RecordProperty("seed", static_cast<int>(kSeed));
  std::mt19937_64 random(kSeed);
  const auto first = random_documents(120, "a", random);
  const auto second = random_documents(70, "b", random);
  add_documents(folder_ / "one", first);
  add_documents(folder_ / "one", second);
  add_documents(folder_ / "a", first);
  add_documents(folder_ / "b", second);
  auto one = Searcher::open(folder_ / "one");
  ASSERT_TRUE(one);
  ASSERT_EQ(one->index().segments().size(), 2U);
  join({"a", "b"});
  for (const char* text : {"limit", "limit series", "prime field +group", "vector -matrix",
                           "$x^2+1$", "compact $\\frac{u+v}{2}$",
                           "measure $\\sum_{k=1}^n k$ $a^2+b^2=c^2$", "\"limit series\""}) {
    const auto expected = one->search(query(text), {.top = 50, .count = true});
    const auto found = searcher_->search(query(text), {.top = 50, .count = true});
    ASSERT_TRUE(expected && found) << text;
    ASSERT_GT(found->documents.size(), 0U) << text;
    ASSERT_EQ(found->documents.size(), expected->documents.size()) << text;
    EXPECT_EQ(found->count.documents, expected->count.documents) << text;
    for (std::size_t i = 0; i < found->documents.size(); ++i) {
      EXPECT_EQ(found->documents[i].document.id, expected->documents[i].document.id) << text;
      EXPECT_EQ(found->documents[i].score, expected->documents[i].score) << text;
    }
  }
}

TEST_F(JoinedSearchTest, NamesDocumentsOfOneIdByTheirIndex) {
  add_documents(folder_ / "a", {test_document("x", "limit"), test_document("b:y", "limit")});
  add_documents(folder_ / "empty", {});
  add_documents(folder_ / "b", {test_document("x", "limit"), test_document("y", "limit")});
  join({"a", "empty", "b"});
  ASSERT_EQ(joined_->documents(), 4U);
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < 4; ++i) {
    names.push_back(name(i));
    EXPECT_EQ(*joined_->find_named(names.back()), i) << names.back();
  }
  EXPECT_EQ(names, (std::vector<std::string>{"x", "a:b:y", "b:x", "y"}));
  EXPECT_EQ(*joined_->find_named("b:y"), 3U);
  EXPECT_EQ(*joined_->find_named("c:x"), std::nullopt);
  EXPECT_EQ(joined_->member_of(1), 0U);
  EXPECT_EQ(joined_->member_of(2), 2U);
}

TEST_F(JoinedSearchTest, FindsTheParentOfADocumentInItsOwnIndex) {
  std::vector<text::Document> thread = {test_document("q", "limit", {}, "question"),
                                        test_document("a", "limit", {}, "answer")};
  thread[1].parent = "q";
  add_documents(folder_ / "a", thread);
  add_documents(folder_ / "b", thread);
  join({"a", "b"});
  const auto table = DocumentTable::read(*joined_);
  ASSERT_TRUE(table);
  EXPECT_EQ(table->thread(1), 0U);
  EXPECT_EQ(table->thread(3), 2U);
  EXPECT_EQ(table->thread_members(2), (std::vector<std::uint32_t>{2, 3}));
  EXPECT_EQ(table->indexes().name(table->index(3)), "b");
  const DocumentSet of_b = table->select({.indexes = {"b"}});
  EXPECT_EQ(of_b.size(), 2U);
  EXPECT_TRUE(of_b.has(2));
  EXPECT_EQ(table->select({.indexes = {"c"}}).size(), 0U);
}

}  // namespace
}  // namespace noether::search
