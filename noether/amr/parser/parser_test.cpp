#include "noether/amr/parser/parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "noether/amr/parser/random_parser.h"
#include "noether/amr/parser/training_sentences.h"
#include "noether/amr/penman.h"
#include "noether/amr/shared_data.h"
#include "noether/amr/smatch/smatch.h"
#include "noether/base/temporary_folder.h"
#include "noether/neural/tokenizer/test_tokenizers.h"

namespace noether::amr {
namespace {

using testing::HasSubstr;

class RandomParserTest : public testing::Test {
 protected:
  Parser parser(RandomParser of = {}) {
    of.tokenizer = neural::kTestTokenizers + "bert-uncased";
    EXPECT_TRUE(write_random_parser(folder_.path(), banks_, of));
    return Parser::open(folder_.path()).value();
  }

  static std::size_t formulas_in(const Graph& graph, const Sentence& sentence) {
    std::size_t found = 0;
    for (const Word& word : sentence.words) {
      if (!word.is_formula()) continue;
      const std::string value = in_quotes(word.text);
      const bool has = std::ranges::find(graph.edges, value, &Edge::constant) != graph.edges.end();
      if (has) ++found;
    }
    return found;
  }

  LabelledBanks banks_ = label_bank(kSmallBank, kSmallLexicon);
  base::TemporaryFolder folder_;
};

TEST_F(RandomParserTest, GivesAGraphForAnyText) {
  for (const bool int8 : {false, true}) {
    for (std::uint32_t seed = 1; seed < 4; ++seed) {
      const Parser parser = this->parser({.int8 = int8, .seed = seed});
      for (const std::string_view text :
           {"", " ", "The boy wants to go.", "Let $x$ divide $y$ and eqx3eqx.", "$x$", "$x$ $y$",
            "( ) \" / : ~ ~1 a~1", "Пусть 素数", "\xff\xfe", "<i></i>", "six 6 six million"}) {
        const auto graph = parser.parse(text);
        ASSERT_TRUE(graph) << text << ": " << graph.error().message;
        const auto tree = lay_out(*graph);
        ASSERT_TRUE(tree) << text << ": " << tree.error().message;
        EXPECT_TRUE(read_penman(write_penman(*tree))) << text;
      }
    }
  }
}

TEST_F(RandomParserTest, KeepsEveryFormula) {
  for (std::uint32_t seed = 1; seed < 10; ++seed) {
    const Parser parser = this->parser({.seed = seed});
    const Sentence sentence =
        split_words("If eqx1eqx and \"eqx2eqx\" then $a_1 \\le \"b\"$, $c$ $d$.");
    const Graph graph = parser.parse(sentence).value();
    EXPECT_EQ(formulas_in(graph, sentence), 5U);
  }
}

TEST_F(RandomParserTest, ParsesLongTextsInParts) {
  const Parser parser = this->parser();
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "boys $x$ ";
  const Graph graph = parser.parse(text).value();
  EXPECT_EQ(graph.nodes[graph.root].concept_name, "multi-sentence");
  EXPECT_TRUE(lay_out(graph));
  EXPECT_EQ(formulas_in(graph, split_words(text)), 5000U);
}

TEST_F(RandomParserTest, RefusesTextsThatAreTooLong) {
  const Parser parser = this->parser();
  EXPECT_TRUE(parser.parse(std::string(kMostParsedBytes, 'a')));
  const auto refused = parser.parse(std::string(kMostParsedBytes + 1, 'a'));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "a text of 262145 bytes; at most 262144 are parsed as one");
}

TEST_F(RandomParserTest, ParsesManyLongWords) {
  const Parser parser = this->parser();
  std::string text;
  for (int i = 0; i < 300; ++i) text += "xqzvkjxqzvkjxqzvkjxqzvkj ";
  const auto graph = parser.parse(text);
  ASSERT_TRUE(graph) << graph.error().message;
  EXPECT_TRUE(lay_out(*graph));
}

TEST_F(RandomParserTest, GivesTheSameGraphAgain) {
  const Parser parser = this->parser();
  EXPECT_EQ(parser.parse("The boy wants to go.").value(),
            parser.parse("The boy wants to go.").value());
}

TEST_F(RandomParserTest, DecidesWithOthersOfTheSameLabels) {
  Parser parser = this->parser({.seed = 1});
  const Graph alone = parser.parse("The boy wants to go.").value();
  // A parser joined with itself gives the same graphs.
  ASSERT_TRUE(parser.join(folder_.path()));
  EXPECT_EQ(parser.parse("The boy wants to go.").value(), alone);
  base::FileSystem& disk = base::FileSystem::real();
  const std::string senses = folder_ / "senses.txt";
  ASSERT_TRUE(base::write_atomically(disk, senses, "1 01\n"));
  const auto joined = parser.join(folder_.path());
  ASSERT_FALSE(joined);
  EXPECT_THAT(joined.error().message, HasSubstr("has other labels"));
}

TEST_F(RandomParserTest, SaysWhatIsMissing) {
  parser();
  base::FileSystem& disk = base::FileSystem::real();
  const std::string roles = folder_ / "roles.txt";
  const std::string text = disk.read(roles, 1 << 20).value();
  ASSERT_TRUE(base::write_atomically(disk, roles, text + "3 another\n"));
  auto opened = Parser::open(folder_.path());
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().message, HasSubstr("tensor 'parser.roles.bilinear.weight' has"));
  ASSERT_TRUE(disk.remove(roles));
  opened = Parser::open(folder_.path());
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().message, HasSubstr("roles.txt"));
  EXPECT_FALSE(Parser::open(folder_ / "nothing"));
}

TEST_F(RandomParserTest, DiffersLittleBetweenInt8AndFloat) {
  const LabelCounts counts{banks_.tables.fragments.size(), banks_.tables.senses.size(),
                           banks_.tables.roles.size()};
  const Sentence sentence = split_words("The boy wants to go.");
  std::vector<std::vector<float>> scores;
  for (const bool int8 : {false, true}) {
    parser({.int8 = int8});
    const ParserNetwork network = ParserNetwork::open(folder_.path(), counts).value();
    const auto tokenizer = neural::tokens::Tokenizer::open(folder_.path()).value();
    ParserNetwork::Workspace workspace;
    auto of_words = network.score_words(read_pieces(sentence, tokenizer), workspace).value();
    scores.push_back(std::move(of_words.fragments));
    const EdgeScores edges =
        network.score_edges(std::vector<LabelId>(sentence.words.size(), 2), workspace);
    scores.push_back(edges.edges);
    const std::vector<WordEdge> some = {{1, 2, 0}, {3, 0, 0}};
    scores.push_back(network.score_roles(some, workspace));
    EXPECT_EQ(scores.back().size(), 2 * counts.roles);
  }
  for (std::size_t kind = 0; kind < 3; ++kind) {
    double products = 0;
    double of_floats = 0;
    double of_int8 = 0;
    for (std::size_t i = 0; i < scores[kind].size(); ++i) {
      const auto a = static_cast<double>(scores[kind][i]);
      const auto b = static_cast<double>(scores[kind + 3][i]);
      products += a * b;
      of_floats += a * a;
      of_int8 += b * b;
    }
    EXPECT_GT(products / std::sqrt(of_floats * of_int8), 0.99);
  }
}

TEST_F(RandomParserTest, IsMadeInt8) {
  parser();
  const std::string output = folder_ / "int8";
  const std::vector<std::string> sample = {"The boy wants to go.", "Let $x$ divide $y$."};
  for (const std::span<const std::string> sentences :
       {std::span<const std::string>(sample), std::span<const std::string>()}) {
    ASSERT_TRUE(quantize_parser(folder_.path(), output, sentences));
    EXPECT_LT(std::filesystem::file_size(output + "/model.safetensors"),
              std::filesystem::file_size(folder_ / "model.safetensors") / 2);
    const Parser int8 = Parser::open(output).value();
    EXPECT_TRUE(lay_out(int8.parse("The boys went.").value()));
  }
  EXPECT_THAT(quantize_parser(output, folder_ / "again", {}).error().message,
              HasSubstr("is int8 already"));
}

// Tests the shipped parser on the graphs on which it is measured. The model card has the figures.
TEST(ShippedParser, ReadsTheLittlePrince) {
  if (!has_shared_data()) GTEST_SKIP() << "no data: NOETHER_DATA is not set";
  const std::string folder = shipped_parser_folder();
  if (!std::filesystem::exists(folder + "/model.safetensors")) {
    GTEST_SKIP() << "no parser in " << folder;
  }
  const auto parser = Parser::open(folder);
  ASSERT_TRUE(parser) << parser.error().message;
  std::ostringstream text;
  text << std::ifstream(shared_data() / "amr/little_prince_v3.0_dev.txt").rdbuf();
  TripleCounts counts;
  const TrainingGraphs bank = read_training_graphs(text.str()).value();
  for (const SentenceGraph& gold : bank.graphs) {
    const Graph parsed = parser->parse(gold.sentence).value();
    counts += smatch(graph_of(gold.tree), parsed).value().counts;
  }
  EXPECT_GT(counts.f(), 0.70);
}

TEST(ShippedParser, KeepsFormulasAndMakesPronounsOneNode) {
  const std::string folder = shipped_parser_folder();
  if (!std::filesystem::exists(folder + "/model.safetensors")) {
    GTEST_SKIP() << "no parser in " << folder;
  }
  const Parser parser = Parser::open(folder).value();
  const Graph graph = parser.parse("I think that my function $f(x)=x^2$ is continuous.").value();
  EXPECT_EQ(std::ranges::count(graph.nodes, "i", &Node::concept_name), 1);
  EXPECT_EQ(std::ranges::count(graph.nodes, "think-01", &Node::concept_name), 1);
  EXPECT_NE(std::ranges::find(graph.edges, in_quotes("f(x)=x^2"), &Edge::constant),
            graph.edges.end());
}

}  // namespace
}  // namespace noether::amr
