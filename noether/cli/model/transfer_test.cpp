// noether model import and export as their user runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"
#include "noether/embedding/text/cross_encoder.h"
#include "noether/embedding/text/random_text_model.h"

namespace noether::cli {
namespace {

using testing::HasSubstr;

std::string published(const std::string& name) {
  return std::string(NOETHER_SOURCE_DIR) + "/noether/neural/model/testdata/" + name;
}

TEST(ModelTransfer, ImportsQuantizesAndExports) {
  const base::TemporaryFolder folder;
  const Outcome made = shell("NOETHER model import " + published("bert") + " -o " +
                             (folder / "ours") + " --pooling mean");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_THAT(made.output,
              HasSubstr("ours: a model of the family bert\n2 layers, width 24, 3 heads"));
  EXPECT_THAT(made.output,
              HasSubstr("mean pooling\nheads: masked words, pooler, sentence order\n"));
  EXPECT_EQ(
      shell("NOETHER model quantize " + (folder / "ours") + " -o " + (folder / "int8")).exit_code,
      0);
  EXPECT_THAT(shell("NOETHER model info --json " + (folder / "int8")).output,
              HasSubstr("\"numbers\": \"int8\""));
  const Outcome exported =
      shell("NOETHER model export " + (folder / "int8") + " -o " + (folder / "theirs"));
  EXPECT_EQ(exported.exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "theirs/1_Pooling/config.json"));
  EXPECT_EQ(
      shell("NOETHER model import " + (folder / "theirs") + " -o " + (folder / "again")).exit_code,
      0);
}

TEST(ModelTransfer, AddsTokensOfLatexOnce) {
  const base::TemporaryFolder folder;
  embedding::write_random_text_model(folder / "plain");
  const auto add = [&](const std::string& from, const std::string& to) {
    return shell("NOETHER model add-latex " + (folder / from) + " -o " + (folder / to) + " 2>&1");
  };
  const Outcome made = add("plain", "latex");
  EXPECT_EQ(made.exit_code, 0) << made.output;
  EXPECT_THAT(made.output, HasSubstr("tokens of LaTeX added"));
  const Outcome embedded =
      shell("NOETHER embed --text 'let $X$ be' --model " + (folder / "latex") + " 2>&1");
  EXPECT_EQ(embedded.exit_code, 0) << embedded.output;
  EXPECT_EQ(
      shell("NOETHER model export " + (folder / "latex") + " -o " + (folder / "theirs")).exit_code,
      0);
  const Outcome back =
      shell("NOETHER model import " + (folder / "theirs") + " -o " + (folder / "again"));
  EXPECT_EQ(back.exit_code, 0) << back.output;
  const Outcome again = add("again", "twice");
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.output, HasSubstr("has the tokens of LaTeX already"));
  EXPECT_FALSE(std::filesystem::exists(folder / "twice"));
  EXPECT_EQ(add("plain", "plain").exit_code, 2);
  EXPECT_EQ(
      shell("NOETHER model quantize " + (folder / "plain") + " -o " + (folder / "int8")).exit_code,
      0);
  const Outcome rounded = add("int8", "no");
  EXPECT_EQ(rounded.exit_code, 1);
  EXPECT_THAT(rounded.output, HasSubstr("noether model dequantize"));
}

TEST(ModelTransfer, ACrossEncoderStaysOneWhenItIsRoundedAndExported) {
  const base::TemporaryFolder folder;
  embedding::write_random_cross_encoder(folder / "ours", {.classes = 2});
  const auto make = [&](const std::string& command, const std::string& from,
                        const std::string& to) {
    const Outcome made = shell("NOETHER model " + command + " " + (folder / from) + " -o " +
                               (folder / to) + " 2>&1");
    EXPECT_EQ(made.exit_code, 0) << made.output;
  };
  const auto score = [&](const std::string& name) {
    const auto encoder = embedding::CrossEncoder::open(folder / name);
    EXPECT_TRUE(encoder) << name;
    return encoder->score("why", std::vector<std::string_view>{"by $x^2$ and so on"})->front();
  };
  make("quantize", "ours", "int8");
  EXPECT_THAT(shell("NOETHER model info --json " + (folder / "int8")).output,
              HasSubstr("\"computes\": [\"pooler\", \"2 classes\"]"));
  EXPECT_NEAR(score("int8"), score("ours"), 0.2);
  make("export", "ours", "theirs");
  make("import", "theirs", "again");
  EXPECT_EQ(score("again"), score("ours"));
}

TEST(ModelTransfer, SaysWhatItCannotImport) {
  const base::TemporaryFolder folder;
  std::filesystem::copy_file(published("bert/config.json"), folder / "config.json");
  std::ofstream(folder / "pytorch_model.bin") << "PK";
  const Outcome pickle =
      shell("NOETHER model import " + folder.path() + " -o " + (folder / "out") + " 2>&1");
  EXPECT_EQ(pickle.exit_code, 2);
  EXPECT_THAT(pickle.output, HasSubstr("is a pickle"));
  EXPECT_THAT(pickle.output, HasSubstr("torch.load("));
  const Outcome theirs = shell("NOETHER model info " + published("bert") + " 2>&1");
  EXPECT_EQ(theirs.exit_code, 2);
  EXPECT_THAT(theirs.output, HasSubstr("noether model import makes one"));
}

}  // namespace
}  // namespace noether::cli
