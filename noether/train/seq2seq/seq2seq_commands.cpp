// noether-train seq2seq and equivalents.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "noether/train/commands.h"
#include "noether/train/expression/expression_arguments.h"
#include "noether/train/seq2seq/check_equivalent.h"
#include "noether/train/seq2seq/generate.h"
#include "noether/train/seq2seq/seq2seq_checkpoint.h"
#include "noether/train/seq2seq/source_text.h"
#include "noether/train/seq2seq/train_seq2seq.h"

namespace noether::train {
namespace {

struct EquivalentsArguments {
  std::string model;
  std::string expression;
  BeamOptions beam;
  double seconds = 2;
  bool json = false;
};

void print_text(const std::vector<Generated>& equivalents,
                const std::vector<EquivalenceCheck>& checks) {
  for (std::size_t i = 0; i < equivalents.size(); ++i) {
    fmt::print("{:8.4f}  {:<9}  {}\n", equivalents[i].score, checks[i].verdict,
               equivalents[i].prefix);
  }
}

void print_json(const std::string& source, const std::vector<Generated>& equivalents,
                const std::vector<EquivalenceCheck>& checks) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < equivalents.size(); ++i) {
    list.push_back({{"prefix", equivalents[i].prefix},
                    {"score", equivalents[i].score},
                    {"log_probability", equivalents[i].log_probability},
                    {"verdict", checks[i].verdict},
                    {"reason", checks[i].reason}});
  }
  const nlohmann::ordered_json result = {{"source", source}, {"equivalents", list}};
  fmt::print("{}\n", result.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void write_equivalents(const EquivalentsArguments& arguments) {
  const auto model = open_seq2seq(arguments.model);
  if (!model) end_with(model.error(), 1);
  const auto source = source_text(arguments.expression);
  if (!source) end_with(source.error(), 1);
  const auto equivalents =
      generate_equivalents(model->shape, model->weights, model->tokenizer, *source, arguments.beam);
  if (!equivalents) end_with(equivalents.error(), 1);
  std::vector<EquivalenceCheck> checks;
  for (const Generated& equivalent : *equivalents) {
    checks.push_back(check_equivalent(*source, equivalent.prefix, arguments.seconds));
  }
  if (arguments.json) {
    print_json(*source, *equivalents, checks);
  } else {
    print_text(*equivalents, checks);
  }
}

}  // namespace

void register_seq2seq(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "seq2seq",
      "Train seq2seq on equivalent expressions; its encoder is in OUTPUT/model at the end\n"
      "Example: noether-train seq2seq models/configs/tiny-seq2seq --corpus corpus -o run");
  struct Arguments {
    TrainingArguments training;
    Seq2seqData data;
  };
  const auto arguments = std::make_shared<Arguments>();
  arguments->training.add_to(*command);
  command->add_option("--corpus", arguments->data.corpus, "Corpus folder in shards")->required();
  command->add_option("--validation", arguments->data.validation, "Corpus that is held out");
  add_held_out(*command, arguments->data.held_out);
  add_from(*command, arguments->data.from);
  command->callback([arguments] {
    const auto trained = train_seq2seq(training_config(arguments->training, ModelKind::Seq2seq),
                                       arguments->data, arguments->training.loop());
    if (!trained) end_with(trained.error());
  });
}

void register_equivalents(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "equivalents",
      "Write equivalents of an expression by a seq2seq model, and check each by algebra\n"
      "Example: noether-train equivalents run '* 2 + x 1' --beams 10");
  const auto arguments = std::make_shared<EquivalentsArguments>();
  command->add_option("MODEL", arguments->model, "Folder of a run, or its checkpoint")->required();
  command
      ->add_option("EXPR", arguments->expression,
                   "In prefix notation, or in LaTeX where algebra is built in")
      ->required();
  command->add_option("--beams", arguments->beam.beams, "Expressions that are followed at a time")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--max-tokens", arguments->beam.max_tokens, "Of a result")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  command
      ->add_option("--length-power", arguments->beam.length_power,
                   "Scores are log probabilities over (tokens + 1) to this power")
      ->check(CLI::Range(0.0, 4.0))
      ->capture_default_str();
  command->add_option("--time", arguments->seconds, "Seconds to check each at most")
      ->check(CLI::Range(0.0, 3600.0))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "One JSON object instead of text");
  command->callback([arguments] { write_equivalents(*arguments); });
}

}  // namespace noether::train
