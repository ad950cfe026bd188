#include "noether/train/expression/expression_arguments.h"

namespace noether::train {

TrainingConfig training_config(const TrainingArguments& arguments, ModelKind kind) {
  TrainingConfig config = arguments.config(load_config);
  if (config.kind != kind) {
    const std::string model = kind == ModelKind::Encoder ? "an encoder" : "seq2seq";
    end_with({arguments.config_path() + " is not of " + model, {}, "see models/configs"}, 1);
  }
  return config;
}

void add_held_out(CLI::App& command, std::vector<std::string>& folders) {
  command.add_option("--held-out", folders,
                     "With loss families: a held-out corpus, whose expressions are never "
                     "generated; may be repeated");
}

void add_from(CLI::App& command, std::string& from) {
  command
      .add_option("--from", from,
                  "Begin with the weights of this checkpoint of another run, or of this "
                  "folder of a float32 encoder")
      ->excludes(command.get_option("--resume"));
}

}  // namespace noether::train
