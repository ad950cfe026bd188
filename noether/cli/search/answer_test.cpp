// The command `noether answer`, on a collection written by the test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "noether/answer/generate/fake_endpoint.h"
#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::string_view kNotes =
    R"({"id": "odd", "title": "Squares", "body": "The square $n^2$ of an odd number is odd. It has been known for long.", "kind": "theorem"}
{"id": "prime", "title": "Primes", "body": "There are infinitely many primes, as Euclid proved. Multiply all of them and add one.", "kind": "theorem"}
)";

class AnswerCommand : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new base::TemporaryFolder;
    std::ofstream(*folder_ / "notes.jsonl") << kNotes;
    const Outcome made =
        shell("NOETHER index " + *folder_ / "notes.jsonl" + " -o " + *folder_ / "idx 2>&1");
    ASSERT_EQ(made.exit_code, 0) << made.output;
  }
  static void TearDownTestSuite() { delete folder_; }

  static Outcome answer(const std::string& arguments) {
    return shell("NOETHER answer " + *folder_ / "idx " + arguments);
  }

  static base::TemporaryFolder* folder_;
};

base::TemporaryFolder* AnswerCommand::folder_ = nullptr;

TEST_F(AnswerCommand, SaysSentencesWithTheirSourceAndItsConfidence) {
  const Outcome outcome = answer("'is the square of an odd number odd' 2>/dev/null");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, StartsWith("The square n² of an odd number is odd."));
  EXPECT_THAT(outcome.output, HasSubstr("\n[1] theorem odd: Squares\nextracted, confidence 0."));
}

TEST_F(AnswerCommand, TakesWordsWithoutQuotesOfTheShell) {
  EXPECT_THAT(answer("how many primes are there 2>/dev/null").output,
              HasSubstr("There are infinitely many primes, as Euclid proved."));
}

TEST_F(AnswerCommand, WritesOneJsonObject) {
  const Outcome outcome = answer("'square of an odd number' --json 2>/dev/null");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, StartsWith("{\"how\": \"extracted\", \"confidence\": 0."));
  EXPECT_THAT(outcome.output, HasSubstr("\"sentences\": [{\"text\": \"The square $n^2$ of an odd "
                                        "number is odd.\", \"role\": \"says\", \"source\": 1, "));
  EXPECT_THAT(outcome.output,
              HasSubstr("\"sources\": [{\"id\": \"odd\", \"kind\": \"theorem\", \"title\": "
                        "\"Squares\"}]"));
}

TEST_F(AnswerCommand, ComputesWhatAlgebraCan) {
  const Outcome outcome = answer("--how compute 'If $2^8=4^x$, what is the value of $x$?'");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, StartsWith("x = 4.\n256 = 256, with x = 4\n\n"
                                         "  proven: algebra proves it\ncomputed, "));
  const Outcome story = answer("--how compute 'how many primes are there' 2>&1");
  EXPECT_EQ(story.exit_code, 1);
  EXPECT_THAT(story.output, HasSubstr("the question is not a task that algebra can do"));
}

TEST_F(AnswerCommand, ComputesWithoutAnIndex) {
  const Outcome outcome = shell("NOETHER answer " + *folder_ / "none 'Simplify $2x+3x$.' --json");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, StartsWith("{\"how\": \"computed\", "));
  EXPECT_THAT(outcome.output, HasSubstr("\"verdict\": \"proven\""));
}

TEST_F(AnswerCommand, OffersAComputationBehindAnExtractedAnswer) {
  const std::string asked =
      "'My teacher says to simplify $2x+3x$ but is the square of an odd number odd?' --enough 0.1 ";
  const Outcome json = answer(asked + "--json 2>/dev/null");
  EXPECT_THAT(json.output, StartsWith("{\"how\": \"extracted\", "));
  EXPECT_THAT(json.output, HasSubstr("\"offered\": {\"how\": \"computed\", "));
  const Outcome text = answer(asked + "2>/dev/null");
  EXPECT_THAT(text.output, HasSubstr("extracted, confidence 0."));
  EXPECT_THAT(text.output, HasSubstr("\n\n2x + 3x = 5x."));
}

TEST_F(AnswerCommand, PointsAtAFormulaOfTheQuestionThatCannotBeRead) {
  const std::string odd = "is the square of an odd number odd";
  const Outcome part = answer("'" + odd + " $\\frac{}$' 2>&1");
  EXPECT_EQ(part.exit_code, 0);
  EXPECT_THAT(part.output,
              StartsWith("noether answer: in the formula: missing argument of \\frac\n"
                         "  \\frac{}\n"
                         "  ^^^^^\n"
                         "  the command needs another {...}; the rest of the formula is "
                         "read\n"
                         "The square n² of an odd number is odd."));
  const Outcome json = answer("'" + odd + " $}$' --json 2>/dev/null");
  EXPECT_EQ(json.exit_code, 0);
  EXPECT_THAT(json.output, HasSubstr("\"warnings\": [{\"latex\": \"}\", \"message\": \"unexpected "
                                     "}\", \"begin\": 0, \"end\": 1, \"hint\": \"nothing is open "
                                     "here that it could close; the formula is ignored\"}]"));
  const Outcome none = answer("'zebras $x^2=$' --json 2>/dev/null");
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.output, HasSubstr("\"message\": \"nothing follows the last =\", \"begin\": 3, "
                                     "\"end\": 4"));
  const Outcome nothing = answer("'$}$' 2>&1");
  EXPECT_EQ(nothing.exit_code, 1);
  EXPECT_THAT(nothing.output, HasSubstr("no formula that can be read: unexpected }"));
  EXPECT_THAT(answer("'" + odd + "' --json 2>/dev/null").output, Not(HasSubstr("warnings")));
}

TEST_F(AnswerCommand, NeedsAGeneratorToGenerate) {
  const Outcome outcome = answer("--how generate 'how many primes are there' 2>&1");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("there is no generator"));
}

TEST_F(AnswerCommand, LetsAModelWriteFromPassages) {
  answer::FakeEndpoint server(
      {answer::says("The square $n^2$ of an odd number is odd [1]. It is also blue [7].")});
  const std::string asked = "--generator " + server.url() +
                            " --model euler 'is the square of an odd number odd' --enough 0.05 ";
  const Outcome text = answer("--how generate " + asked + "2>/dev/null");
  EXPECT_EQ(text.exit_code, 0) << text.output;
  EXPECT_THAT(text.output,
              StartsWith("The square n² of an odd number is odd. [1] It is also blue [7].\n"));
  EXPECT_THAT(text.output, HasSubstr("  [7] missing: there is no source [7]\n"));
  EXPECT_THAT(text.output,
              HasSubstr("\n[1] theorem odd: Squares\ngenerated by euler, confidence 0."));
  EXPECT_THAT(server.requests().at(0), HasSubstr("\"model\": \"euler\""));
  const Outcome json = answer(asked + "--json 2>/dev/null");
  EXPECT_THAT(json.output, StartsWith("{\"how\": \"generated\", "));
  EXPECT_THAT(json.output, HasSubstr("\"cites\": [{\"source\": 1, \"field\": 1, \"begin\": 0, "));
  EXPECT_THAT(json.output, HasSubstr("\"verdict\": \"supported\""));
  EXPECT_THAT(json.output, HasSubstr("\"model\": \"euler\""));
}

TEST_F(AnswerCommand, SaysThatTheGeneratorIsAway) {
  std::string gone;
  {
    const answer::FakeEndpoint server({answer::says("")});
    gone = server.url();
  }
  const std::string asked = "--generator " + gone + " 'is the square of an odd number odd' 2>&1";
  const Outcome alone = answer("--how generate " + asked);
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_THAT(alone.output, HasSubstr("no server listens at " + gone));
  const Outcome all = answer(asked);
  EXPECT_EQ(all.exit_code, 0);
  EXPECT_THAT(all.output, HasSubstr("the answer is extracted, because the generator failed: "));
  EXPECT_THAT(all.output, HasSubstr("extracted, confidence 0."));
}

TEST_F(AnswerCommand, TellsThatTheEndOfAWrittenAnswerIsMissing) {
  answer::FakeEndpoint server({answer::sends(
      answer::stream_head() + answer::text_event("The square of an odd number is odd [1]. It"))});
  const Outcome outcome = answer("--how generate --enough 0.05 --generator " + server.url() +
                                 " 'is the square of an odd number odd' 2>&1");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("\nnoether answer: the end of the answer is missing"));
}

TEST_F(AnswerCommand, SaysWhyATextIsWithdrawnAndThatTheGeneratorHasNoAnswer) {
  answer::FakeEndpoint wrong({answer::says("An odd number is $2+2=5$ [1].")});
  const std::string asked = " 'is the square of an odd number odd' 2>&1";
  const Outcome withdrawn = answer("--how generate --generator " + wrong.url() + asked);
  EXPECT_EQ(withdrawn.exit_code, 1);
  EXPECT_THAT(withdrawn.output, HasSubstr("the text above is withdrawn, because it is not likely "
                                          "enough\n  2 + 2 = 5 refuted: "));
  answer::FakeEndpoint modest({answer::says("I do not know.")});
  const Outcome unknown = answer("--how generate --generator " + modest.url() + asked);
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.output, HasSubstr("the generator has no answer; search results instead:"));
}

TEST_F(AnswerCommand, SaysThatAComputationCouldNotBeChecked) {
  const Outcome outcome = answer("'Find the greatest common divisor of $12$ and $18$.'");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("  undecided: it is computed by rules"));
}

TEST_F(AnswerCommand, KeepsAComputedAnswerWithinTheLimit) {
  const Outcome outcome = answer("--how compute --limit 100 'Expand $(x+y)^{20}$' 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("the computed answer is longer than the limit\n"
                                        "noether answer: there is no computed answer\n"));
}

TEST_F(AnswerCommand, WritesMarkdown) {
  EXPECT_THAT(answer("'square of an odd number' --markdown 2>/dev/null").output,
              HasSubstr(" [1]\n\n[1] odd: Squares\n"));
}

TEST_F(AnswerCommand, ExplainsItsConfidence) {
  EXPECT_THAT(answer("'square of an odd number' --explain 2>/dev/null").output,
              HasSubstr("how near the first source is to the question\n"));
}

TEST_F(AnswerCommand, ShowsResultsInsteadOfAnAnswerThatIsNotLikelyEnough) {
  const Outcome outcome = answer("'odd square' --enough 0.9 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output,
              HasSubstr("the best answer is not likely enough: its confidence is 0."));
  EXPECT_THAT(outcome.output, HasSubstr("  1  "));
  EXPECT_THAT(outcome.output, Not(HasSubstr("extracted")));
  EXPECT_EQ(answer("'kitchen recipes' 2>/dev/null").exit_code, 1);
}

TEST_F(AnswerCommand, SaysThatASearchFindsNothingEither) {
  const Outcome outcome = answer("'zzqx' 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, testing::EndsWith("; a search finds nothing either\n"));
}

TEST_F(AnswerCommand, WritesOneJsonObjectWithoutAnAnswerToo) {
  const Outcome outcome = answer("'odd square' --enough 0.9 --json 2>/dev/null");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, StartsWith("{\"confidence\": 0."));
  EXPECT_THAT(outcome.output, HasSubstr("\"results\": [{\"rank\": 1, "));
  EXPECT_THAT(outcome.output, HasSubstr("\"remarks\": [\"the best answer is not likely enough"));
  EXPECT_EQ(std::ranges::count(outcome.output, '\n'), 1);
  const Outcome nothing = answer("why --how compute --json 2>/dev/null");
  EXPECT_EQ(nothing.exit_code, 1);
  EXPECT_THAT(
      nothing.output,
      HasSubstr("\"results\": [], \"remarks\": [\"the question is not a task that algebra"));
}

TEST_F(AnswerCommand, SearchesWhenASureComputationIsNotLikelyEnough) {
  const Outcome outcome = answer("'Solve for $x$: $2x+4=10$' --enough 0.99 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("is not likely enough: its confidence is 0.9"));
  EXPECT_THAT(outcome.output, HasSubstr("search results instead:"));
}

TEST_F(AnswerCommand, SaysWhyAComputedAnswerIsNotShown) {
  const std::string asked = "'What is the value of $x$ if $x^2 = 4$?' --how compute ";
  EXPECT_EQ(answer(asked + "2>/dev/null").exit_code, 0);
  const Outcome outcome = answer(asked + "--enough 0.9 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("the computed answer is not likely enough: its confidence "
                                        "is 0.50, and --enough is 0.90"));
  EXPECT_THAT(answer("why --how compute 2>&1").output,
              HasSubstr("the question is not a task that algebra can do"));
}

TEST_F(AnswerCommand, RefusesAGeneratorThatIsNotUsed) {
  const Outcome outcome = answer("why --how extract --generator http://127.0.0.1:1/v1 2>&1");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("--how extract uses no generator"));
}

TEST_F(AnswerCommand, StaysWithinTheLimit) {
  EXPECT_THAT(answer("'primes' --limit 100 2>/dev/null").output, StartsWith("There are"));
  EXPECT_EQ(answer("'primes' --limit 1 2>/dev/null").exit_code, 2);
}

TEST_F(AnswerCommand, RefusesAQuestionWithoutWords) {
  const Outcome outcome = answer("'?!' 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("the question has no word and no formula"));
  const Outcome book = answer("\"$(head -c 20000 /dev/zero | tr '\\0' 'a')\" 2>&1");
  EXPECT_EQ(book.exit_code, 1);
  EXPECT_THAT(book.output, HasSubstr("at most 16384"));
}

TEST_F(AnswerCommand, FailsWithoutAnIndex) {
  EXPECT_EQ(shell("NOETHER answer " + *folder_ / "none why 2>/dev/null").exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
