// noether search as its user runs it.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "noether/amr/parser/random_parser.h"
#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"
#include "noether/neural/tokenizer/test_tokenizers.h"

namespace noether::cli {
namespace {

class Search : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new base::TemporaryFolder();
    std::ofstream(*folder_ / "notes.jsonl")
        << R"({"id": "mvt", "title": "Mean value theorem", "text": "There is a $c$ with $f(b)-f(a)=f'(c)(b-a)$, )"
        << R"(as the mean value theorem says.", "tags": ["calculus"]})"
        << "\n"
        << R"({"id": "mean", "title": "Means", "text": "The value of a mean is $\\frac{a+b}{2}$.", )"
        << R"("tags": ["statistics"]})"
        << "\n"
        << R"({"id": "sq", "title": "Squares", "text": "Completing the square: $x^2+2x+1$.", )"
        << R"("tags": ["algebra"]})"
        << "\n";
    made_ = shell("cd " + folder_->path() + " && NOETHER index notes.jsonl -o idx 2>&1");
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  void SetUp() override { ASSERT_EQ(made_.exit_code, 0) << made_.output; }

  static Outcome run(const std::string& arguments) {
    return shell("cd " + folder_->path() + " && NOETHER search idx " + arguments);
  }
  static bool has(const Outcome& outcome, const std::string& part) {
    return outcome.output.find(part) != std::string::npos;
  }

  static base::TemporaryFolder* folder_;
  static Outcome made_;
};

base::TemporaryFolder* Search::folder_ = nullptr;
Outcome Search::made_;

TEST_F(Search, ShowsRankTitleKindSourceAndSnippet) {
  const Outcome found = run("'square $x^2$' --top 1 2>/dev/null");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_EQ(found.output.find("  1  "), 0U);
  EXPECT_TRUE(has(found,
                  "Squares\n"
                  "     text · sq · notes.jsonl:3 · algebra\n"
                  "     Completing the square: x² + 2x + 1.\n"))
      << found.output;
}

TEST_F(Search, SaysHowManyResultsMatch) {
  const Outcome found = run("value --top 1 2>&1");
  EXPECT_TRUE(has(found, "2 results have the word; 1 shown of 3 documents in ")) << found.output;
}

TEST_F(Search, TakesAnIntervalForAFormula) {
  EXPECT_TRUE(has(run("'[a,b]' 2>&1"), "read as: $[a,b]$"));
  EXPECT_TRUE(has(run("--formulas '[0,1]' 2>&1"), "read as: $[0,1]$"));
}

TEST_F(Search, MarksMatchesOnlyWhenAsked) {
  EXPECT_FALSE(has(run("square 2>/dev/null"), "\x1b["));
  EXPECT_TRUE(has(run("square --color always 2>/dev/null"), "the \x1b[1msquare\x1b[22m:"));
}

TEST_F(Search, WritesOneJsonObjectForEachResult) {
  const Outcome found = run("'\"mean value\"' --json 2>/dev/null");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_EQ(found.output.find("{\"rank\": 1, \"score\": "), 0U) << found.output;
  EXPECT_TRUE(has(found, "\"id\": \"mvt\""));
  EXPECT_TRUE(has(found,
                  "\"matches\": [{\"field\": 0, \"field_name\": \"title\", \"begin\": 0, \"end\": "
                  "10, \"kind\": "
                  "\"words\", \"query\": \"mean value\"}"))
      << found.output;
  EXPECT_TRUE(has(found, "\n{\"summary\": {\"results\": 1}}\n")) << found.output;
}

TEST_F(Search, ExplainsScores) {
  const Outcome found = run("'mean $\\frac{a+b}{2}$' --explain --top 1 2>/dev/null");
  EXPECT_TRUE(has(found, "rank 1 of its list")) << found.output;
  EXPECT_TRUE(has(found, "mean (")) << found.output;
  EXPECT_TRUE(has(found, "same drawing")) << found.output;
}

TEST_F(Search, TakesFormulasAsOptions) {
  const Outcome found = run("--formula '\\frac{a+b}{2}' --top 1 2>/dev/null");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_TRUE(has(found, "Means")) << found.output;
}

TEST_F(Search, ListsFormulas) {
  const Outcome found = run("'$\\frac{b+a}{2}$' --formulas --top 1 2>/dev/null");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_TRUE(has(found, "same structure")) << found.output;
  EXPECT_TRUE(has(found, "(a + b)/2")) << found.output;
  EXPECT_TRUE(has(found, "in mean")) << found.output;
}

TEST_F(Search, FindsEveryFormulaThatIsEqual) {
  const Outcome found = run("--equal '(y+1)^2' 2>/dev/null");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_TRUE(has(found, "proven")) << found.output;
  EXPECT_TRUE(has(found, "x^2+2x+1")) << found.output;
  EXPECT_EQ(run("--equal '(y+1)^3' 2>/dev/null").exit_code, 1);
}

TEST_F(Search, ListsEqualFormulasBeyondTenUnlessAskedForFewer) {
  {
    std::ofstream letters(*folder_ / "letters.jsonl");
    // i is the imaginary unit, for any x.
    for (const char letter : std::string("abcdfghijklmn")) {
      letters << R"({"id": ")" << letter << R"(", "text": "$)" << letter << "^5+" << letter
              << "$\"}\n";
    }
  }
  const auto equal = [](const std::string& options) {
    return shell("cd " + folder_->path() + " && NOETHER search letters --equal 'x^5+x' --json " +
                 options + " 2>/dev/null");
  };
  ASSERT_EQ(
      shell("cd " + folder_->path() + " && NOETHER index letters.jsonl -o letters 2>&1").exit_code,
      0);
  EXPECT_TRUE(
      has(equal(""), "\n{\"summary\": {\"results\": 12, \"untried\": 0, \"undecided\": 0}}\n"))
      << equal("").output;
  EXPECT_TRUE(has(equal("--top 3"), "{\"summary\": {\"results\": 3, ")) << equal("").output;
}

TEST_F(Search, EndsAListOfFormulasInJsonByASummaryAlsoWhenItIsEmpty) {
  const Outcome found = run("'$\\frac{a+b}{2}$' --formulas --top 1 --json 2>/dev/null");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_TRUE(found.output.ends_with("\n{\"summary\": {\"results\": 1}}\n")) << found.output;
  const Outcome none = run("'$\\sqrt{?a}$' --formulas --json 2>/dev/null");
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_EQ(none.output, "{\"summary\": {\"results\": 0}}\n");
  const Outcome unequal = run("--equal '(y+1)^3' --json 2>/dev/null");
  EXPECT_EQ(unequal.exit_code, 1);
  EXPECT_EQ(unequal.output, "{\"summary\": {\"results\": 0, \"untried\": 0, \"undecided\": 0}}\n");
}

TEST_F(Search, FailsWhenItMeetsDamage) {
  {
    std::ofstream many(*folder_ / "many.jsonl");
    for (int i = 0; i < 400; ++i) {
      many << R"({"id": ")" << i << R"(", "text": "mean)";
      for (int j = 0; j < 60; ++j) many << " w" << i << "q" << j;
      many << "\"}\n";
    }
  }
  // Opening an index does not read the middle of a long file, and a query reads only its own lists
  // there, so the whole file is damaged.
  const Outcome found = shell(
      "cd " + folder_->path() +
      " && NOETHER index many.jsonl -o many 2>/dev/null && NOETHER search many mean >/dev/null 2>&1"
      " && dd if=/dev/zero of=$(ls many/segments/*/terms) bs=1000 seek=10 count=230 conv=notrunc"
      " 2>/dev/null; NOETHER search many mean 2>&1");
  EXPECT_EQ(found.exit_code, 2);
  EXPECT_TRUE(has(found, "terms' is damaged")) << found.output;
}

TEST_F(Search, SaysWhenFormulasAreEqualOnlyWhereBothAreDefined) {
  const Outcome found = run("--equal '\\frac{x^3+2x^2+x}{x}' 2>/dev/null");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_TRUE(has(found, "x^2+2x+1")) << found.output;
  EXPECT_TRUE(has(found, ", where both are defined\n")) << found.output;
  EXPECT_FALSE(has(run("--equal '(y+1)^2' 2>/dev/null"), "defined"));
}

TEST_F(Search, RefusesToCompareWhatIsNotOneFormula) {
  const Outcome wildcard = run("--equal '1+?a' 2>&1");
  EXPECT_EQ(wildcard.exit_code, 1);
  EXPECT_TRUE(has(wildcard, "with a wildcard cannot be compared for equality\n  1+?a\n    ^^\n"))
      << wildcard.output;
  const Outcome bracket = run("--equal '((x' 2>&1");
  EXPECT_EQ(bracket.exit_code, 1);
  EXPECT_TRUE(has(bracket, "'(' without its partner\n  ((x\n  ^\n")) << bracket.output;
  const Outcome query = run("mean --equal x 2>&1");
  EXPECT_EQ(query.exit_code, 2);
  EXPECT_TRUE(has(query, "QUERY excludes --equal")) << query.output;
  const Outcome part = run("--contains 'x^2+\\frac{' 2>&1");
  EXPECT_EQ(part.exit_code, 1);
  EXPECT_TRUE(has(part, "\n  x^2+\\frac{\n")) << part.output;
  EXPECT_FALSE(has(part, "no formula has this one")) << part.output;
  const Outcome mode = run("--contains x --formula-mode paths 2>&1");
  EXPECT_EQ(mode.exit_code, 2);
  EXPECT_TRUE(has(mode, "excludes")) << mode.output;
  EXPECT_EQ(run("--equal x --formula-mode paths 2>&1").exit_code, 2);
}

TEST_F(Search, SaysWhyNothingCanBeEqual) {
  const Outcome relation = run("--equal 'x<7' 2>&1");
  EXPECT_EQ(relation.exit_code, 1);
  EXPECT_TRUE(has(relation, "only expressions and equations")) << relation.output;
  const Outcome equation = run("--equal 'x=7' 2>&1");
  EXPECT_EQ(equation.exit_code, 1);
  EXPECT_TRUE(has(equation, "no formula equals this one")) << equation.output;
  EXPECT_FALSE(has(equation, "only expressions")) << equation.output;
}

TEST_F(Search, ReadsAFormulaWithoutDollarSignsAndSaysSo) {
  const Outcome found = run("'\\frac{a+b}{2}' --top 1 2>&1");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_TRUE(has(found, "read as: $\\frac{a+b}{2}$")) << found.output;
  EXPECT_TRUE(has(found, "Means")) << found.output;
}

TEST_F(Search, FindsAFormulaAmongWordsAndSaysHowItReadThem) {
  const Outcome found = run("'completing x^2+2*x+1' --top 1 2>&1");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_TRUE(has(found, "read as: completing $x^2+2\\cdot x+1$\n")) << found.output;
  EXPECT_TRUE(has(found, "--literal")) << found.output;
  EXPECT_TRUE(has(found, "Squares")) << found.output;
  const Outcome literal = run("'completing x^2+2*x+1' --literal --top 1 2>&1");
  EXPECT_EQ(literal.exit_code, 0);
  EXPECT_FALSE(has(literal, "read as")) << literal.output;
  const Outcome json = run("'completing (a+b)/2' --json 2>/dev/null");
  EXPECT_TRUE(has(json, R"("read_as": "completing $\\frac{a+b}{2}$")") ||
              has(json, R"("read_as":"completing $\\frac{a+b}{2}$")"))
      << json.output;
}

TEST_F(Search, TakesWordsWithoutQuotesOfTheShell) {
  EXPECT_EQ(run("mean value --top 2 2>/dev/null").output,
            run("'mean value' --top 2 2>/dev/null").output);
  EXPECT_EQ(run("--top 2 mean tag:calculus value 2>/dev/null").output,
            run("'mean tag:calculus value' --top 2 2>/dev/null").output);
}

TEST_F(Search, SpellsAWordAsTheIndexHasItAndSaysSo) {
  const Outcome found = run("completing the sqare 2>&1");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_TRUE(has(found, "read as: completing the square\n")) << found.output;
  EXPECT_TRUE(has(found, "Squares")) << found.output;
  const Outcome json = run("completing the sqare --json 2>/dev/null");
  EXPECT_TRUE(has(json, "\"sqare\"")) << json.output;
  EXPECT_FALSE(has(run("completing the sqare --literal 2>&1"), "read as"));
}

TEST_F(Search, PointsIntoAQueryThatCannotBeRead) {
  const Outcome unclosed = run("'mean \"value of' 2>&1");
  EXPECT_EQ(unclosed.exit_code, 1);
  EXPECT_EQ(unclosed.output,
            "noether search: the quote is not closed\n"
            "  mean \"value of\n"
            "       ^\n"
            "  put another \" after the phrase\n");
  const Outcome unknown = run("'ρ typ:answer' 2>&1");
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_TRUE(has(unknown,
                  "  ρ typ:answer\n"
                  "    ^^^^\n"
                  "  did you mean type:"))
      << unknown.output;
  EXPECT_TRUE(has(run("'mean $??$' 2>&1"),
                  "  mean $??$\n"
                  "        ^^\n"));
}

TEST_F(Search, SearchesForTheRestOfAFormulaThatIsReadInPart) {
  const Outcome found = run("'$x^2+\\frac{$' 2>&1");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_TRUE(has(found, "in the formula: ")) << found.output;
  EXPECT_TRUE(has(found, "Squares")) << found.output;
}

TEST_F(Search, SaysWhenNothingIsFoundAndOffersMore) {
  const Outcome nothing = run("'mean tag:algebra' 2>&1");
  EXPECT_EQ(nothing.exit_code, 1);
  EXPECT_EQ(nothing.output,
            "noether search: nothing was found\n"
            "  the following would find something:\n"
            "    without tag:algebra: 2 documents\n"
            "      mean\n");
  EXPECT_EQ(
      run("'mean tag:algebra' --json 2>/dev/null").output,
      "{\"summary\": {\"results\": 0, \"relaxations\": [{\"change\": \"without tag:algebra\", "
      "\"query\": \"mean\", \"documents\": 2, \"at_least\": false}]}}\n");
}

TEST_F(Search, LetsNoDocumentSteerTheTerminal) {
  const std::string escape = "\\u001b[2J";
  std::ofstream(*folder_ / "evil.jsonl")
      << R"({"id": "e)" << escape << R"(1", "title": "Evil", "text": "A sum $x+1\\text{)" << escape
      << R"(}$.", "tags": ["red)" << escape << R"(tag"], "kind": "text"})"
      << "\n";
  const auto shown = [](const std::string& command) {
    return shell("cd " + folder_->path() + " && NOETHER " + command + " 2>&1");
  };
  ASSERT_EQ(shown("index evil.jsonl -o evil").exit_code, 0);
  for (const std::string command :
       {"search evil sum", "search evil 'evil $x+1$' --explain", "search evil '$x+1$' --formulas",
        "get evil \"$(printf 'e\\033[2J1')\"", "get evil \"$(printf 'e\\033[2J1')\" --latex",
        "stats evil", "documents evil.jsonl"}) {
    const Outcome outcome = shown(command);
    EXPECT_EQ(outcome.exit_code, 0) << command;
    EXPECT_FALSE(has(outcome, "\x1b")) << command << "\n" << outcome.output;
    EXPECT_TRUE(has(outcome, " [2J")) << command << "\n" << outcome.output;
  }
  EXPECT_TRUE(has(shown("search evil sum --json"), "\"red\\u001b[2Jtag\""));
}

TEST_F(Search, FailsWithoutAnIndexOrAProfile) {
  EXPECT_EQ(
      shell("cd " + folder_->path() + " && NOETHER search nowhere mean 2>/dev/null").exit_code, 2);
  EXPECT_EQ(run("mean --profile nowhere 2>/dev/null").exit_code, 2);
}

TEST_F(Search, TakesAQuestionOfManyLines) {
  const Outcome found = run("'Why is the \"mean\n -value\" $\\frac{a+b}{2}$?' 2>/dev/null");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_TRUE(has(found, "Means")) << found.output;
}

TEST_F(Search, ListsFormulasThatContainTheQueryUnderOtherNames) {
  const Outcome found = run("--contains 't^2+2t' 2>/dev/null");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_TRUE(has(found, "x^2+2x+1")) << found.output;
  EXPECT_FALSE(has(found, "\\frac")) << found.output;
  const Outcome nothing = run("--contains 't^7' 2>&1");
  EXPECT_EQ(nothing.exit_code, 1);
  EXPECT_TRUE(has(nothing, "no formula has this one as a part")) << nothing.output;
}

TEST_F(Search, LooksForFormulasInTheWayItIsTold) {
  const Outcome paths = run("--formulas '$x^2+2x+1$' --formula-mode paths --json 2>/dev/null");
  EXPECT_EQ(paths.exit_code, 0);
  EXPECT_TRUE(has(paths, "\"same\": \"drawing\"") || has(paths, "\"same\":\"drawing\""))
      << paths.output;
  const Outcome part = run("--formulas '$t^2$' --formula-mode contains 2>&1");
  EXPECT_EQ(part.exit_code, 1) << part.output;
  const Outcome renamed = run("--formulas '$t^2$' --formula-mode contains-renamed 2>/dev/null");
  EXPECT_EQ(renamed.exit_code, 0);
  EXPECT_EQ(run("'$x$' --formula-mode near 2>&1").exit_code, 2);
}

TEST_F(Search, LooksAtTheFirstDocumentsAgainAsTheProfileSays) {
  std::ofstream(*folder_ / "near.profile") << "rerank proximity first=2 weight=0.5\n";
  const Outcome found = run("'mean value' --profile near.profile --explain 2>&1");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_TRUE(has(found, "proximity")) << found.output;
  EXPECT_TRUE(has(found, "mean and value, side by side")) << found.output;
  EXPECT_TRUE(has(found, "proximity: 2 of the first 2 documents")) << found.output;
  const Outcome none = run("'mean value' --profile near.profile --rerank 0 --explain 2>&1");
  EXPECT_FALSE(has(none, "proximity")) << none.output;
  const Outcome bounded = run("'mean value' --budget-ms 5 2>&1");
  EXPECT_EQ(bounded.exit_code, 2);
  EXPECT_TRUE(has(bounded, "the profile 'lexical' has no re-ranker")) << bounded.output;
}

TEST_F(Search, SaysInOneLineThatNoParserIsThere) {
  const std::string command =
      "cd " + folder_->path() + " && NOETHER_AMR_PARSER=nowhere NOETHER search idx ";
  const Outcome found = shell(command + "'square $x^2$' --explain 2>&1");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_TRUE(has(found, "sentences are not compared, because there is no parser: "))
      << found.output;
  EXPECT_FALSE(has(found, "both say")) << found.output;
  EXPECT_EQ(shell(command + "'square $x^2$' --why why.svg 2>&1").exit_code, 2);
  EXPECT_FALSE(has(shell(command + "'square $x^2$' 2>&1"), "parser"));
}

TEST_F(Search, SaysWhatSentencesSay) {
  const auto written = amr::write_random_parser(
      *folder_ / "parser", amr::label_bank(amr::kSmallBank, amr::kSmallLexicon),
      {.tokenizer = neural::kTestTokenizers + "bert-uncased"});
  ASSERT_TRUE(written) << written.error().message;
  const std::string command =
      "cd " + folder_->path() + " && NOETHER_AMR_PARSER=parser NOETHER search idx ";
  const Outcome found =
      shell(command + "'the square $x^2+2x+1$' --top 1 --explain --why why.svg 2>&1");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_TRUE(has(found, "       query says       the square x² + 2x + 1\n")) << found.output;
  EXPECT_TRUE(has(found, "       document says    Completing the square: x² + 2x + 1.\n"))
      << found.output;
  EXPECT_TRUE(has(found, "x² + 2x + 1")) << found.output;
  EXPECT_TRUE(has(found, " parts of their graphs\n")) << found.output;
  EXPECT_TRUE(has(shell("cat " + (*folder_ / "why.svg")), "<svg ")) << found.output;
  const Outcome json = shell(command + "'the square $x^2+2x+1$' --top 1 --explain --json 2>&1");
  EXPECT_TRUE(has(json, R"("why": {"query": {"text": "the square $x^2+2x+1$", "amr": "()"))
      << json.output;
  const Outcome nothing = shell(command + "mean --top 1 --why - 2>/dev/null");
  EXPECT_TRUE(has(nothing, "</svg>")) << nothing.output;
}

}  // namespace
}  // namespace noether::cli
