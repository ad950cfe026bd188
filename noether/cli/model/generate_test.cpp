// noether model learn-tokenizer and generate as their user runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"
#include "noether/neural/generate/tiny_generator.h"
#include "noether/neural/model/model_folder.h"

namespace noether::cli {
namespace {

using testing::HasSubstr;

class ModelGenerate : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(folder_ / "texts.jsonl")
        << R"({"pieces": ["a sum and a sum", "and a sum"]})" << "\n"
        << R"({"kind": "k", "group": "1", "first": "a sum?", "second": "the sum."})" << "\n";
    neural::ModelFolder model;
    model.config.family = neural::ModelFamily::Gpt2;
    model.config.transformer = neural::tiny_gpt2(300);
    model.config.sequence_tokens = 64;
    model.config.end_token = 0;
    model.config.tokenizer_file = "tokenizer.json";
    model.weights = neural::tiny_decoder_weights(model.config.transformer);
    ASSERT_TRUE(model.write(folder_ / "model"));
  }
  Outcome run(const std::string& arguments) {
    return shell("cd " + folder_.path() + " && NOETHER model " + arguments);
  }
  base::TemporaryFolder folder_;
};

TEST_F(ModelGenerate, WritesWithATokenizerThatWasLearnt) {
  const Outcome learnt = run("learn-tokenizer texts.jsonl --size 280 -o model 2>/dev/null");
  EXPECT_EQ(learnt.exit_code, 0);
  EXPECT_THAT(learnt.output, HasSubstr("tokens of 2 texts"));

  const Outcome text = run("generate model 'a sum' --max-tokens 12");
  EXPECT_EQ(text.exit_code, 0);
  const Outcome again = run("generate model 'a sum' --max-tokens 12 --json");
  EXPECT_THAT(again.output, HasSubstr("\"tokens\": 12"));
  EXPECT_THAT(again.output, HasSubstr("\"end\": \"full\""));
  const Outcome read = shell("cd " + folder_.path() +
                             " && printf 'a sum' | NOETHER model generate model - --max-tokens 12");
  EXPECT_EQ(read.output, text.output);

  const std::string drawn = "generate model 'a sum' --max-tokens 12 --sample --beams 3 --seed ";
  EXPECT_EQ(run(drawn + "1").output, run(drawn + "1").output);
  EXPECT_NE(run(drawn + "1").output, run(drawn + "2").output);
  EXPECT_NE(run("generate model --hint 'a sum' --max-tokens 12").output, text.output);

  EXPECT_EQ(run("quantize model -o int8").exit_code, 0);
  EXPECT_EQ(run("generate int8 'a sum' --max-tokens 12").exit_code, 0);
}

TEST_F(ModelGenerate, IsRoundedForTheTextsOfASample) {
  ASSERT_EQ(run("learn-tokenizer texts.jsonl --size 280 -o model 2>/dev/null").exit_code, 0);
  std::ofstream notes(folder_ / "notes.jsonl");
  for (int i = 0; i < 80; ++i)
    notes << R"({"id": ")" << i << R"(", "text": "a sum and the sum"})" << "\n";
  notes.close();
  const Outcome made = run("quantize model -o int8 --sample notes.jsonl 2>&1");
  EXPECT_EQ(made.exit_code, 0) << made.output;
  EXPECT_THAT(made.output, HasSubstr("perplexity of 16 texts: before"));
  EXPECT_EQ(run("quantize model -o other --sample texts.jsonl 2>/dev/null").exit_code, 1);
}

TEST_F(ModelGenerate, SaysWhatIsWrong) {
  EXPECT_THAT(run("generate model x 2>&1").output, HasSubstr("tokenizer"));
  EXPECT_EQ(run("generate missing x 2>/dev/null").exit_code, 2);
  ASSERT_EQ(run("learn-tokenizer texts.jsonl -o model 2>/dev/null").exit_code, 0);
  EXPECT_EQ(run("generate model '' 2>/dev/null").exit_code, 1);
  EXPECT_EQ(run("generate model x --top-p 2 2>/dev/null").exit_code, 1);
  EXPECT_EQ(run("generate model x --stop '' 2>/dev/null").exit_code, 1);
  EXPECT_EQ(run("generate model x --beams 0 2>/dev/null").exit_code, 2);
  const Outcome endless =
      shell("cd " + folder_.path() + " && yes | NOETHER model generate model - 2>&1");
  EXPECT_EQ(endless.exit_code, 1);
  EXPECT_THAT(endless.output, HasSubstr("longer than 1 MiB"));

  std::ofstream(folder_ / "wrong.jsonl") << "{\"pieces\": [\"a\"]}\n{\"other\": 1}\n";
  const Outcome wrong = run("learn-tokenizer wrong.jsonl -o tokenizer 2>&1");
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_THAT(wrong.output, HasSubstr("wrong.jsonl: line 2"));
  EXPECT_EQ(run("learn-tokenizer none.jsonl -o tokenizer 2>/dev/null").exit_code, 2);
  EXPECT_EQ(run("learn-tokenizer texts.jsonl --size 100 -o tokenizer 2>/dev/null").exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
