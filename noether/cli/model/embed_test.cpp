// noether embed and noether model as their user runs them, with a model of random weights.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"
#include "noether/embedding/formula/even_shape.h"
#include "noether/embedding/random_model.h"

namespace noether::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class EmbedTest : public testing::Test {
 protected:
  EmbedTest() { EXPECT_TRUE(embedding::write_random_model(folder_ / "model")); }

  // The arguments after `noether embed` with the model.
  Outcome embed(const std::string& arguments) const {
    return shell("NOETHER embed --model " + (folder_ / "model") + " " + arguments);
  }

  const base::TemporaryFolder folder_;
};

TEST_F(EmbedTest, WritesAVectorForEachExpression) {
  const Outcome made = embed("'\\frac{x}{2}' '+ x 1'");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_THAT(made.output, StartsWith("{\"expression\": \"\\\\frac{x}{2}\", \"prefix\": \"/ x 2\", "
                                      "\"vector\": ["));
  EXPECT_EQ(std::ranges::count(made.output, '\n'), 2);
  EXPECT_EQ(std::ranges::count(made.output, ','), 2 * (2 + 31));
}

TEST_F(EmbedTest, SaysHowSimilarExpressionsAre) {
  const Outcome made = embed("--similarity 'x+1' '(+ x 1)' 'a+1' '\\sin x'");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_THAT(made.output, StartsWith("1.0000\t(+ x 1)\n1.0000\ta+1\n0."));
  EXPECT_THAT(embed("--similarity --format json 'x' 'y+1'").output, HasSubstr("\"cosine\": "));
}

TEST_F(EmbedTest, ReadsLinesAndGoesOnAfterBadOnes) {
  const Outcome made = embed("--format tsv - <<'END' 2>/dev/null\nx\nf(x)\n\n\\sin x\nEND");
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_THAT(made.output, StartsWith("x\t"));
  EXPECT_THAT(made.output, HasSubstr("\nf(x)\t! unknown operator 'f'"));
  EXPECT_THAT(made.output, HasSubstr("\n\t! the expression is empty\n\\sin x\t"));
}

TEST_F(EmbedTest, AnswersALineBeforeTheNextOneComes) {
  const std::string in = folder_ / "in";
  const std::string out = folder_ / "out";
  const Outcome made =
      shell("mkfifo " + in + " " + out + "; timeout 100 NOETHER embed --format tsv --model " +
            (folder_ / "model") + " - < " + in + " > " + out + " & exec 3> " + in + " 4< " + out +
            "; echo x >&3; read first rest <&4; echo z >&3; read second rest <&4; exec 3>&-; wait; "
            "echo $first $second");
  EXPECT_EQ(made.output, "x z\n");
}

TEST_F(EmbedTest, NothingIsAnArrayWithoutRows) {
  EXPECT_THAT(embed("--format npy - < /dev/null").output, HasSubstr("'shape': (0, 32)"));
}

TEST_F(EmbedTest, WritesArraysForNumPy) {
  const Outcome made = embed("--format npy x y z");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_THAT(made.output,
              HasSubstr("'descr': '<f4', 'fortran_order': False, 'shape': (3, 32), }"));
  EXPECT_EQ(made.output.size(), 128 + 3 * 32 * 4);
}

TEST_F(EmbedTest, NamesWhatItCannotRead) {
  const Outcome unknown = embed("'+ x erf#1 y' 2>&1");
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.output, HasSubstr("unknown operator 'erf#1'"));
  EXPECT_THAT(unknown.output, HasSubstr("      ^^^^^"));
  EXPECT_THAT(embed("'' 2>&1").output, HasSubstr("the expression is empty"));
  const Outcome too_long = embed("\"$(printf 'sin %.0s' $(seq 62)) x\" 2>&1");
  EXPECT_EQ(too_long.exit_code, 1);
  EXPECT_THAT(too_long.output, HasSubstr("it has 63 tokens, and the model reads at most 62"));
}

TEST_F(EmbedTest, EndsWithTwoWhenItCannotWork) {
  EXPECT_EQ(embed("2>/dev/null").exit_code, 2);
  EXPECT_EQ(embed("--similarity x 2>/dev/null").exit_code, 2);
  EXPECT_EQ(embed("--file /no/such/file 2>/dev/null").exit_code, 2);
  const Outcome none = shell("NOETHER embed --model /no/such/model x 2>&1");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.output, HasSubstr("/no/such/model/config.json"));
}

TEST_F(EmbedTest, TakesTheModelOfTheEnvironment) {
  ASSERT_EQ(::setenv("NOETHER_MODEL", (folder_ / "model").c_str(), 1), 0);
  const Outcome made = shell("NOETHER embed x");
  ::unsetenv("NOETHER_MODEL");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_EQ(made.output, embed("x").output);
}

TEST_F(EmbedTest, RefusesATruncatedModelWithTheReason) {
  const std::string weights = folder_ / "model/model.safetensors";
  std::filesystem::resize_file(weights, std::filesystem::file_size(weights) / 2);
  const Outcome made = embed("x 2>&1");
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_THAT(made.output, HasSubstr("the file is truncated"));
}

TEST_F(EmbedTest, ModelInfoSaysWhatAFolderHolds) {
  const Outcome made = shell("NOETHER model info " + (folder_ / "model"));
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_THAT(made.output, HasSubstr("2 layers, width 32, 4 heads, feed-forward 64, mean pooling"));
  EXPECT_THAT(made.output, HasSubstr("operators: + - * / pow"));
  const Outcome json = shell("NOETHER model info --json " + (folder_ / "model"));
  EXPECT_THAT(json.output, HasSubstr("\"numbers\": \"float32\""));
  EXPECT_THAT(json.output, HasSubstr("\"inputs\": \"tokens\""));
}

TEST_F(EmbedTest, EmbedsFormulasOfAnyKind) {
  const std::string model = folder_ / "whole";
  ASSERT_TRUE(embedding::write_random_formula_model(model));
  const std::string embed = "NOETHER embed --formula --model " + model + " ";
  const Outcome near = shell(embed + "--similarity 'x \\in A' 'A \\ni x' 'x \\in A'");
  EXPECT_EQ(near.exit_code, 0);
  EXPECT_THAT(near.output, HasSubstr("1.0000\tx \\in A\n"));
  EXPECT_THAT(near.output, Not(HasSubstr("1.0000\tA")));
  EXPECT_EQ(shell(embed + "'' 2>&1").exit_code, 1);
  EXPECT_THAT(shell("NOETHER model info " + model).output,
              HasSubstr("32 numbers of its meaning and 256 of its shape"));
}

TEST_F(EmbedTest, ModelInfoSaysWhatAModelReads) {
  EXPECT_THAT(shell("NOETHER model info " + (folder_ / "model")).output,
              Not(HasSubstr("have values")));
  embedding::ExpressionModelConfig config = embedding::tiny_model_config();
  config.inputs = embedding::Inputs::Values;
  const std::string model = folder_ / "of values";
  ASSERT_TRUE(embedding::write_random_model(model, config));
  EXPECT_THAT(shell("NOETHER model info '" + model + "'").output,
              HasSubstr("parts of expressions that have values as one token; up to 512 before"));
  EXPECT_THAT(shell("NOETHER model info --json '" + model + "'").output,
              HasSubstr("\"inputs\": \"values\""));
}

TEST_F(EmbedTest, ModelQuantizeMakesAnInt8Model) {
  const std::string int8 = folder_ / "int8";
  const Outcome made = shell("NOETHER model quantize " + (folder_ / "model") + " -o " + int8);
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_THAT(made.output, HasSubstr("500 expressions keep"));
  EXPECT_THAT(shell("NOETHER model info " + int8).output, HasSubstr("int8"));
  EXPECT_EQ(shell("NOETHER model quantize " + int8 + " -o " + int8 + "2 2>/dev/null").exit_code, 1);
  std::ofstream(folder_ / "strange.txt") << "no such expression\n";
  const Outcome unusable = shell("NOETHER model quantize " + (folder_ / "model") + " -o " + int8 +
                                 "3 --sample " + (folder_ / "strange.txt") + " 2>&1");
  EXPECT_EQ(unusable.exit_code, 1);
  EXPECT_THAT(unusable.output, HasSubstr("no line is an expression that the model reads"));
  const Outcome onto_itself = shell("NOETHER model quantize " + (folder_ / "model") + " -o " +
                                    (folder_ / "model/.") + " 2>&1");
  EXPECT_EQ(onto_itself.exit_code, 2);
  EXPECT_THAT(onto_itself.output, HasSubstr("would replace the one that it is made from"));
}

TEST_F(EmbedTest, ModelQuantizeLooksAtAllThatTheModelReads) {
  embedding::ExpressionModelConfig config = embedding::tiny_model_config();
  config.inputs = embedding::Inputs::Values;
  ASSERT_TRUE(embedding::write_random_model(folder_ / "of-values", config));
  // Each has more tokens than the model has positions; the last has no values.
  std::ofstream sample(folder_ / "sample.txt");
  for (const char* operand : {"x", "y"}) {
    for (int i = 0; i < 50; ++i) sample << "+ " << operand << " ";
    sample << "1\n";
  }
  for (int i = 0; i < 20; ++i) sample << "+ integral sin x x ";
  sample << "1\n";
  sample.close();
  const std::string options =
      " -o " + (folder_ / "int8") + " --sample " + (folder_ / "sample.txt") + " 2>&1";
  EXPECT_THAT(shell("NOETHER model quantize " + (folder_ / "of-values") + options).output,
              HasSubstr("2 expressions keep"));
  EXPECT_THAT(shell("NOETHER model quantize " + (folder_ / "model") + options).output,
              HasSubstr("no line is an expression that the model reads"));
}

TEST_F(EmbedTest, ModelBenchMeasures) {
  const Outcome made = shell("NOETHER model bench --seconds 0.01 " + (folder_ / "model"));
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_THAT(made.output, HasSubstr("one expression of 25 tokens"));
  EXPECT_THAT(shell("NOETHER model bench --json --seconds 0.01 " + (folder_ / "model")).output,
              HasSubstr("\"share_of_peak\": "));
}

}  // namespace
}  // namespace noether::cli
