#include "noether/neural/pairs/tokenized_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/base/temporary_folder.h"

namespace noether::neural {
namespace {

using testing::ElementsAre;

TEST(PairLine, IsReadAsNoetherPairsWritesIt) {
  const auto pair = read_pair_line(
      R"({"kind": "title-body", "group": "154", "tags": ["limits"], "first": "A \"limit\"", "second": "of $x^2$"})");
  ASSERT_TRUE(pair) << pair.error().message;
  EXPECT_EQ(*pair, (PairLine{"title-body", "154", "A \"limit\"", "of $x^2$"}));
}

TEST(PairLine, SaysWhatIsWrong) {
  const auto problem = [](std::string_view line) {
    const auto pair = read_pair_line(line);
    return pair ? "" : pair.error().message;
  };
  EXPECT_EQ(problem(""), "not JSON");
  EXPECT_EQ(problem(R"({"kind": "title-body")"), "not JSON");
  EXPECT_EQ(problem("[1]"), "not an object of JSON");
  EXPECT_EQ(problem(R"({"kind": "k", "first": "a", "second": "b"})"),
            "\"group\" is missing or no text");
  EXPECT_EQ(problem(R"({"kind": "k", "group": 3, "first": "a", "second": "b"})"),
            "\"group\" is missing or no text");
}

TokenizedPairs some_pairs(TokenId offset = 0) {
  TokenizedPairs pairs;
  pairs.kind_names = {"title-body", "duplicate"};
  pairs.before = {101};
  pairs.after = {102, 103};
  pairs.tokenizer = 0xFFFF'FFFF'0000'0001;
  pairs.add(std::vector<TokenId>{offset + 1, 2}, std::vector<TokenId>{3}, 0, 1);
  pairs.add(std::vector<TokenId>{4}, std::vector<TokenId>{5, 6, 7}, 1, 0);
  return pairs;
}

TEST(TokenizedPairs, AreReadBackAsTheyWereWritten) {
  const base::TemporaryFolder folder;
  for (const TokenId offset : {0U, 70'000U}) {  // of 16 bits, and of more
    const TokenizedPairs pairs = some_pairs(offset);
    ASSERT_TRUE(pairs.save(folder / "pairs.safetensors"));
    const auto loaded = TokenizedPairs::load(folder / "pairs.safetensors");
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_EQ(*loaded, pairs);
    EXPECT_EQ(loaded->identity(), pairs.identity());
  }
  EXPECT_NE(some_pairs(0).identity(), some_pairs(1).identity());
}

TEST(TokenizedPairs, AreAppendedByKindWithGroupsOfTheirOwn) {
  TokenizedPairs all;
  const std::vector<std::string> kinds = {"duplicate", "title-body"};
  ASSERT_TRUE(all.append(some_pairs(), kinds));
  ASSERT_TRUE(all.append(some_pairs(), kinds));
  EXPECT_THAT(all.groups, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(all.kinds, ElementsAre(0, 1, 0, 1));
  EXPECT_THAT(all.second(3), ElementsAre(5, 6, 7));
  TokenizedPairs one;
  ASSERT_TRUE(one.append(some_pairs(), std::vector<std::string>{"title-body"}));
  ASSERT_EQ(one.size(), 1U);
  EXPECT_THAT(one.first(0), ElementsAre(4));
  TokenizedPairs other = some_pairs();
  other.tokenizer = 5;
  EXPECT_FALSE(one.append(other, kinds));
}

TEST(TokenizedPairs, RefuseNumbersThatDoNotFitTogether) {
  const auto refuses = [](auto change) {
    TokenizedPairs pairs = some_pairs();
    change(pairs);
    return !TokenizedPairs::from_bytes(pairs.to_bytes());
  };
  EXPECT_FALSE(refuses([](auto&) {}));
  EXPECT_TRUE(refuses([](auto& p) { p.tokens.pop_back(); }));
  EXPECT_TRUE(refuses([](auto& p) { p.tokens.push_back(1); }));
  EXPECT_TRUE(refuses([](auto& p) { p.ends[1] = p.ends[0]; }));
  EXPECT_TRUE(refuses([](auto& p) { std::swap(p.ends[1], p.ends[2]); }));
  EXPECT_TRUE(refuses([](auto& p) { p.groups.pop_back(); }));
  EXPECT_TRUE(refuses([](auto& p) { p.kinds[0] = 2; }));
  EXPECT_FALSE(TokenizedPairs::from_bytes("{}"));
}

}  // namespace
}  // namespace noether::neural
