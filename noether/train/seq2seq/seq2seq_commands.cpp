// The commands noether-train seq2seq and equivalents.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "noether/train/commands.h"
#include "noether/train/expression_commands.h"
#include "noether/train/seq2seq/equivalents.h"
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

// Counts the expressions with an equal result. "Agrees" is not a proof, but equality at every
// tested point.
struct EqualShares {
  std::size_t expressions = 0;
  std::size_t first = 0;  // expressions whose most likely result is equal
  std::size_t any = 0;    // expressions with an equal result
  std::size_t results = 0;
  std::size_t equal = 0;  // number of equal results

  void add(const std::vector<EquivalenceCheck>& checks) {
    const auto is_equal = [](const EquivalenceCheck& check) {
      return check.verdict == "proven" || check.verdict == "agrees";
    };
    ++expressions;
    first += !checks.empty() && is_equal(checks.front()) ? 1U : 0U;
    any += std::ranges::any_of(checks, is_equal) ? 1U : 0U;
    results += checks.size();
    equal += static_cast<std::size_t>(std::ranges::count_if(checks, is_equal));
  }

  void print() const {
    const auto percent = [](std::size_t part, std::size_t whole) {
      return 100.0 * static_cast<double>(part) /
             static_cast<double>(std::max<std::size_t>(whole, 1));
    };
    fmt::print(stderr,
               "{} expressions: the first result is equal for {:.1f} %, any result for "
               "{:.1f} %; {} results, of which {:.1f} % are equal\n",
               expressions, percent(first, expressions), percent(any, expressions), results,
               percent(equal, results));
  }
};

base::Result<std::vector<EquivalenceCheck>> write_equivalents(
    const OpenSeq2seq& model, const std::string& expression,
    const EquivalentsArguments& arguments) {
  const auto source = source_text(expression);
  if (!source) return std::unexpected(source.error());
  const auto equivalents =
      generate_equivalents(model.shape, model.weights, model.tokenizer, *source, arguments.beam);
  if (!equivalents) return std::unexpected(equivalents.error());
  std::vector<EquivalenceCheck> checks;
  for (const Generated& equivalent : *equivalents) {
    checks.push_back(check_equivalent(*source, equivalent.prefix, arguments.seconds));
  }
  if (arguments.json) {
    print_json(*source, *equivalents, checks);
  } else {
    print_text(*equivalents, checks);
  }
  return checks;
}

void write_equivalents_of_lines(const OpenSeq2seq& model, const EquivalentsArguments& arguments) {
  EqualShares shares;
  bool all_read = true;
  std::size_t number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    ++number;
    if (line.empty()) continue;
    if (!arguments.json) fmt::print("{}\n", line);
    const auto checks = write_equivalents(model, line, arguments);
    std::fflush(stdout);
    if (checks) {
      shares.add(*checks);
    } else {
      fmt::print(stderr, "noether-train: line {}: {}\n", number, checks.error().message);
      all_read = false;
    }
  }
  shares.print();
  if (!all_read) std::exit(1);
}

void run_equivalents(const EquivalentsArguments& arguments) {
  const auto model = open_seq2seq(arguments.model);
  if (!model) end_with(model.error(), 1);
  if (arguments.expression == "-") return write_equivalents_of_lines(*model, arguments);
  const auto checks = write_equivalents(*model, arguments.expression, arguments);
  if (!checks) end_with(checks.error(), 1);
}

}  // namespace

void register_seq2seq(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "seq2seq",
      "Train seq2seq on equivalent expressions and write its encoder to OUTPUT/model\n"
      "Example: noether-train seq2seq models/configs/tiny-seq2seq --corpus corpus -o run");
  struct Arguments {
    TrainingArguments training;
    Seq2seqData data;
  };
  const auto arguments = std::make_shared<Arguments>();
  arguments->training.add_to(*command);
  command->add_option("--corpus", arguments->data.corpus, "Corpus folder in shards")->required();
  command->add_option("--validation", arguments->data.validation, "Held-out corpus for validation");
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
      "Write equivalents of an expression with a seq2seq model, and check each with algebra\n"
      "Example: noether-train equivalents run '* 2 + x 1' --beams 10");
  const auto arguments = std::make_shared<EquivalentsArguments>();
  command->add_option("MODEL", arguments->model, "Folder of a run, or its checkpoint")->required();
  command
      ->add_option("EXPR", arguments->expression,
                   "In prefix notation, or in LaTeX where algebra is built in; - reads one per "
                   "line from standard input and reports how many have equals")
      ->required();
  command
      ->add_option("--beams", arguments->beam.beams,
                   "The number of partial expressions kept at a time")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command
      ->add_option("--max-tokens", arguments->beam.max_tokens,
                   "The maximum number of tokens in a result")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  command
      ->add_option("--length-power", arguments->beam.length_power,
                   "The score is the log probability divided by (tokens + 1) to this power")
      ->check(CLI::Range(0.0, 4.0))
      ->capture_default_str();
  command->add_option("--time", arguments->seconds, "The time limit of each check in seconds")
      ->check(CLI::Range(0.0, 3600.0))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Print one JSON object instead of text");
  command->callback([arguments] { run_equivalents(*arguments); });
}

}  // namespace noether::train
