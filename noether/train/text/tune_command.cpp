#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "noether/train/commands.h"
#include "noether/train/cross/tune_cross.h"
#include "noether/train/distill/tune_student.h"
#include "noether/train/text/tune_text.h"

namespace noether::train {
namespace {

struct TuneArguments {
  TrainingArguments training;
  std::string start;
  std::vector<std::string> pairs;
  std::vector<std::string> lists;
  std::vector<std::string> kinds;
  std::string validation;
};

// What a configuration says decides which files are learnt from.
void expect_files(const std::string& setting, const char* wanted,
                  const std::vector<std::string>& files, const char* other,
                  const std::vector<std::string>& others) {
  if (files.empty()) end_with({fmt::format("`{}` is tuned on {}", setting, wanted), {}, ""});
  if (!others.empty()) {
    end_with({fmt::format("`{}` is tuned on {}, not on {}", setting, wanted, other), {}, ""});
  }
}

void tune(const TuneArguments& arguments) {
  const TrainingArguments& training = arguments.training;
  const auto text = load_settings(training.config_path());
  if (!text) end_with(text.error(), 1);
  base::Result<void> tuned;
  if (settings_word(*text, "model") == "cross") {
    const CrossConfig config = training.config(load_cross_config);
    expect_files("model cross", "--lists", arguments.lists, "--pairs", arguments.pairs);
    tuned = tune_cross(config, {arguments.start, arguments.lists, arguments.validation},
                       training.loop());
  } else if (const std::string loss = settings_word(*text, "loss");
             loss == "distill" || loss == "contrastive" || loss == "negatives") {
    const DistillConfig config = training.config(load_distill_config);
    expect_files("loss " + loss, "--lists", arguments.lists, "--pairs", arguments.pairs);
    tuned = tune_student(config, {arguments.start, arguments.lists, arguments.validation},
                         training.loop());
  } else {
    TextConfig config = training.config(load_text_config);
    expect_files("loss pairs", "--pairs", arguments.pairs, "--lists", arguments.lists);
    if (!arguments.kinds.empty()) config.pair_kinds = arguments.kinds;
    tuned = tune_text(config, {arguments.start, arguments.pairs, arguments.validation},
                      training.loop());
  }
  if (!tuned) end_with(tuned.error());
}

}  // namespace

void register_tune(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "tune",
      "Tune a text encoder on pairs of texts, or a cross-encoder on lists of graded texts, or a "
      "text encoder on lists that have grades or that a cross-encoder scored; the model is in "
      "OUTPUT/model at the "
      "end\n"
      "Example: noether-train tune models/configs/text-encoder --start minilm --pairs pairs.jsonl "
      "-o run");
  const auto arguments = std::make_shared<TuneArguments>();
  arguments->training.add_to(*command);
  command
      ->add_option("--start", arguments->start,
                   "Folder of the model to start from, by `noether model import`")
      ->required();
  CLI::Option* const pairs = command->add_option(
      "--pairs", arguments->pairs, "For `loss pairs`: file of `noether pairs`; may be repeated");
  command->add_option("--lists", arguments->lists,
                      "For `model cross` and `loss distill`, `contrastive` or `negatives`: file of "
                      "`noether lists`; "
                      "may be repeated");
  command
      ->add_option("--kind", arguments->kinds,
                   "With --pairs: kind to use instead of the configuration's; may be repeated")
      ->needs(pairs);
  command->add_option("--validation", arguments->validation, "Held-out file of pairs or lists");
  command->callback([arguments] { tune(*arguments); });
}

}  // namespace noether::train
