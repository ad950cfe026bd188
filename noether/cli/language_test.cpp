// The commands that read language, with a model of random weights: it knows nothing, but a text is
// nearest to itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"
#include "noether/embedding/text/random_text_model.h"

namespace noether::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class LanguageCommands : public testing::Test {
 protected:
  void SetUp() override {
    embedding::write_random_text_model_with_codes(folder_ / "model");
    ::setenv("NOETHER_TEXT_MODEL", (folder_ / "model").c_str(), 1);
    write(
        "{\"id\": \"p1\", \"text\": \"There are infinitely many primes.\"}\n"
        "{\"id\": \"p2\", \"text\": \"Every bounded sequence has a limit point.\"}\n");
  }
  void TearDown() override { ::unsetenv("NOETHER_TEXT_MODEL"); }
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
  EXPECT_THAT(again.output, HasSubstr("2 documents unchanged, as the index has them"));
  EXPECT_THAT(again.output, HasSubstr("2 documents have 2 passages, 0 of them new"));
  write(
      "{\"id\": \"p1\", \"text\": \"There are infinitely many primes.\"}\n"
      "{\"id\": \"p2\", \"text\": \"Another text.\"}\n");
  EXPECT_THAT(index().output, HasSubstr("1 of them new"));
  // Without --dense they stay, too.
  run("index notes.jsonl -o idx");
  EXPECT_THAT(run("stats idx").output, HasSubstr("0 documents have none yet"));
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

// With the encoder that ships: random weights know no meaning.
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

TEST_F(LanguageCommands, RerankPutsTheTextItselfFirst) {
  const std::string lines = "printf 'a limit\\tprimes\\na limit\\ta limit\\n' | ";
  const Outcome sorted = shell("cd " + folder_.path() + " && " + lines + "NOETHER rerank - --sort");
  EXPECT_EQ(sorted.exit_code, 0);
  EXPECT_THAT(sorted.output, testing::MatchesRegex("[0-9.]+\ta limit\ta limit\n.*"));
  EXPECT_EQ(run("rerank notes.jsonl 2>/dev/null").exit_code, 1);  // no tabs
  EXPECT_EQ(run("rerank nothing 2>/dev/null").exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
