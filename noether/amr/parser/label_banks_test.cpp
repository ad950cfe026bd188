// Tests that graphs cut into labels of words can be put together again.
#include "noether/amr/parser/label_banks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "noether/amr/parser/aligner.h"
#include "noether/amr/parser/parser.h"
#include "noether/amr/parser/random_parser.h"
#include "noether/amr/parser/training_sentences.h"
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

constexpr std::string_view kPronounBank =
    "# ::snt I want my boy to go .\n"
    "(w / want-01 :ARG0 (i / i) :ARG1 (g / go-02 :ARG0 (b / boy :poss i)))\n\n"
    "# ::snt I want to go .\n"
    "(w / want-01 :ARG0 (i / i) :ARG1 (g / go-02 :ARG0 i))\n";

TEST(LabelBanks, LetWordsSayANodeAgain) {
  const std::string lexicon = std::string(kSmallLexicon) + "noun my i\n";
  const auto graphs = read_training_graphs(kPronounBank).value().graphs;
  const LabelledBanks banks = label_bank(kPronounBank, lexicon);
  EXPECT_EQ(fragment_of(banks, 0, "I"), "(v0 / {noun})");
  EXPECT_EQ(fragment_of(banks, 0, "my"), "(v0 / {noun} :again +)");
  const SentenceLabels& labels = banks.sentences[0].labels;  // I want my boy to go .
  EXPECT_EQ(labels.heads[0], 1U);
  EXPECT_EQ(labels.heads[2], 3U);
  EXPECT_TRUE(labels.reentrant.empty());
  // One word with two edges is a re-entrancy.
  EXPECT_EQ(banks.sentences[1].labels.reentrant.size(), 1U);
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    const Graph made = assemble(banks.sentences[g].sentence, banks.sentences[g].labels,
                                banks.tables, banks.lexicon);
    EXPECT_EQ(smatch(graph_of(graphs[g].tree), made).value().counts.f(), 1.0);
  }
}

TEST(LabelBanks, MakeAPronounOneNodeWithinASentence) {
  const std::string lexicon = std::string(kSmallLexicon) + "noun my i\n";
  const LabelledBanks banks = label_bank(kPronounBank, lexicon);
  const LabelId noun = banks.tables.fragments.labels().find("(v0 / {noun})").value();
  const auto nodes_of = [&](std::string_view text) {
    const Sentence sentence = split_words(text);
    SentenceLabels labels(sentence.words.size());
    labels.fragments.assign(sentence.words.size(), noun);
    std::size_t nodes = 0;
    for (const Node& node : assemble(sentence, labels, banks.tables, banks.lexicon).nodes) {
      if (node.concept_name == "i") ++nodes;
    }
    return nodes;
  };
  EXPECT_EQ(nodes_of("I my boy I"), 1U);
  EXPECT_EQ(nodes_of("I boy . I"), 2U);
}

TEST(LabelBanks, LeaveFormulasThatAGraphHasLostUntold) {
  const LabelledBanks banks = label_bank(
      "# ::snt Let eqx1eqx divide eqx2eqx .\n"
      "(l / let-01 :ARG1 (d / divide-02 :ARG1 (s / string-entity :value \"eqx1eqx\")))\n",
      kSmallLexicon);
  EXPECT_EQ(banks.sentences[0].is_untold, (std::vector<bool>{false, false, false, true, false}));
}

TEST(LabelBanks, LearnThePagesOfNames) {
  const LabelledBanks banks = label_bank(
      "# ::snt The boy went to Big Apple .\n"
      "(g / go-02 :ARG0 (b / boy) :ARG4 (c / city :wiki \"New_York\" :name (n / name :op1 \"Big\" "
      ":op2 \"Apple\")))\n",
      kSmallLexicon);
  EXPECT_EQ(fragment_of(banks, 0, "Big"),
            "(v0 / city :name (v1 / name :op {name}) :wiki \"{wiki}\")");
  const Sentence sentence = split_words("big apple Boston");
  EXPECT_EQ(slot_values(sentence, 0, 2, banks.lexicon)[Slot::Wiki], "New_York");
  EXPECT_EQ(slot_values(sentence, 2, 3, banks.lexicon)[Slot::Wiki], "Boston");
  EXPECT_EQ(Lexicon::parse(banks.lexicon.text()).value().text(), banks.lexicon.text());
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

constexpr std::string_view kFrameset =
    "<?xml version=\"1.0\"?>\n<frameset><roleset id=\"condemn.01\" name=\"x\">\n"
    "<example name=\"a\"><text>Those who had condemned the great crackdown on it left .</text>\n"
    "<propbank><rel relloc=\"3\">condemned</rel>\n"
    "<arg type=\"ARG0\" start=\"1\" end=\"1\">who</arg>\n"
    "<arg type=\"ARG1\" start=\"4\" end=\"8\">the great crackdown on it</arg>\n"
    "<arg type=\"ARGM-TMP\" start=\"9\" end=\"9\">left</arg></propbank>\n"
    "<amr version=\"2019\">(c / condemn-01 :ARG1 (c2 / crackdown))</amr></example>\n"
    "<example name=\"b\"><text>It costs $ 5 .</text><propbank><rel relloc=\"1\">x</rel></propbank>"
    "<amr version=\"THYME 1.0\">(c / cost-01)</amr></example></roleset>\n"
    "<roleset id=\"be.01\"><example><text>I am .</text><propbank><rel relloc=\"1\">am</rel>"
    "</propbank></example></roleset></frameset>";

TEST(FrameExamples, HaveTheMainWordsOfArguments) {
  const std::vector<FrameExample> examples = read_frame_examples(kFrameset);
  ASSERT_EQ(examples.size(), 1U);
  const FrameExample& example = examples.front();
  EXPECT_EQ(example.concept_name, "condemn-01");
  EXPECT_EQ(example.sentence.words[example.word].text, "condemned");
  ASSERT_EQ(example.arguments.size(), 1U);
  EXPECT_EQ(example.sentence.words[example.arguments[0].word].text, "crackdown");
  EXPECT_EQ(example.arguments[0].number, 1U);
  EXPECT_TRUE(read_frame_examples("").empty());
  EXPECT_TRUE(read_frame_examples("<roleset id=\"a.01\"><example><text>a</text><rel relloc=\"9\">")
                  .empty());
}

TEST(TrainingGraphs, AreOfPlainExamplesOfFrames) {
  const auto bank = read_training_graphs(kFrameset).value();
  ASSERT_EQ(bank.graphs.size(), 1U);
  EXPECT_EQ(bank.graphs[0].tree.nodes.front().concept_name, "condemn-01");
}

TEST(TrainingGraphs, MayHaveOtherWordings) {
  constexpr std::string_view kText = "# ::snt a boy\n# ::alt the boy\n(b / boy)\n";
  EXPECT_EQ(read_training_graphs(kText).value().graphs.size(), 1U);
  EXPECT_EQ(read_training_graphs(kText, Wordings::All).value().graphs.size(), 2U);
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
  const std::ifstream file(shared_data() / "amr" / name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Measures the best result that a parser with these labels can reach. The tables are those of the
// training part.
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
