#include <memory>

#include "noether/train/commands.h"
#include "noether/train/expression/expression_arguments.h"
#include "noether/train/expression/train_encoder.h"

namespace noether::train {

void register_encoder(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "encoder",
      "Train a contrastive encoder; the model is in OUTPUT/model at the end\n"
      "Example: noether-train encoder models/configs/tiny --corpus corpus --distractors wrong "
      "-o run --steps 100");
  struct Arguments {
    TrainingArguments training;
    EncoderData data;
  };
  const auto arguments = std::make_shared<Arguments>();
  arguments->training.add_to(*command);
  EncoderData& data = arguments->data;
  command->add_option("--corpus", data.corpora, "Corpus folder in shards; may be repeated")
      ->required();
  command->add_option("--distractors", data.distractors,
                      "Its distractors, by `noether corpus distractors`");
  command->add_option("--validation", data.validation, "Held-out corpus for validation");
  command->add_option("--validation-distractors", data.validation_distractors, "Its distractors");
  add_held_out(*command, data.held_out);
  add_from(*command, data.from);
  command->callback([arguments] {
    const auto trained = train_encoder(training_config(arguments->training, ModelKind::Encoder),
                                       arguments->data, arguments->training.loop());
    if (!trained) end_with(trained.error());
  });
}

}  // namespace noether::train
