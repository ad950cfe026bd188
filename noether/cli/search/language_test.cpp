// The commands that read natural language, with a model of random weights: it has learned nothing,
// but a text is nearest to itself.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"
#include "noether/embedding/text/cross_encoder.h"
#include "noether/embedding/text/random_text_model.h"
#include "noether/index/index_writer.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class LanguageCommands : public testing::Test {
 protected:
  void SetUp() override {
    embedding::write_random_text_model_with_codes(folder_ / "model");
    ::setenv("NOETHER_TEXT_MODEL", (folder_ / "model").c_str(), 1);
    // These do not exist yet.
    ::setenv("NOETHER_RERANKER", (folder_ / "cross").c_str(), 1);
    ::setenv("NOETHER_AMR_PARSER", (folder_ / "parser").c_str(), 1);
    write(
        "{\"id\": \"p1\", \"text\": \"There are infinitely many primes.\"}\n"
        "{\"id\": \"p2\", \"text\": \"Every bounded sequence has a limit point.\"}\n");
  }
  void TearDown() override {
    ::unsetenv("NOETHER_TEXT_MODEL");
    ::unsetenv("NOETHER_RERANKER");
    ::unsetenv("NOETHER_AMR_PARSER");
  }
  void write(const std::string& lines) { std::ofstream(folder_ / "notes.jsonl") << lines; }
  Outcome run(const std::string& arguments) {
    return shell("cd " + folder_.path() + " && NOETHER " + arguments);
  }
  Outcome index() { return run("index notes.jsonl -o idx --dense"); }

  base::TemporaryFolder folder_;
};

TEST_F(LanguageCommands, IndexEncodesOnlyWhatIsNew) {
  EXPECT_THAT(index().output, HasSubstr("2 documents have 2 passages, 2 of them new, by 'model'"));
  const Outcome again = index();
  EXPECT_THAT(again.output, HasSubstr("2 documents unchanged"));
  EXPECT_THAT(again.output, HasSubstr("2 documents have 2 passages, 0 of them new"));
  write(
      "{\"id\": \"p1\", \"text\": \"There are infinitely many primes.\"}\n"
      "{\"id\": \"p2\", \"text\": \"Another text.\"}\n");
  EXPECT_THAT(index().output, HasSubstr("1 of them new"));
  // Without --dense, passages stay, too.
  run("index notes.jsonl -o idx");
  EXPECT_THAT(run("stats idx").output, HasSubstr("0 documents have none yet"));
}

TEST_F(LanguageCommands, IndexEncodesTheSentencesOfFormulas) {
  const std::string first =
      "{\"id\": \"p1\", \"text\": \"There are $n^2$ primes. No formula. Take $k$.\"}\n";
  write(first);
  EXPECT_THAT(index().output, HasSubstr("1 documents have 2 sentences with formulas, 2 of them"));
  EXPECT_THAT(index().output, HasSubstr("1 documents have 2 sentences with formulas, 0 of them"));
  write(first + "{\"id\": \"p2\", \"text\": \"Let $x$ be.\"}\n");
  const Outcome added = run("index notes.jsonl -o idx --dense --json 2>/dev/null");
  EXPECT_THAT(added.output, HasSubstr("\"sentences\": {\"encoded\": 1, \"kept\": 1, "));
  run("merge idx");
  EXPECT_THAT(run("stats idx").output,
              HasSubstr("the set 'sentences' of sentences: 3 sentences of 2 documents"));
  EXPECT_THAT(run("stats idx --json").output,
              HasSubstr("\"sentences\": [{\"set\": \"sentences\", \"documents\": 2"));
  EXPECT_THAT(run("check-index idx").output, HasSubstr("with 2 passages and 3 sentences of"));
  EXPECT_THAT(run("check-index idx --json").output, HasSubstr("\"sentences\": 3"));
}

TEST_F(LanguageCommands, IndexKeepsWhatTheSentencesOfFormulasMean) {
  write(
      "{\"id\": \"p1\", \"text\": \"Well. Let $G$ be a finite group.\"}\n"
      "{\"id\": \"p2\", \"text\": \"Let $G$ be a graph.\"}\n");
  std::ofstream(folder_ / "bank.txt")
      << "# ::id p1.body.2\n(g / group :mod (f / finite) :domain \"G\")\n\n"
         "# ::id p2.body.1\n(g / graph :domain \"G\")\n";
  const Outcome mute = run("index notes.jsonl -o idx --contexts 2>&1");
  EXPECT_EQ(mute.exit_code, 2);
  EXPECT_THAT(mute.output, HasSubstr("the parser of sentences is missing"));
  const std::string contexts = "index notes.jsonl -o idx --contexts --graphs bank.txt ";
  const Outcome made = run(contexts);
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_THAT(made.output, HasSubstr("2 documents with graphs of 2 sentences, 2 of them new "
                                     "(2 from the bank)"));
  EXPECT_THAT(made.output, HasSubstr("2 declarations of symbols"));
  EXPECT_THAT(made.output, HasSubstr("2 sentences with formulas have vectors, 2 of them new"));
  EXPECT_THAT(run(contexts + "--json 2>/dev/null").output,
              HasSubstr("\"contexts\": {\"parsed\": 0, \"kept\": 2, "));
  EXPECT_THAT(run("stats idx").output,
              HasSubstr("the set 'graphs' of sentences: 2 sentences of 2 documents"));
  EXPECT_EQ(run("check-index idx").exit_code, 0);
  EXPECT_THAT(run("search idx 'where:G=group' --json 2>&1").output, HasSubstr("\"p1\""));
  const Outcome formulas = run("search idx '$G$ where:G=graph' --formulas 2>&1");
  EXPECT_THAT(formulas.output, HasSubstr("in p2\n"));
  EXPECT_THAT(formulas.output, testing::Not(HasSubstr("p1")));
  const Outcome bare = run("index notes.jsonl -o bare && NOETHER search bare where:group 2>&1");
  EXPECT_THAT(bare.output, HasSubstr("noether index --contexts"));
}

TEST_F(LanguageCommands, IndexSaysWhatIsWrongWithAFileOfGraphs) {
  write("{\"id\": \"p1\", \"text\": \"Let $G$ be a finite group.\"}\n");
  const auto index = [&](const std::string& bank) {
    std::ofstream(folder_ / "bank.txt") << bank;
    return run("index notes.jsonl -o idx --contexts --graphs bank.txt 2>&1");
  };
  const Outcome broken = index("# ::id p1.body.1\n(g / group\n");
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_THAT(broken.output, HasSubstr("bank.txt: line 2, column 1: this bracket is not closed"));
  EXPECT_THAT(index("(g / group)\n").output, HasSubstr("bank.txt: line 1: this graph has no"));
  EXPECT_THAT(index("# ::id p7.body.1\n(g / group)\n").output,
              HasSubstr("no sentence has an id from the file of --graphs"));
}

// The format of older programs.
TEST_F(LanguageCommands, AnIndexWithoutSentencesRanksFormulasByWordsAndSaysWhy) {
  std::ofstream(folder_ / "Posts.xml")
      << R"(<posts><row Id="1" PostTypeId="1" Title="Roots" Body="&lt;p&gt;Why is &lt;span )"
         R"(class=&quot;math-container&quot; id=&quot;11&quot;&gt;$\sqrt{x}$&lt;/span&gt; )"
         R"(continuous?&lt;/p&gt;" Tags="&lt;calculus&gt;"/></posts>)";
  std::ofstream(folder_ / "topics.xml")
      << R"(<Topics><Topic number="B.1"><Formula_Id>q_1</Formula_Id><Latex>\sqrt{x}</Latex>)"
         R"(<Title>Roots</Title><Question>&lt;p&gt;Is &lt;span class=&quot;math-container&quot; )"
         R"(id=&quot;q_1&quot;&gt;$\sqrt{x}$&lt;/span&gt; continuous?&lt;/p&gt;</Question>)"
         R"(<Tags>calculus</Tags></Topic></Topics>)";
  ASSERT_EQ(run("index --format stackexchange Posts.xml -o idx").exit_code, 0);
  {
    const auto encoder = search::PassageEncoder::open(folder_ / "model");
    ASSERT_TRUE(encoder);
    auto writer = index::IndexWriter::open(folder_ / "idx");
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->add_passages(encoder->embedding(1)));
  }
  const std::string task = "run idx topics.xml --task 2 -o - 2>&1 ";
  const Outcome without = run(task);
  EXPECT_EQ(without.exit_code, 0);
  EXPECT_THAT(without.output, HasSubstr("the search does not read language: the index has no "
                                        "vectors of sentences; add them with `noether index "
                                        "--dense`"));
  EXPECT_THAT(without.output, HasSubstr("noether-lexical"));
  const Outcome refused = run(task + "--profile hybrid");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.output, HasSubstr("noether index --dense"));
  run("index --format stackexchange Posts.xml -o idx --dense");
  const Outcome with = run(task);
  EXPECT_EQ(with.exit_code, 0);
  EXPECT_THAT(with.output, HasSubstr("noether-hybrid-rerank"));
  for (const std::string profile : {"lexical", "dense", "hybrid"}) {
    const Outcome ranked = run(task + "--profile " + profile);
    EXPECT_THAT(ranked.output, HasSubstr("B.1\tQ0\t11\t1\t")) << profile;
  }
}

TEST_F(LanguageCommands, SearchReadsLanguageWhereTheIndexHasPassages) {
  const std::string query = "search idx 'Every bounded sequence has a limit point.' --explain 2>&1";
  ASSERT_EQ(run("index notes.jsonl -o idx").exit_code, 0);
  EXPECT_THAT(run(query).output, testing::Not(HasSubstr("dense")));
  index();
  const Outcome found = run(query);
  EXPECT_THAT(found.output, HasSubstr("dense"));
  EXPECT_THAT(found.output, HasSubstr("late: 2 of the first 2 documents"));
  EXPECT_THAT(run("search idx primes --profile lexical --explain 2>&1").output,
              testing::Not(HasSubstr("dense")));
}

// With the shipped encoder, because random weights have no meaning.
TEST_F(LanguageCommands, SearchUnderlinesWhatIsNearInMeaning) {
  ::unsetenv("NOETHER_TEXT_MODEL");
  write("{\"id\": \"p1\", \"text\": \"Two integers are coprime if nothing divides both.\"}\n");
  ASSERT_EQ(index().exit_code, 0);
  const std::string query = "search idx 'prime numbers' 2>/dev/null ";
  EXPECT_THAT(run(query + "--color always").output, HasSubstr("\x1b[4mintegers\x1b[24m"));
  EXPECT_THAT(run(query).output, HasSubstr("Two integers are coprime"));
  EXPECT_THAT(run(query + "--json").output, HasSubstr("\"near\": \""));
  EXPECT_THAT(run(query + "--json --profile lexical").output, testing::Not(HasSubstr("\"near\"")));
}

TEST_F(LanguageCommands, SearchSaysWhyItDoesNotReadPassagesOfAnotherModel) {
  index();
  embedding::write_random_text_model_with_codes(folder_ / "model", 2);
  EXPECT_THAT(run("search idx primes 2>&1").output,
              HasSubstr("the search does not read language: "));
}

TEST_F(LanguageCommands, SimilarFindsTheNearestPassage) {
  index();
  const Outcome found = run("similar idx --text 'There are infinitely many primes.' 2>/dev/null");
  EXPECT_THAT(found.output, StartsWith(" 1. 1.0000  p1: There are infinitely many primes."));
  EXPECT_EQ(run("similar idx --text primes --from latex 2>/dev/null").exit_code, 2);
}

TEST_F(LanguageCommands, EmbedGivesTextsVectors) {
  const Outcome cosine = run("embed --text --similarity 'a limit' 'a limit' primes");
  EXPECT_EQ(cosine.exit_code, 0);
  EXPECT_THAT(cosine.output, StartsWith("1.0000"));
}

TEST_F(LanguageCommands, EmbedGivesAnyTextAVector) {
  std::ofstream texts(folder_ / "texts.txt", std::ios::binary);
  texts << std::string(10'000'000, 'a') << "\n1 + 2\n... !!!\n\xFF\xFE\x80\n";
  for (int i = 0; i < 1'000'000; ++i) texts << "a $x$ sum ";
  texts << "\n";
  texts.close();
  const Outcome embedded = run("embed --text --file texts.txt 2>&1");
  EXPECT_EQ(embedded.exit_code, 0) << embedded.output.substr(0, 500);
  EXPECT_EQ(std::ranges::count(embedded.output, '\n'), 5);
  EXPECT_THAT(embedded.output, testing::Not(HasSubstr("nan")));
}

TEST_F(LanguageCommands, RerankPutsTheTextItselfFirst) {
  const std::string lines = "printf 'a limit\\tprimes\\na limit\\ta limit\\n' | ";
  const Outcome sorted = shell("cd " + folder_.path() + " && " + lines + "NOETHER rerank - --sort");
  EXPECT_EQ(sorted.exit_code, 0);
  EXPECT_THAT(sorted.output, testing::MatchesRegex("[0-9.]+\ta limit\ta limit\n.*"));
  EXPECT_EQ(run("rerank notes.jsonl 2>/dev/null").exit_code, 1);  // no tabs
  EXPECT_EQ(run("rerank nothing 2>/dev/null").exit_code, 2);
}

TEST_F(LanguageCommands, RerankTakesACrossEncoder) {
  const std::string lines = "printf 'a limit\\tprimes\\na limit\\t\\na limit\\ta sum\\n' | ";
  const auto rerank = [&](const std::string& options) {
    return shell("cd " + folder_.path() + " && " + lines + "NOETHER rerank - " + options);
  };
  const Outcome missing = rerank("--by cross 2>&1");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.output, HasSubstr("there is no cross-encoder to re-rank with"));
  embedding::write_random_cross_encoder(folder_ / "cross", {.int8 = true});
  const auto scores = embedding::CrossEncoder::open(folder_ / "cross")
                          ->score("a limit", std::vector<std::string_view>{"primes", "", "a sum"})
                          .value();
  const Outcome scored = rerank("--model cross");
  EXPECT_EQ(scored.exit_code, 0);
  EXPECT_EQ(scored.output, fmt::format("{:.4f}\ta limit\tprimes\n{:.4f}\ta limit\t\n"
                                       "{:.4f}\ta limit\ta sum\n",
                                       scores[0], scores[1], scores[2]));
  EXPECT_EQ(rerank("--by late --model cross 2>/dev/null").exit_code, 2);  // it has no vectors
  EXPECT_EQ(rerank("--by cross").output, scored.output);
}

TEST_F(LanguageCommands, SearchLetsACrossEncoderLookAtTheFirstDocuments) {
  run("index notes.jsonl -o idx");
  const std::string query = "search idx 'primes sequence' --rerank 50 --explain ";
  const Outcome missing = run(query + "2>&1");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.output, HasSubstr("there is no cross-encoder to re-rank with"));
  EXPECT_THAT(missing.output, HasSubstr("NOETHER_RERANKER"));
  embedding::write_random_cross_encoder(folder_ / "cross", {.int8 = true});
  const Outcome found = run(query + "--budget-ms 100000 2>&1");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_THAT(found.output, HasSubstr("cross: 2 of the first 2 documents in "));
  EXPECT_THAT(found.output, HasSubstr("tokens of the query, "));
  EXPECT_THAT(run("search idx 'primes sequence' --rerank 0 2>&1").output,
              testing::Not(HasSubstr("cross")));
}

}  // namespace
}  // namespace noether::cli
