#include "noether/server/state.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "noether/base/temporary_folder.h"
#include "noether/index/manifest.h"
#include "noether/search/query/query_parser.h"
#include "noether/search/search_fixture.h"

namespace noether::server {
namespace {

using search::add_documents;
using search::test_document;

TEST(AnswerCache, ForgetsWhatWasAskedForLongestAgo) {
  AnswerCache cache;
  EXPECT_FALSE(cache.find("0"));
  for (std::size_t i = 0; i < AnswerCache::kMostAnswers; ++i) {
    cache.add(std::to_string(i), "answer " + std::to_string(i));
  }
  EXPECT_EQ(cache.find("0"), "answer 0");
  cache.add("new", "one more");
  EXPECT_EQ(cache.find("0"), "answer 0");
  EXPECT_FALSE(cache.find("1"));
  EXPECT_EQ(cache.find("new"), "one more");
}

TEST(AnswerCache, KeepsTheLastAnswerToAQuestion) {
  AnswerCache cache;
  cache.add("why", "first");
  cache.add("why", "second");
  EXPECT_EQ(cache.find("why"), "second");
}

std::size_t count_found(const Snapshot& snapshot, const std::string& query) {
  auto searcher = snapshot.searchers->borrow();
  const auto found = (*searcher)->search(*search::parse_query(query));
  return found->documents.size();
}

TEST(State, ServesTheCommitItHasUntilItIsToldToLookAgain) {
  const base::TemporaryFolder folder;
  const std::string index = folder / "index";
  add_documents(index, {test_document("a", "integrals of $x^2$")});
  auto state = State::open({.folders = {index}, .profile = "default", .model = ""});
  ASSERT_TRUE(state) << state.error().message;
  const auto before = (*state)->snapshot();
  EXPECT_FALSE(*(*state)->reload());

  add_documents(index, {test_document("b", "integrals of $x^3$")});
  EXPECT_EQ((*state)->snapshot(), before);
  EXPECT_TRUE(*(*state)->reload());
  const auto after = (*state)->snapshot();
  EXPECT_NE(after->etag, before->etag);
  EXPECT_EQ(count_found(*before, "integrals"), 1U) << "who has the old one keeps it";
  EXPECT_EQ(count_found(*after, "integrals"), 2U);
}

TEST(State, KeepsTheOldCommitWhenTheNewOneCannotBeRead) {
  const base::TemporaryFolder folder;
  const std::string index = folder / "index";
  add_documents(index, {test_document("a", "integrals")});
  auto state = State::open({.folders = {index}, .profile = "default", .model = ""});
  ASSERT_TRUE(state);
  const auto before = (*state)->snapshot();
  std::ofstream(index::manifest_path(index)) << "damaged";
  EXPECT_FALSE((*state)->reload());
  EXPECT_EQ((*state)->snapshot(), before);
  std::filesystem::remove_all(index);
  EXPECT_FALSE((*state)->reload());
  EXPECT_EQ(count_found(*before, "integrals"), 1U);
}

TEST(State, SaysWhatIsMissing) {
  const base::TemporaryFolder folder;
  EXPECT_FALSE(State::open({.folders = {folder / "nothing"}, .profile = "default", .model = ""}));
  add_documents(folder / "index", {test_document("a", "integrals")});
  EXPECT_FALSE(State::open({.folders = {folder / "index"}, .profile = "nothing", .model = ""}));
  EXPECT_FALSE(State::open(
      {.folders = {folder / "index"}, .profile = "default", .model = folder / "nothing"}));
}

TEST(SearcherPool, LendsASearcherAgainWithTheWeightsOfTheProfile) {
  const base::TemporaryFolder folder;
  add_documents(folder / "index", {test_document("a", "integrals")});
  auto state = State::open({.folders = {folder / "index"}, .profile = "default", .model = ""});
  ASSERT_TRUE(state);
  SearcherPool& pool = *(*state)->snapshot()->searchers;
  const search::Searcher* first = nullptr;
  {
    auto loan = pool.borrow();
    ASSERT_TRUE(loan);
    first = loan->get();
    search::SearchWeights weights;
    weights.words.weight = 0;
    (*loan)->set_weights(weights);
  }
  auto again = pool.borrow();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->get(), first);
  EXPECT_EQ((*again)->search(*search::parse_query("integrals"))->documents.size(), 1U);
  auto other = pool.borrow();
  ASSERT_TRUE(other);
  EXPECT_NE(other->get(), first) << "what is lent is not lent twice";
}

}  // namespace
}  // namespace noether::server
