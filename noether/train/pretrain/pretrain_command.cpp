#include <memory>

#include "noether/train/commands.h"
#include "noether/train/pretrain/pretrain_text.h"

namespace noether::train {

void register_pretrain(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "pretrain",
      "Pre-train a text encoder on masked words and sentence order; the model is in OUTPUT/model "
      "at the end\n"
      "Example: noether-train pretrain models/configs/pretrain --start minilm --texts "
      "sentences.jsonl -o run");
  struct Arguments {
    TrainingArguments training;
    PretrainData data;
  };
  const auto arguments = std::make_shared<Arguments>();
  arguments->training.add_to(*command);
  PretrainData& data = arguments->data;
  CLI::Option* const start = command->add_option(
      "--start", data.start, "Folder of the model to continue with, by `noether model import`");
  command
      ->add_option("--tokenizer", data.tokenizer,
                   "Folder of a model with the tokenizer of a new model, for configurations that "
                   "have a shape")
      ->excludes(start);
  command
      ->add_option("--texts", data.texts,
                   "File of `noether pieces`, or of its tokens (*.safetensors); may be repeated")
      ->required();
  command->add_option("--validation", data.validation, "Held-out file of texts");
  command->callback([arguments] {
    const auto trained = pretrain_text(arguments->training.config(load_pretrain_config),
                                       arguments->data, arguments->training.loop());
    if (!trained) end_with(trained.error());
  });
}

}  // namespace noether::train
