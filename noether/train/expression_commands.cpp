#include "noether/train/expression_commands.h"

#include <fmt/format.h>
#include <torch/utils.h>

#include <cstdio>
#include <iostream>
#include <memory>

#include "noether/embedding/values/part_values.h"
#include "noether/train/commands.h"
#include "noether/train/expression/retrieval_validation.h"
#include "noether/train/expression/saved_model.h"
#include "noether/train/train_encoder.h"

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
                  "folder of an encoder")
      ->excludes(command.get_option("--resume"));
}

void register_encoder(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "encoder",
      "Train a contrastive encoder and write the model to OUTPUT/model\n"
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
                      "Distractors of the corpus, made by `noether corpus distractors`");
  command->add_option("--validation", data.validation, "Held-out corpus for validation");
  command->add_option("--validation-distractors", data.validation_distractors, "Its distractors");
  add_held_out(*command, data.held_out);
  add_from(*command, data.from);
  command->add_option("--teacher", data.teacher,
                      "With loss families: the folder of an encoder whose vectors the new one "
                      "learns; teacher=WEIGHT in the configuration weighs this loss");
  command->callback([arguments] {
    const auto trained = train_encoder(training_config(arguments->training, ModelKind::Encoder),
                                       arguments->data, arguments->training.loop());
    if (!trained) end_with(trained.error());
  });
}

namespace {

Checkpoint checkpoint_of(const std::string& path) {
  auto checkpoint = load_checkpoint(path);
  if (!checkpoint) end_with(checkpoint.error(), 1);
  return std::move(*checkpoint);
}

void print_info(const std::string& path) {
  const Checkpoint checkpoint = checkpoint_of(path);
  fmt::print("steps    {}\nseconds  {:.1f}\nweights  {}\n{}", checkpoint.step, checkpoint.seconds,
             checkpoint.weights.numel(), checkpoint.config);
}

// Prints one vector per line for the expressions on standard input.
void embed_lines(const std::string& folder, int threads) {
  at::set_num_threads(threads);
  const auto model = open_model(folder);
  if (!model) end_with(model.error(), 1);
  std::vector<std::vector<neural::TokenId>> expressions;
  std::size_t number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    ++number;
    auto tokens = model->tokenizer.encode(line);
    if (!tokens) {
      end_with(
          {fmt::format("line {}: {}", number, tokens.error().message), {}, tokens.error().hint}, 1);
    }
    const auto positions = static_cast<std::size_t>(model->shape.positions);
    if (const auto problem =
            embedding::length_problem(*tokens, positions, model->shape.values.get())) {
      end_with({fmt::format("line {}: {}", number, *problem), {}, {}}, 1);
    }
    expressions.emplace_back(tokens->begin() + 1, tokens->end() - 1);
  }
  if (expressions.empty()) return;
  const torch::Tensor vectors =
      embed_all(model->shape, model->weights, expressions, torch::kCPU).contiguous();
  const auto* values = vectors.data_ptr<float>();
  std::string text;
  for (std::int64_t i = 0; i < vectors.size(0); ++i) {
    text.clear();
    for (std::int64_t j = 0; j < vectors.size(1); ++j) {
      fmt::format_to(std::back_inserter(text), "{}{:.9g}", j == 0 ? "" : " ", *values++);
    }
    fmt::print("{}\n", text);
  }
}

}  // namespace

void register_export(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("export",
                         "Write the model of a checkpoint as a folder that noether reads\n"
                         "Example: noether-train export run/checkpoint.pt -o model");
  struct Arguments {
    std::string checkpoint;
    std::string folder;
  };
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("CHECKPOINT", arguments->checkpoint, "checkpoint.pt of a run")->required();
  command->add_option("-o,--output", arguments->folder, "Folder of the model")->required();
  command->callback([arguments] {
    const auto done = export_model(checkpoint_of(arguments->checkpoint), arguments->folder);
    if (!done) end_with(done.error());
  });
}

void register_info(CLI::App& app) {
  CLI::App* command = app.add_subcommand("info",
                                         "Describe a checkpoint\n"
                                         "Example: noether-train info run/checkpoint.pt");
  const auto path = std::make_shared<std::string>();
  command->add_option("CHECKPOINT", *path, "checkpoint.pt of a run")->required();
  command->callback([path] { print_info(*path); });
}

void register_embed(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "embed",
      "Compute vectors of the prefix expressions on standard input with LibTorch in float32\n"
      "Example: echo '+ x 1' | noether-train embed run/model");
  struct Arguments {
    std::string folder;
    int threads = 1;
  };
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("MODEL", arguments->folder, "Folder of a model")->required();
  command->add_option("--threads", arguments->threads, "The number of threads of LibTorch")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command->callback([arguments] { embed_lines(arguments->folder, arguments->threads); });
}

}  // namespace noether::train
