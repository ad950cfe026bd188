#include <fmt/format.h>

#include <memory>
#include <string>

#include "noether/neural/model/model_folder.h"
#include "noether/train/amr/train_parser.h"
#include "noether/train/commands.h"
#include "noether/train/text/training_pairs.h"

namespace noether::train {
namespace {

struct AmrArguments {
  TrainingArguments training;
  std::string start;
  BankFiles files;
};

struct ExampleArguments {
  std::string model;
  BankFiles files;
  std::string output;
  bool quiet = false;
};

// `files` must outlive the command.
void add_bank_options(CLI::App& command, BankFiles& files) {
  command.add_option("--bank", files.banks,
                     "File of AMR graphs with their sentences; may be repeated");
  command.add_option("--split", files.split,
                     "File like --bank, with a fifth held out for validation; may be repeated");
  command.add_option("--silver", files.silver, "File of graphs made by a parser; may be repeated");
  command.add_option("--validation", files.validation, "Held-out file of graphs; may be repeated");
  command.add_option("--treebank", files.treebanks,
                     "File of additional dependency trees (CoNLL-U) to learn; may be repeated");
  command.add_option("--frames", files.frames,
                     "PropBank's framesets (XML), for their example sentences; may be repeated");
  command.add_option("--lexicon", files.lexicon, "Lexicon, written by `noether amr lexicon`");
}

void write_examples(const ExampleArguments& arguments) {
  if (!is_token_file(arguments.output)) {
    end_with({fmt::format("'{}' must end with .safetensors", arguments.output), {}, ""});
  }
  const auto config = neural::read_model_config(arguments.model);
  if (!config) end_with(config.error(), 1);
  const auto examples =
      prepare_examples(arguments.files, {arguments.model, *config, arguments.quiet});
  if (!examples) end_with(examples.error(), 1);
  if (const auto saved = examples->save(arguments.output); !saved) end_with(saved.error());
}

}  // namespace

void register_amr(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "amr",
      "Train a parser of sentences into AMR graphs and write it to OUTPUT/model\n"
      "Example: noether-train amr models/configs/amr-parser --start minilm --lexicon lexicon.txt "
      "--bank graphs.txt -o run");
  const auto arguments = std::make_shared<AmrArguments>();
  arguments->training.add_to(*command);
  command
      ->add_option("--start", arguments->start,
                   "Folder of the encoder to start from, made by `noether model import`")
      ->required();
  add_bank_options(*command, arguments->files);
  command->callback([arguments] {
    const AmrConfig config = arguments->training.config(load_amr_config);
    const auto trained =
        train_parser(config, arguments->start, arguments->files, arguments->training.loop());
    if (!trained) end_with(trained.error());
  });
}

void register_amr_examples(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "amr-examples",
      "Write the tokens and labels of AMR graphs, for amr on a machine without tokenizers\n"
      "Example: noether-train amr-examples minilm --lexicon lexicon.txt --bank graphs.txt "
      "-o examples.safetensors");
  const auto arguments = std::make_shared<ExampleArguments>();
  command->add_option("MODEL", arguments->model, "Folder of the model with the tokenizer")
      ->required();
  add_bank_options(*command, arguments->files);
  command->add_option("-o,--output", arguments->output, "File of examples, *.safetensors")
      ->required();
  command->add_flag("--quiet", arguments->quiet, "Say nothing");
  command->callback([arguments] { write_examples(*arguments); });
}

}  // namespace noether::train
