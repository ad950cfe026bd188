#include <memory>

#include "noether/train/commands.h"
#include "noether/train/text/tune_text.h"
#include "noether/train/training_arguments.h"

namespace noether::train {

void register_tune(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "tune",
      "Tune a text encoder on pairs of texts; the model is in OUTPUT/model at the end\n"
      "Example: noether-train tune models/configs/text-encoder --start minilm --pairs pairs.jsonl "
      "-o run");
  struct Arguments {
    TrainingArguments training;
    TuneData data;
    std::vector<std::string> kinds;
  };
  const auto arguments = std::make_shared<Arguments>();
  arguments->training.add_to(*command);
  TuneData& data = arguments->data;
  command
      ->add_option("--start", data.start,
                   "Folder of the model to begin with, by `noether model import`")
      ->required();
  command->add_option("--pairs", data.pairs, "File of `noether pairs`; may be repeated")
      ->required();
  command->add_option("--kind", arguments->kinds,
                      "Kind of pairs to use instead of the configuration's; may be repeated");
  command->add_option("--validation", data.validation, "File of pairs that are held out");
  command->callback([arguments] {
    TextConfig config = arguments->training.config(load_text_config);
    if (!arguments->kinds.empty()) config.pair_kinds = arguments->kinds;
    const auto tuned = tune_text(config, arguments->data, arguments->training.loop());
    if (!tuned) end_with(tuned.error());
  });
}

}  // namespace noether::train
