#include <memory>

#include "noether/train/commands.h"
#include "noether/train/generate/train_decoder.h"

namespace noether::train {

void register_generate(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "generate",
      "Train a decoder of GPT-2's family on texts, and on problems with their solutions; the "
      "model is in OUTPUT/model at the end\n"
      "Example: noether-train generate models/configs/answer-writer --tokenizer tokenizer --texts "
      "texts.jsonl --texts pairs.jsonl -o run");
  struct Arguments {
    TrainingArguments training;
    GenerateData data;
  };
  const auto arguments = std::make_shared<Arguments>();
  arguments->training.add_to(*command);
  GenerateData& data = arguments->data;
  CLI::Option* const start = command->add_option(
      "--start", data.start, "Folder of the decoder to continue with, for `model start`");
  command
      ->add_option("--tokenizer", data.tokenizer,
                   "Folder with the tokenizer of a new decoder, by `noether model learn-tokenizer`")
      ->excludes(start);
  command
      ->add_option("--texts", data.texts,
                   "File of `noether pieces` or `noether pairs`, or of their tokens "
                   "(*.safetensors); may be repeated")
      ->required();
  command->add_option("--validation", data.validation, "Held-out file of texts");
  command->callback([arguments] {
    const auto trained = train_decoder(arguments->training.config(load_generate_config),
                                       arguments->data, arguments->training.loop());
    if (!trained) end_with(trained.error());
  });
}

}  // namespace noether::train
