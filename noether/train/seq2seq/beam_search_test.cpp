#include "noether/train/seq2seq/beam_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace noether::train {
namespace {

using neural::TokenId;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

using Kind = TokenRole::Kind;
using Tokens = std::vector<TokenId>;

constexpr TokenId kX = 5;

// <pad> <bos> <eos> + sin x 1 d <+> <0> <7> <.>
std::vector<TokenRole> tiny_roles() {
  return {{},
          {},
          {.kind = Kind::End},
          {.kind = Kind::Operator, .operands = 2},
          {.kind = Kind::Operator, .operands = 1},
          {.kind = Kind::Variable},
          {.kind = Kind::Number},
          {.kind = Kind::Operator, .operands = 2, .bound = 0},
          {.kind = Kind::Sign},
          {.kind = Kind::Zero},
          {.kind = Kind::Digit},
          {.kind = Kind::Point}};
}

PrefixGrammar tiny_grammar() { return {tiny_roles(), std::vector{kX}}; }

// A fake decoder: probabilities are a fixed random function of the tokens so far.
class RandomDecoder : public NextTokens {
 public:
  RandomDecoder(std::size_t vocabulary, std::uint32_t seed)
      : vocabulary_(vocabulary), seed_(seed) {}

  std::span<const float> step(std::span<const std::uint32_t> parents,
                              std::span<const TokenId> tokens) override {
    std::vector<Tokens> next;
    for (std::size_t r = 0; r < tokens.size(); ++r) {
      next.push_back(written_.empty() ? Tokens{} : written_.at(parents[r]));
      next.back().push_back(tokens[r]);
    }
    written_ = std::move(next);
    rows_.clear();
    for (const Tokens& written : written_)
      std::ranges::copy(row(written), std::back_inserter(rows_));
    ++steps;
    return rows_;
  }

  std::vector<float> row(const Tokens& written) const {
    std::seed_seq sequence(written.begin(), written.end());
    std::mt19937 random(sequence);
    random.discard(seed_);
    std::vector<float> row(vocabulary_);
    double sum = 0;
    for (float& value : row) {
      value = static_cast<float>(random() % 1000) / 250;
      sum += std::exp(static_cast<double>(value));
    }
    for (float& value : row) value -= static_cast<float>(std::log(sum));
    return row;
  }

  int steps = 0;

 private:
  std::size_t vocabulary_;
  std::uint32_t seed_;
  std::vector<Tokens> written_;
  std::vector<float> rows_;
};

// Finds all complete expressions of at most `most` tokens by exhaustive search.
void all_expressions(const PrefixGrammar& grammar, std::size_t most, Tokens& tokens,
                     std::vector<Tokens>& found) {
  if (grammar.is_whole(tokens)) found.push_back(tokens);
  if (tokens.size() == most) return;
  for (std::size_t id = 3; id < grammar.size(); ++id) {
    tokens.push_back(static_cast<TokenId>(id));
    all_expressions(grammar, most, tokens, found);
    tokens.pop_back();
  }
}

std::vector<Tokens> all_expressions(const PrefixGrammar& grammar, std::size_t most) {
  Tokens tokens;
  std::vector<Tokens> found;
  all_expressions(grammar, most, tokens, found);
  return found;
}

TEST(PrefixGrammar, TellsWholeExpressionsFromOthers) {
  const PrefixGrammar grammar = tiny_grammar();
  EXPECT_TRUE(grammar.is_whole(Tokens{3, 4, 5, 6}));             // + sin x 1
  EXPECT_TRUE(grammar.is_whole(Tokens{7, 5, 4, 5}));             // d x sin x
  EXPECT_TRUE(grammar.is_whole(Tokens{3, 8, 10, 9, 11, 9, 5}));  // + 70.0 x
  EXPECT_TRUE(grammar.is_whole(Tokens{8, 9, 11, 7 + 3}));        // 0.7
  EXPECT_FALSE(grammar.is_whole(Tokens{}));
  EXPECT_FALSE(grammar.is_whole(Tokens{3, 5}));                   // + x
  EXPECT_FALSE(grammar.is_whole(Tokens{5, 5}));                   // x x
  EXPECT_FALSE(grammar.is_whole(Tokens{7, 6, 5}));                // d 1 x
  EXPECT_FALSE(grammar.is_whole(Tokens{8}));                      // +
  EXPECT_FALSE(grammar.is_whole(Tokens{8, 9, 10}));               // 07
  EXPECT_FALSE(grammar.is_whole(Tokens{8, 10, 11}));              // 7.
  EXPECT_FALSE(grammar.is_whole(Tokens{8, 10, 11, 10, 11, 10}));  // 7.7.7
  EXPECT_FALSE(grammar.is_whole(Tokens{10}));                     // a digit without a sign
  EXPECT_FALSE(grammar.is_whole(Tokens{4, 99}));                  // outside of the vocabulary
}

TEST(PrefixGrammar, BindsNothingWhereThereAreNoVariables) {
  const PrefixGrammar grammar(tiny_roles(), {});
  EXPECT_FALSE(grammar.allows({}, 7, 40));
  EXPECT_FALSE(grammar.allows({}, kX, 40));
  EXPECT_TRUE(grammar.allows({}, 6, 40));
}

// Any choice among the allowed tokens leads to a complete expression within the limit.
TEST(PrefixGrammar, LeadsToAWholeExpressionByAnyChoice) {
  const PrefixGrammar grammar = tiny_grammar();
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t most = 1 + random() % 12;
    PrefixGrammar::State state;
    Tokens tokens;
    while (true) {
      Tokens allowed;
      for (std::size_t id = 0; id < grammar.size(); ++id) {
        const auto token = static_cast<TokenId>(id);
        if (grammar.allows(state, token, most - tokens.size())) allowed.push_back(token);
      }
      ASSERT_FALSE(allowed.empty()) << "round " << round;
      const TokenId chosen = allowed[random() % allowed.size()];
      if (chosen == embedding::ExpressionTokenizer::kEos) break;
      grammar.advance(state, chosen);
      tokens.push_back(chosen);
    }
    EXPECT_LE(tokens.size(), most);
    EXPECT_TRUE(grammar.is_whole(tokens)) << "round " << round;
  }
}

TEST(BeamSearch, OfAllBeamsIsExhaustiveSearch) {
  const PrefixGrammar grammar = tiny_grammar();
  constexpr std::size_t kMost = 5;
  const std::vector<Tokens> all = all_expressions(grammar, kMost);
  ASSERT_GT(all.size(), 100U);
  for (const std::uint32_t seed : {0U, 1U, 2U}) {
    for (const double power : {0.0, 1.0}) {
      RandomDecoder decoder(grammar.size(), seed);
      std::vector<Hypothesis> expected;
      for (const Tokens& tokens : all) {
        Tokens written = {embedding::ExpressionTokenizer::kBos};
        double sum = 0;
        for (const TokenId token : tokens) {
          sum += static_cast<double>(decoder.row(written)[token]);
          written.push_back(token);
        }
        sum += static_cast<double>(decoder.row(written)[embedding::ExpressionTokenizer::kEos]);
        const double length = static_cast<double>(tokens.size() + 1);
        expected.push_back({tokens, sum, sum / std::pow(length, power)});
      }
      std::ranges::sort(expected, std::greater(), &Hypothesis::score);
      const auto found = beam_search(decoder, grammar,
                                     {.beams = 20000, .max_tokens = kMost, .length_power = power});
      ASSERT_THAT(found, SizeIs(all.size())) << "seed " << seed;
      for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_DOUBLE_EQ(found[i].score, expected[i].score) << "seed " << seed << ", place " << i;
        ASSERT_DOUBLE_EQ(found[i].log_probability, expected[i].log_probability);
      }
    }
  }
}

TEST(BeamSearch, NeverGivesWhatIsUnwantedAndLosesNothingElse) {
  const PrefixGrammar grammar = tiny_grammar();
  constexpr std::size_t kMost = 5;
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    RandomDecoder decoder(grammar.size(), seed);
    const auto all = beam_search(decoder, grammar, {.beams = 20000, .max_tokens = kMost});
    const Tokens unwanted = all.at(seed % 3).tokens;
    RandomDecoder again(grammar.size(), seed);
    const auto others =
        beam_search(again, grammar, {.beams = 20000, .max_tokens = kMost, .unwanted = unwanted});
    ASSERT_EQ(others.size(), all.size() - 1) << "seed " << seed;
    for (std::size_t i = 0; i < others.size(); ++i) {
      EXPECT_EQ(others[i].tokens, all[i < seed % 3 ? i : i + 1].tokens) << "seed " << seed;
    }
  }
}

// A decoder that knows one expression and another way to write its second half.
class Copier : public NextTokens {
 public:
  std::span<const float> step(std::span<const std::uint32_t> parents,
                              std::span<const TokenId> tokens) override {
    std::vector<std::size_t> lengths;
    rows_.assign(tokens.size() * tiny_roles().size(), -20);
    for (std::size_t r = 0; r < tokens.size(); ++r) {
      const std::size_t length = lengths_.empty() ? 0 : lengths_.at(parents[r]) + 1;
      lengths.push_back(length);
      float* const row = rows_.data() + r * tiny_roles().size();
      if (length < kSource.size()) row[kSource[length]] = -0.1F;
      if (length == 3) row[kX] = -2;
      if (length == kSource.size()) row[embedding::ExpressionTokenizer::kEos] = -0.1F;
    }
    lengths_ = std::move(lengths);
    return rows_;
  }
  static inline const Tokens kSource = {3, 4, kX, 6};  // + sin x 1

 private:
  std::vector<std::size_t> lengths_;
  std::vector<float> rows_;
};

TEST(BeamSearch, LeavesWhatIsUnwantedWhereThatIsLikeliestWithOneBeamToo) {
  Copier copier;
  EXPECT_EQ(beam_search(copier, tiny_grammar(), {.beams = 1}).at(0).tokens, Copier::kSource);
  Copier again;
  const auto found = beam_search(again, tiny_grammar(), {.beams = 1, .unwanted = Copier::kSource});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].tokens, (Tokens{3, 4, kX, kX}));
}

TEST(BeamSearch, GivesOnlyWholeExpressionsBestFirst) {
  const PrefixGrammar grammar = tiny_grammar();
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    RandomDecoder decoder(grammar.size(), seed);
    const auto found = beam_search(decoder, grammar, {.beams = 4, .max_tokens = 9});
    ASSERT_FALSE(found.empty());
    EXPECT_LE(found.size(), 4U);
    EXPECT_TRUE(std::ranges::is_sorted(found, std::greater(), &Hypothesis::score));
    for (const Hypothesis& hypothesis : found) {
      EXPECT_TRUE(grammar.is_whole(hypothesis.tokens)) << "seed " << seed;
      EXPECT_LE(hypothesis.tokens.size(), 9U);
    }
  }
}

// Stopping early must not lose an expression that a complete search would find.
TEST(BeamSearch, StopsEarlyOnlyWhenNothingBetterCanCome) {
  const PrefixGrammar grammar = tiny_grammar();
  // The decoder is certain of x and its end, so nothing else can reach its score.
  class Sure : public NextTokens {
   public:
    std::span<const float> step(std::span<const std::uint32_t>,
                                std::span<const TokenId> tokens) override {
      ++steps;
      rows_.assign(12 * tokens.size(), -50.0F);
      for (std::size_t r = 0; r < tokens.size(); ++r) {
        rows_[12 * r + (tokens[r] == kX ? embedding::ExpressionTokenizer::kEos : kX)] = -1e-6F;
      }
      return rows_;
    }
    int steps = 0;

   private:
    std::vector<float> rows_;
  } decoder;
  const auto found = beam_search(decoder, grammar, {.beams = 1, .max_tokens = 40});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].tokens, ElementsAre(kX));
  EXPECT_LE(decoder.steps, 3);
}

TEST(BeamSearch, FindsNothingWithoutBeamsOrTokens) {
  const PrefixGrammar grammar = tiny_grammar();
  RandomDecoder decoder(grammar.size(), 0);
  EXPECT_THAT(beam_search(decoder, grammar, {.beams = 0}), IsEmpty());
  EXPECT_THAT(beam_search(decoder, grammar, {.beams = 3, .max_tokens = 0}), IsEmpty());
}

}  // namespace
}  // namespace noether::train
