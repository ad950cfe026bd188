#include "noether/neural/tokenizer/learn_byte_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "noether/base/test_seed.h"

namespace noether::neural::tokens {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

std::vector<std::string> pieces_of(const Tokenizer& tokenizer, std::string_view text) {
  std::vector<std::string> pieces;
  for (const TokenId id : tokenizer.encode(text, {.special_tokens = false}).ids) {
    pieces.emplace_back(tokenizer.token(id));
  }
  return pieces;
}

Tokenizer learnt(const std::vector<std::string>& texts, std::size_t size) {
  BytePairLearner learner;
  for (const std::string& text : texts) learner.add(text);
  return learner.learn(size).value();
}

TEST(LearnBytePairs, MergesTheMostFrequentPairFirst) {
  const Tokenizer tokenizer = learnt({"abab abab ab", "cb"}, kFewestBytePairTokens + 2);
  ASSERT_EQ(tokenizer.size(), kFewestBytePairTokens + 2);
  EXPECT_EQ(tokenizer.token(kFewestBytePairTokens), "ab");
  EXPECT_THAT(pieces_of(tokenizer, "abcb"), ElementsAre("ab", "c", "b"));
}

TEST(LearnBytePairs, StopsWhereNoPairOccursTwice) {
  EXPECT_EQ(learnt({"xyz"}, 1000).size(), kFewestBytePairTokens);
  EXPECT_EQ(learnt({}, 1000).size(), kFewestBytePairTokens);
}

TEST(LearnBytePairs, KeepsCaseDigitsAndCommands) {
  const std::vector<std::string> texts(20,
                                       "Let $x_{10} = \\frac{1}{2}$ and $y\\in\\frac{100}{20}$");
  const Tokenizer tokenizer = learnt(texts, 400);
  EXPECT_THAT(pieces_of(tokenizer, "\\frac{100}{20}"), Contains("\\frac"));
  const auto digits = pieces_of(tokenizer, "1020");
  EXPECT_THAT(digits, ElementsAre("1", "0", "2", "0"));
  EXPECT_THAT(pieces_of(tokenizer, "let"), Not(Contains("Let")));
  EXPECT_THAT(pieces_of(tokenizer, "Let"), ElementsAre("Let"));
}

TEST(LearnBytePairs, EndsTextsWithASpecialToken) {
  const Tokenizer tokenizer = learnt({"a text a text"}, 300);
  const auto ids = tokenizer.encode("a text").ids;
  EXPECT_EQ(tokenizer.token(ids.back()), kEndOfText);
  EXPECT_TRUE(tokenizer.is_special(ids.back()));
  EXPECT_EQ(tokenizer.decode(ids), "a text");
}

TEST(LearnBytePairs, DecodesToTheBytesThatWereEncoded) {
  const Tokenizer tokenizer = learnt({"die Größe $\\alpha$ ist \\left( 1.5 \\right)"}, 300);
  for (const std::string text :
       {"Größe  mit\n\n zwei   Leerstellen ", "\\\\ \\{ \\}\\frac12 \\incircle", "∀x∈ℝ: x²≥0 🙂",
        "it's   I'LL", "\t tab"}) {
    EXPECT_EQ(tokenizer.decode(tokenizer.encode(text).ids), text);
  }
}

TEST(LearnBytePairs, GivesTheSameFileForTheSameTexts) {
  const std::vector<std::string> texts = {"a b a b c d c d", "ab cd ab cd", "ba dc"};
  EXPECT_EQ(learnt(texts, 300).to_json(), learnt(texts, 300).to_json());
}

TEST(LearnBytePairs, RefusesFewerTokensThanBytes) { EXPECT_FALSE(BytePairLearner().learn(100)); }

// Counts all pairs of all words anew for every merge.
std::vector<std::string> learnt_slowly(const std::vector<std::string>& words, std::size_t merges) {
  std::vector<std::vector<std::string>> split;
  for (const std::string& word : words) {
    auto& letters = split.emplace_back();
    for (const char letter : word) letters.emplace_back(1, letter);
  }
  std::vector<std::string> tokens;
  while (tokens.size() < merges) {
    std::map<std::pair<std::string, std::string>, int> counts;
    for (const auto& word : split) {
      for (std::size_t i = 0; i + 1 < word.size(); ++i) ++counts[{word[i], word[i + 1]}];
    }
    int most = 1;
    for (const auto& [pair, count] : counts) most = std::max(most, count);
    if (most < 2) break;
    // Of pairs with equal counts, the one with older symbols wins: letters by their code, then
    // merges.
    const auto age = [&](const std::string& token) {
      const auto found = std::ranges::find(tokens, token);
      return token.size() == 1 ? static_cast<long>(token[0]) : 256 + (found - tokens.begin());
    };
    std::pair<std::string, std::string> best;
    for (const auto& [pair, count] : counts) {
      if (count != most) continue;
      if (best.first.empty() || std::pair(age(pair.first), age(pair.second)) <
                                    std::pair(age(best.first), age(best.second))) {
        best = pair;
      }
    }
    tokens.push_back(best.first + best.second);
    for (auto& word : split) {
      std::vector<std::string> joined;
      for (std::size_t i = 0; i < word.size(); ++i) {
        if (i + 1 < word.size() && word[i] == best.first && word[i + 1] == best.second) {
          joined.push_back(word[i] + word[i + 1]);
          ++i;
        } else {
          joined.push_back(word[i]);
        }
      }
      word = joined;
    }
  }
  return tokens;
}

TEST(LearnBytePairs, LearnsWhatCountingAnewLearns) {
  std::mt19937_64 random(base::test_seed());
  for (int round = 0; round < 20; ++round) {
    std::vector<std::string> words;
    for (int i = 0; i < 60; ++i) {
      std::string& word = words.emplace_back();
      for (std::uint64_t size = 1 + random() % 12; size > 0; --size) {
        word += static_cast<char>('a' + random() % 3);
      }
    }
    constexpr std::size_t kMerges = 30;
    const auto expected = learnt_slowly(words, kMerges);
    const Tokenizer tokenizer = learnt(words, kFewestBytePairTokens + kMerges);
    std::vector<std::string> tokens;
    for (std::size_t id = kFewestBytePairTokens; id < tokenizer.size(); ++id) {
      tokens.emplace_back(tokenizer.token(static_cast<TokenId>(id)));
    }
    EXPECT_EQ(tokens, expected) << "seed " << base::test_seed();
  }
}

}  // namespace
}  // namespace noether::neural::tokens
