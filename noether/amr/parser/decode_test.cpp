#include "noether/amr/parser/decode.h"

#include <gtest/gtest.h>

#include "noether/amr/parser/random_parser.h"

namespace noether::amr {
namespace {

class DecoderTest : public testing::Test {
 protected:
  LabelId fragment(std::string_view text) const {
    return banks_.tables.fragments.labels().find(text).value();
  }
  LabelId role(std::string_view text) const { return banks_.tables.roles.find(text).value(); }
  Decoder decoder() const { return {banks_.tables, banks_.lexicon, {}}; }

  // Scores under which only these fragments of words are likely.
  ParserScores scores(const Sentence& sentence,
                      const std::vector<std::pair<WordId, std::string_view>>& best) const {
    const std::size_t count = banks_.tables.fragments.size();
    ParserScores scores;
    scores.fragments.assign(sentence.words.size() * count, -9);
    scores.senses.resize(sentence.words.size() * banks_.tables.senses.size());
    for (WordId word = 0; word < sentence.words.size(); ++word) {
      scores.fragments[word * count + FragmentTable::kNothing] = 1;
    }
    for (const auto& [word, text] : best) scores.fragments[word * count + fragment(text)] = 9;
    return scores;
  }

  LabelledBanks banks_ = label_bank(kSmallBank, kSmallLexicon);
};

constexpr std::string_view kNounText = "(v0 / {noun})";
constexpr std::string_view kAgainText = "(v0 / {noun} :again +)";
constexpr std::string_view kFrameText = "(v0 / {verb}-%)";

TEST_F(DecoderTest, GivesWordsOnlyFragmentsThatTheyFill) {
  const Sentence sentence = split_words("xyzzy eqx1eqx went");
  // xyzzy is not a frame, and a formula always has its own fragment.
  const SentenceLabels labels = decoder().choose_fragments(
      sentence, scores(sentence, {{0, kFrameText}, {1, kNounText}, {2, kFrameText}}));
  EXPECT_EQ(labels.fragments[0], FragmentTable::kNothing);
  EXPECT_EQ(labels.fragments[1], fragment("(v0 / string-entity :value \"{formula}\")"));
  EXPECT_EQ(labels.fragments[2], fragment(kFrameText));
  // Banks have only go-02.
  EXPECT_EQ(banks_.tables.senses.name(labels.senses[2]), "02");
}

TEST_F(DecoderTest, ComparesNothingWithAllThatAWordMaySay) {
  const Sentence sentence = split_words("boys");
  const std::size_t count = banks_.tables.fragments.size();
  ParserScores given;
  given.fragments.assign(count, -9);
  given.senses.resize(banks_.tables.senses.size());
  given.fragments[FragmentTable::kNothing] = 0.5F;
  given.fragments[fragment(kNounText)] = 0;
  const auto says_something = [&](float threshold) {
    const DecodeOptions options{.nothing_threshold = threshold};
    return Decoder(banks_.tables, banks_.lexicon, options)
        .choose_fragments(sentence, given)
        .has_fragment(0);
  };
  EXPECT_FALSE(says_something(0.5F));
  EXPECT_TRUE(says_something(0.8F));
}

TEST_F(DecoderTest, SaysAgainOnlyWhatWasSaid) {
  const Sentence sentence = split_words("boys boy");
  const SentenceLabels labels =
      decoder().choose_fragments(sentence, scores(sentence, {{0, kAgainText}, {1, kAgainText}}));
  EXPECT_EQ(labels.fragments[0], FragmentTable::kNothing);
  EXPECT_EQ(labels.fragments[1], fragment(kAgainText));
}

TEST_F(DecoderTest, ContinuesOnlyNames) {
  const Sentence sentence = split_words("John Smith boy Smith");
  ParserScores given =
      scores(sentence, {{0, "(v0 / person :name (v1 / name :op {name}))"}, {2, kNounText}});
  const std::size_t count = banks_.tables.fragments.size();
  for (const WordId word : {1U, 3U}) {
    given.fragments[word * count + FragmentTable::kContinuation] = 9;
  }
  const SentenceLabels labels = decoder().choose_fragments(sentence, given);
  EXPECT_EQ(labels.fragments[1], FragmentTable::kContinuation);
  EXPECT_EQ(labels.fragments[3], FragmentTable::kNothing);
}

TEST_F(DecoderTest, PutsNothingBelowConstants) {
  SentenceLabels labels(3);
  labels.fragments = {fragment("-"), fragment(kNounText), fragment(kFrameText)};
  EdgeScores given;
  // All words prefer to be below the constant, and the constant prefers to be the root.
  given.edges.assign(4 * 3, 0);
  for (std::size_t d = 0; d < 3; ++d) given.edges[3 + d] = 9;
  given.edges[0] = 9;
  given.reentrant.assign(9, -9);
  decoder().choose_edges(given, labels);
  EXPECT_NE(labels.root, 0U);
  EXPECT_NE(labels.root, kNoWord);
  for (WordId word = 0; word < 3; ++word) EXPECT_NE(labels.heads[word], 0U);
  EXPECT_TRUE(labels.reentrant.empty());
}

TEST_F(DecoderTest, GivesFramesTheRolesThatTheyHaveAndEachOnce) {
  const Sentence sentence = split_words("boys want boys");
  SentenceLabels labels(3);
  labels.fragments = {fragment(kNounText), fragment(kFrameText), fragment(kNounText)};
  labels.heads = {1, kNoWord, 1};
  labels.root = 1;
  const std::size_t roles = banks_.tables.roles.size();
  std::vector<float> given(2 * roles);
  given[role("ARG2")] = 9;  // want-01 has no ARG2
  given[role("ARG0")] = 8;
  given[roles + role("ARG0")] = 5;
  given[roles + role("ARG1")] = 4;
  decoder().choose_roles(sentence, given, labels);
  EXPECT_EQ(labels.roles[0], role("ARG0"));
  EXPECT_EQ(labels.roles[2], role("ARG1"));
}

TEST(DecodeOptions, AreReadAsTheyWereWritten) {
  const DecodeOptions options{.reentrant_threshold = 0.7F,
                              .nothing_threshold = 0.4F,
                              .memory_weight = 0.25F,
                              .sense_memory_weight = 2,
                              .no_frame_penalty = 1.5F};
  EXPECT_EQ(DecodeOptions::parse(options.text()).value(), options);
  EXPECT_EQ(DecodeOptions::parse("{}").value(), DecodeOptions());
  for (const char* wrong :
       {"", "[]", "{\"x\": 1}", "{\"reentrant_threshold\": 1}", "{\"nothing_threshold\": 0}",
        "{\"memory_weight\": -1}", "{\"memory_weight\": \"a\"}"}) {
    EXPECT_FALSE(DecodeOptions::parse(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace noether::amr
