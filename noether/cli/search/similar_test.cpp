// noether embed-index, noether similar and noether search --semantic as their user runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"
#include "noether/embedding/formula/even_shape.h"
#include "noether/embedding/random_model.h"

namespace noether::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class SimilarCommand : public testing::Test {
 protected:
  void SetUp() override {
    write("notes.jsonl",
          "{\"id\": \"p1\", \"text\": \"What is $1+x$?\"}\n"
          "{\"id\": \"p2\", \"text\": \"Or $x^2$, or $1+x$, or $\\\\Xi^\\\\flat K \\\\otimes "
          "L$?\"}\n");
    ASSERT_TRUE(embedding::write_random_model(folder_ / "tiny"));
    ASSERT_EQ(run("index notes.jsonl -o idx").exit_code, 0);
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  Outcome run(const std::string& arguments) {
    return shell("cd " + folder_.path() + " && NOETHER " + arguments);
  }
  Outcome complaint(const std::string& arguments) { return run(arguments + " 2>&1 >/dev/null"); }
  base::TemporaryFolder folder_;
};

TEST_F(SimilarCommand, ListsFormulasByTheirVectors) {
  const Outcome made = run("embed-index idx --model tiny");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_THAT(made.output, StartsWith("idx: 2 formulas have vectors, 2 of them new; 1 cannot be "
                                      "read by the encoder\n2 different vectors of width 32 by "
                                      "'tiny', "));
  const Outcome found = run("similar idx 1+y --model tiny");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_THAT(found.output, StartsWith("  1  1.0000  1 + x\n"
                                       "             1+x\n"
                                       "             in p1, p2\n"
                                       "  2  "));
  const Outcome one = run("similar idx '+ 1 y' --from prefix -n 1 --exact --json --model tiny");
  EXPECT_EQ(one.output,
            "{\"rank\": 1, \"cosine\": 1.000000, \"latex\": \"1+x\", \"documents\": [\"p1\", "
            "\"p2\"]}\n");
  EXPECT_THAT(complaint("similar idx 1+y -n 1 --model tiny").output,
              HasSubstr("1 of 2 formulas with vectors in "));
}

TEST_F(SimilarCommand, AsksByMeaningByShapeOrByBoth) {
  ASSERT_TRUE(embedding::write_random_formula_model(folder_ / "whole"));
  EXPECT_THAT(run("embed-index idx --model whole").output,
              StartsWith("idx: 3 formulas have vectors, 3 of them new; 0 cannot be read by the "
                         "encoder\n3 different vectors of width 288 by 'whole', "));
  EXPECT_THAT(run("similar idx x+x-x+1 -n 1 --by meaning --model whole").output,
              StartsWith("  1  1.0000  1 + x\n"));
  EXPECT_THAT(run("similar idx x+x-x+1 -n 1 --by shape --model whole").output,
              Not(HasSubstr("1.0000")));
  EXPECT_EQ(run("similar idx x^2 --model whole").output,
            run("similar idx x^2 --by both --model whole").output);
  EXPECT_EQ(complaint("similar idx x^2 --by looks --model whole").exit_code, 2);
  run("embed-index idx --model tiny");
  EXPECT_THAT(complaint("similar idx x^2 --by shape --model tiny").output,
              HasSubstr("has no vectors of shapes"));
}

TEST_F(SimilarCommand, KeepsSetsOfVectorsSideBySide) {
  ASSERT_EQ(run("embed-index idx --model tiny --name other").exit_code, 0);
  EXPECT_THAT(complaint("similar idx 1+y --model tiny").output, HasSubstr("has no vectors"));
  EXPECT_EQ(run("similar idx 1+y --model tiny --name other").exit_code, 0);
  ASSERT_EQ(run("embed-index idx --model tiny").exit_code, 0);
  EXPECT_EQ(run("similar idx 1+y --model tiny").output,
            run("similar idx 1+y --model tiny --name other").output);
  EXPECT_THAT(run("stats idx").output, HasSubstr("the set 'other' of vectors: 2 vectors"));
  EXPECT_EQ(run("check-index idx").exit_code, 0);
  EXPECT_THAT(complaint("embed-index idx --model tiny --name 'No Name'").output,
              HasSubstr("'No Name' is not a name for vectors of formulas"));
}

TEST_F(SimilarCommand, OfEqualCosinesListsThoseThatLookLikeTheFormulaFirst) {
  write("ties.jsonl",
        "{\"id\": \"t\", \"text\": \"$7 < x^3$, $y = x^3$, $x^3 = 7$, $x^3$, $x^3 < 7$\"}\n");
  ASSERT_EQ(run("index ties.jsonl -o ties --vectors --model tiny").exit_code, 0);
  for (const char* latex : {"7 < x^3", "y = x^3", "x^3 = 7", "x^3", "x^3 < 7"}) {
    const Outcome found = run("similar ties '" + std::string(latex) + "' -n 1 --json --model tiny");
    EXPECT_THAT(found.output,
                HasSubstr("\"cosine\": 1.000000, \"latex\": \"" + std::string(latex) + "\""));
  }
  EXPECT_THAT(run("similar ties 'pow x 3' -n 1 --json --model tiny").output,
              HasSubstr("\"latex\": \"x^3\""));
}

TEST_F(SimilarCommand, SaysWhatIsMissing) {
  const Outcome without = complaint("similar idx x^2 --model tiny");
  EXPECT_EQ(without.exit_code, 2);
  EXPECT_EQ(without.output,
            "noether similar: the index 'idx' has no vectors of formulas\n"
            "  add them with `noether embed-index idx`\n");
  const Outcome semantic = complaint("search idx '$x^2$' --semantic --model tiny");
  EXPECT_EQ(semantic.exit_code, 2);
  EXPECT_THAT(semantic.output, HasSubstr("the index has no vectors of formulas"));
  run("embed-index idx --model tiny");
  const Outcome strange = complaint("similar idx '\\Xi^\\flat \\otimes L' --model tiny");
  EXPECT_EQ(strange.exit_code, 1);
  EXPECT_THAT(strange.output, HasSubstr("noether similar: the encoder cannot read the formula: "));
  EXPECT_EQ(complaint("similar idx '\\frac{1' --model tiny").exit_code, 1);
  EXPECT_EQ(complaint("similar idx x^2 --model nowhere").exit_code, 2);
  EXPECT_EQ(complaint("similar nowhere x^2 --model tiny").exit_code, 2);
  EXPECT_EQ(complaint("embed-index nowhere --model tiny").exit_code, 2);
  EXPECT_EQ(complaint("embed-index idx --model nowhere").exit_code, 2);
}

TEST_F(SimilarCommand, RefusesAModelThatDidNotMakeTheVectors) {
  run("embed-index idx --model tiny");
  ASSERT_TRUE(embedding::write_random_model(folder_ / "other", embedding::tiny_model_config(), 2));
  for (const char* command : {"similar idx x^2", "search idx '$x^2$' --semantic"}) {
    const Outcome refused = complaint(std::string(command) + " --model other");
    EXPECT_EQ(refused.exit_code, 2) << command;
    EXPECT_THAT(refused.output, HasSubstr("the index has vectors of the model 'tiny' ("));
  }
  EXPECT_EQ(run("embed-index idx --model other").exit_code, 0);
  EXPECT_EQ(run("similar idx x^2 --model other").exit_code, 0);
}

TEST_F(SimilarCommand, VectorsGoWithTheIndex) {
  const Outcome made = run("index notes.jsonl -o two --vectors --model tiny --json");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_THAT(made.output, HasSubstr("\"vectors\": {\"embedded\": 2, \"kept\": 0, "
                                     "\"unreadable\": 1, \"vectors\": 2, \"width\": 32"));
  EXPECT_THAT(run("stats two").output, HasSubstr("2 vectors of 2 formulas, "));
  EXPECT_THAT(run("stats two").output, HasSubstr("vectors of width 32 by the model 'tiny' ("));
  EXPECT_THAT(run("stats two --json").output, HasSubstr("\"vectors\": {\"vectors\": 2, "));
  EXPECT_THAT(run("check-index two").output,
              HasSubstr("no damage in 2 documents and 3 formulas with 2 vectors of 1 segment"));
  write("more.jsonl", "{\"id\": \"p3\", \"text\": \"Now $x^3$.\"}\n");
  EXPECT_THAT(complaint("index more.jsonl -o two").output,
              HasSubstr("1 formula has no vector yet and is not found; `noether embed-index two` "
                        "adds them"));
  EXPECT_EQ(run("merge two").exit_code, 0);
  EXPECT_THAT(run("stats two").output, HasSubstr("1 has none yet"));
  EXPECT_THAT(run("embed-index two --model tiny").output,
              HasSubstr("3 formulas have vectors, 1 of them new"));
}

TEST_F(SimilarCommand, StatsSayWhenVectorsAreDamaged) {
  ASSERT_EQ(run("embed-index idx --model tiny").exit_code, 0);
  EXPECT_THAT(run("stats idx").output, Not(HasSubstr("damaged: ")));
  ASSERT_EQ(shell("truncate -s 100 " + (folder_ / "idx") + "/segments/*/vectors-*").exit_code, 0);
  EXPECT_THAT(run("stats idx").output, HasSubstr("damaged: "));
}

TEST_F(SimilarCommand, SearchTakesVectorsIn) {
  run("embed-index idx --model tiny");
  const Outcome found = run("search idx '$1+y$' --semantic --model tiny --explain --json");
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_THAT(found.output, HasSubstr("\"semantic\""));
  EXPECT_THAT(found.output, HasSubstr("near by its vector"));
  const Outcome strange =
      complaint("search idx '$\\Xi^\\flat K \\otimes L$' --semantic --model tiny");
  EXPECT_THAT(strange.output, HasSubstr("is not compared by its vector: "));
  EXPECT_EQ(complaint("search idx '$x$' --model tiny").exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
