// Graphs cut into labels of words and put together again.
#include "noether/amr/parser/label_banks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "noether/amr/parser/aligner.h"
#include "noether/amr/parser/assemble.h"
#include "noether/amr/parser/random_parser.h"
#include "noether/amr/shared_data.h"
#include "noether/amr/smatch/smatch.h"

namespace noether::amr {
namespace {

std::string fragment_of(const LabelledBanks& banks, std::size_t sentence, std::string_view word) {
  const LabelledSentence& labelled = banks.sentences[sentence];
  for (WordId w = 0; w < labelled.sentence.words.size(); ++w) {
    if (labelled.sentence.words[w].text == word) {
      return banks.tables.fragments.labels().name(labelled.labels.fragments[w]);
    }
  }
  return "no such word";
}

TEST(LabelBanks, GiveEachWordItsFragment) {
  const LabelledBanks banks = label_bank(kSmallBank, kSmallLexicon);
  EXPECT_EQ(fragment_of(banks, 0, "boy"), "(v0 / {noun})");
  EXPECT_EQ(fragment_of(banks, 0, "wants"), "(v0 / {verb}-%)");
  EXPECT_EQ(fragment_of(banks, 0, "to"), "nothing");
  EXPECT_EQ(fragment_of(banks, 1, "not"), "-");
  EXPECT_EQ(fragment_of(banks, 2, "teacher"), "(v0 / person :ARG0-of (v1 / {verb}-%))");
  EXPECT_EQ(fragment_of(banks, 3, "eqx1eqx"), "(v0 / string-entity :value \"{formula}\")");
  EXPECT_EQ(fragment_of(banks, 4, "John"), "(v0 / person :name (v1 / name :op {name}))");
  EXPECT_EQ(fragment_of(banks, 4, "Smith"), "continuation");
}

TEST(LabelBanks, TellTreesFromReentrancies) {
  const LabelledBanks banks = label_bank(kSmallBank, kSmallLexicon);
  const SentenceLabels& labels = banks.sentences[0].labels;  // The boy wants to go .
  EXPECT_EQ(labels.root, 2U);
  EXPECT_EQ(labels.heads[1], 2U);
  EXPECT_EQ(labels.heads[4], 2U);
  EXPECT_EQ(banks.tables.roles.name(labels.roles[1]), "ARG0");
  EXPECT_EQ(banks.tables.roles.name(labels.roles[4]), "ARG1");
  ASSERT_EQ(labels.reentrant.size(), 1U);
  EXPECT_EQ(labels.reentrant[0].head, 4U);
  EXPECT_EQ(labels.reentrant[0].dependent, 1U);
  EXPECT_EQ(banks.tables.senses.name(labels.senses[4]), "02");
}

TEST(LabelBanks, LearnWhatWordsSay) {
  const LabelledBanks banks = label_bank(kSmallBank, kSmallLexicon);
  EXPECT_EQ(banks.lexicon.sense_count("go", "02"), 4U);
  ASSERT_NE(banks.lexicon.fragments_of("boy"), nullptr);
  EXPECT_EQ(banks.lexicon.fragments_of("boy")->at("(v0 / {noun})"), 1U);
}

TEST(LabelBanks, AssembleToTheSameGraphs) {
  const auto graphs = read_training_graphs(kSmallBank).value().graphs;
  const LabelledBanks banks = label_bank(kSmallBank, kSmallLexicon);
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    const Graph made = assemble(banks.sentences[g].sentence, banks.sentences[g].labels,
                                banks.tables, banks.lexicon);
    const auto counts = smatch(graph_of(graphs[g].tree), made).value().counts;
    EXPECT_EQ(counts.f(), 1.0) << graphs[g].sentence.text;
  }
}

TEST(LabelBanks, KeepTheCoreOfRareFragments) {
  const auto graphs = read_training_graphs(kSmallBank).value().graphs;
  const LabelledBanks banks = label_banks(graphs, Lexicon::parse(kSmallLexicon).value(),
                                          {.least_fragment = 2, .least_role = 1});
  EXPECT_EQ(fragment_of(banks, 2, "teacher"), "(v0 / {verb}-%)");
}

TEST(LabelBanks, LabelUntaughtGraphsByTheTaughtOnes) {
  const auto graphs = read_training_graphs(kSmallBank).value().graphs;
  const LabelledBanks banks = label_banks(graphs, Lexicon::parse(kSmallLexicon).value(),
                                          {.least_fragment = 1, .least_role = 1, .taught = 2});
  ASSERT_EQ(banks.sentences.size(), graphs.size());
  EXPECT_EQ(fragment_of(banks, 2, "teacher"), "(v0 / {verb}-%)");
  EXPECT_EQ(banks.lexicon.fragments_of("teacher"), nullptr);
}

TEST(TrainingGraphs, AreOfBanksAndOfTopics) {
  const auto bank = read_training_graphs("# ::id 1\n# ::snt a\n(a / b)\n\n(c / d)\n").value();
  EXPECT_EQ(bank.graphs.size(), 1U);
  EXPECT_EQ(bank.left_out, 1U);
  const auto topics = read_training_graphs(
                          "{\"topic\": \"B.1\", \"context\": \"x\", \"amr_before_splice\": "
                          "\"(a / b :arg0 (c / d))\"}\n{}\n")
                          .value();
  ASSERT_EQ(topics.graphs.size(), 1U);
  EXPECT_EQ(topics.graphs[0].id, "B.1");
  EXPECT_EQ(topics.left_out, 1U);
  EXPECT_EQ(graph_with_usual_roles(topics.graphs[0].tree).edges[0].role, "ARG0");
}

std::string shared_text(const std::string& name) {
  std::ifstream file(shared_data() / "amr" / name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The most that a parser of these labels can reach: the tables are those of the training part.
TEST(LabelBanks, LoseLittleOfTheLittlePrince) {
  if (!has_shared_data()) GTEST_SKIP() << "no data: NOETHER_DATA is not set";
  auto graphs = read_training_graphs(shared_text("little_prince_v3.0_train.txt")).value().graphs;
  const std::size_t taught = graphs.size();
  auto held_out = read_training_graphs(shared_text("little_prince_v3.0_dev.txt")).value().graphs;
  for (SentenceGraph& graph : held_out) graphs.push_back(std::move(graph));
  const Lexicon lexicon = make_lexicon({{},
                                        shared_text("lexicon/propbank-amr-frames-arg-descr.txt"),
                                        shared_text("lexicon/verbalization-list-v1.06.txt"),
                                        shared_text("lexicon/morph-verbalization-v1.01.txt"),
                                        shared_text("ud/ewt-dev.conllu")});
  const auto oracle = [&](std::uint32_t least, std::size_t first, std::size_t end) {
    const LabelledBanks banks = label_banks(
        graphs, lexicon, {.least_fragment = least, .least_role = least, .taught = taught});
    TripleCounts counts;
    for (std::size_t g = first; g < end; ++g) {
      const Graph made = assemble(banks.sentences[g].sentence, banks.sentences[g].labels,
                                  banks.tables, banks.lexicon);
      counts += smatch(graph_with_usual_roles(graphs[g].tree), made).value().counts;
    }
    return counts.f();
  };
  EXPECT_GT(oracle(1, 0, taught), 0.98);
  EXPECT_GT(oracle(2, 0, taught), 0.93);
  EXPECT_GT(oracle(2, taught, graphs.size()), 0.90);
}

}  // namespace
}  // namespace noether::amr
