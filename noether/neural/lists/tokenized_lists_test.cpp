#include "noether/neural/lists/tokenized_lists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "noether/base/temporary_folder.h"

namespace noether::neural {
namespace {

using testing::ElementsAre;

TEST(ListLine, IsReadAsNoetherListsWritesIt) {
  const auto list = read_list_line(
      R"({"id": "A.1", "query": "A \"limit\"", "texts": [{"id": "7", "grade": 2, "text": "of $x$"},
          {"id": "8", "text": "no", "score": -1.5}], "more": 1})");
  ASSERT_TRUE(list) << list.error().message;
  EXPECT_EQ(*list, (ListLine{"A.1", "A \"limit\"", {{"7", "of $x$", 2}, {"8", "no", {}, -1.5F}}}));
  EXPECT_TRUE(read_list_line(R"({"id": "1", "query": "", "texts": []})"));
}

TEST(ListLine, SaysWhatIsWrong) {
  const auto problem = [](std::string_view line) {
    const auto list = read_list_line(line);
    return list ? "" : list.error().message;
  };
  const auto of_text = [&](const std::string& text) {
    return problem(R"({"id": "1", "query": "q", "texts": [)" + text + "]}");
  };
  EXPECT_EQ(problem("{"), "not JSON");
  EXPECT_EQ(problem("[1]"), "not an object of JSON");
  EXPECT_EQ(problem(R"({"query": "q", "texts": []})"), "\"id\" is missing or no text");
  EXPECT_EQ(problem(R"({"id": "a b", "query": "q", "texts": []})"),
            "\"id\" is empty or has white space");
  EXPECT_EQ(problem(R"({"id": "1", "query": 2, "texts": []})"), "\"query\" is missing or no text");
  EXPECT_EQ(problem(R"({"id": "1", "query": "q"})"), "\"texts\" is missing or no array");
  EXPECT_EQ(of_text("3"), "\"texts\" has an entry that is not an object");
  EXPECT_EQ(of_text(R"({"id": "2"})"), "\"text\" is missing or no text");
  EXPECT_EQ(of_text(R"({"id": "2", "text": "t", "grade": -1})"),
            "\"grade\" is not a whole number from 0 to 100");
  EXPECT_EQ(of_text(R"({"id": "2", "text": "t", "grade": 101})"),
            "\"grade\" is not a whole number from 0 to 100");
  EXPECT_EQ(of_text(R"({"id": "2", "text": "t", "score": 1e300})"), "\"score\" is not a number");
}

// Two lists that share a text.
TokenizedLists some_lists(TokenId offset = 0) {
  TokenizedLists lists;
  lists.tokens = {offset + 1, 2, 3, 4, 5, 6};
  lists.ends = {2, 3, 6};
  lists.queries = {0, 1};
  lists.list_ends = {1, 3};
  lists.entries = {2, 2, 0};
  lists.grades = {3, 0, TokenizedLists::kNoGrade};
  lists.list_ids = {"A.1", "A.2"};
  lists.entry_ids = {"7", "7", "8"};
  lists.pair = {{101}, {102}, {102}, {0, 0, 0, 1, 1}};
  lists.tokenizer = 0xFFFF'FFFF'0000'0001;
  return lists;
}

TEST(TokenizedLists, AreReadBackAsTheyWereWritten) {
  const base::TemporaryFolder folder;
  for (const TokenId offset : {0U, 70'000U}) {  // of 16 bits, and of more
    TokenizedLists lists = some_lists(offset);
    if (offset > 0) lists.scores = {0.5F, -1, 2};
    ASSERT_TRUE(lists.save(folder / "lists.safetensors"));
    const auto loaded = TokenizedLists::load(folder / "lists.safetensors");
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_EQ(*loaded, lists);
    EXPECT_EQ(loaded->identity(), lists.identity());
  }
  EXPECT_NE(some_lists(0).identity(), some_lists(1).identity());
}

TEST(TokenizedLists, AreAppended) {
  TokenizedLists all;
  ASSERT_TRUE(all.append(some_lists()));
  ASSERT_TRUE(all.append(some_lists(10)));
  ASSERT_EQ(all.size(), 4U);
  EXPECT_THAT(all.query(2), ElementsAre(11, 2));
  EXPECT_EQ(all.list_begin(3), 4U);
  EXPECT_THAT(all.entry(5), ElementsAre(11, 2));
  EXPECT_THAT(all.list_ids, ElementsAre("A.1", "A.2", "A.1", "A.2"));
  EXPECT_TRUE(TokenizedLists::from_bytes(all.to_bytes()));
  TokenizedLists other = some_lists();
  other.tokenizer = 5;
  EXPECT_FALSE(all.append(other));
  other = some_lists();
  other.scores = {1, 2, 3};
  EXPECT_FALSE(all.append(other));
}

TEST(TokenizedLists, RefuseNumbersThatDoNotFitTogether) {
  const auto refuses = [](auto change) {
    TokenizedLists lists = some_lists();
    change(lists);
    return !TokenizedLists::from_bytes(lists.to_bytes());
  };
  EXPECT_FALSE(refuses([](auto&) {}));
  EXPECT_TRUE(refuses([](auto& l) { l.tokens.pop_back(); }));
  EXPECT_TRUE(refuses([](auto& l) { l.ends[1] = l.ends[0]; }));
  EXPECT_TRUE(refuses([](auto& l) { l.queries[0] = 3; }));
  EXPECT_TRUE(refuses([](auto& l) { l.queries.pop_back(); }));
  EXPECT_TRUE(refuses([](auto& l) { l.entries[0] = 3; }));
  EXPECT_TRUE(refuses([](auto& l) { l.list_ends[0] = 0; }));
  EXPECT_TRUE(refuses([](auto& l) { l.grades[0] = -2; }));
  EXPECT_TRUE(refuses([](auto& l) { l.scores = {1}; }));
  EXPECT_TRUE(
      refuses([](auto& l) { l.scores.assign(3, std::numeric_limits<float>::quiet_NaN()); }));
  EXPECT_TRUE(refuses([](auto& l) { l.entry_ids.pop_back(); }));
  EXPECT_TRUE(refuses([](auto& l) { l.entry_ids[0] = "a b"; }));
  EXPECT_TRUE(refuses([](auto& l) { l.list_ids[0] = ""; }));
  EXPECT_FALSE(TokenizedLists::from_bytes("{}"));
}

TEST(TokenizedLists, JoinTwoTextsAsTheTemplateSays) {
  const TokenizedLists lists = some_lists();
  const PairSequence sequence = pair_sequence(lists.pair, lists.query(0), lists.entry(0));
  EXPECT_THAT(sequence.tokens, ElementsAre(101, 1, 2, 102, 4, 5, 6, 102));
  EXPECT_THAT(sequence.segments, ElementsAre(0, 0, 0, 0, 1, 1, 1, 1));
}

}  // namespace
}  // namespace noether::neural
