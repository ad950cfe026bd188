// noether embedding-tasks: measures an embedding of expressions on the tasks of the E-Gen paper.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "noether/base/progress.h"
#include "noether/base/result_file.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/corpus/corpus_arguments.h"
#include "noether/evaluation/embedding/open_embedding.h"
#include "noether/evaluation/embedding/score_embedding.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "embedding-tasks";

struct TasksOptions {
  std::string model;
  std::string vectors;
  std::string data;
  std::string threshold_data;
  std::string tasks;
  std::string details;
  evaluation::TaskDataOptions items;
  evaluation::EmbeddingScoreOptions score;
  unsigned threads = 1;
  bool list_expressions = false;
  bool json = false;
};

// A missing file is a failure; a file that exists but is invalid is bad input.
ExitCode code_for(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored) ? ExitCode::BadInput : ExitCode::Failure;
}

evaluation::TaskData load(const std::string& path, const evaluation::TaskDataOptions& options) {
  auto data = evaluation::load_task_data(path, options);
  if (!data) fail(kCommand, data.error(), code_for(path));
  return *std::move(data);
}

evaluation::Embedding open(const TasksOptions& options) {
  auto embedding = options.vectors.empty()
                       ? evaluation::open_embedding(options.model, options.threads)
                       : evaluation::read_vector_file(options.vectors);
  if (!embedding) {
    fail(kCommand, embedding.error(),
         code_for(options.vectors.empty() ? options.model : options.vectors));
  }
  return *std::move(embedding);
}

void check(const TasksOptions& options) {
  if (options.list_expressions) return;
  if (options.model.empty() == options.vectors.empty()) {
    fail(kCommand,
         {"give either a model or --vectors", {}, "noether embedding-tasks --help shows both"},
         ExitCode::Failure);
  }
}

void run(TasksOptions& options) {
  check(options);
  base::WorkProgress progress;
  const auto on_progress = [&](std::string_view work, std::uint64_t done, std::uint64_t of) {
    progress.update(work, done, of);
  };
  if (!options.tasks.empty()) {
    const auto tasks = evaluation::TaskSelection::parse(options.tasks);
    if (!tasks) fail(kCommand, tasks.error(), ExitCode::Failure);
    options.items.tasks = options.score.tasks = *tasks;
  }
  options.items.threads = options.score.threads = options.threads;
  options.items.on_item = options.score.on_progress = on_progress;
  // The model is opened before the data are made, which takes longer.
  std::optional<evaluation::Embedding> embedding;
  if (!options.list_expressions) embedding = open(options);
  const evaluation::TaskData data = load(options.data, options.items);
  std::optional<evaluation::TaskData> threshold_data;
  if (!options.threshold_data.empty() &&
      options.items.tasks.has(evaluation::EmbeddingTask::Mistakes)) {
    evaluation::TaskDataOptions only_derivations = options.items;
    only_derivations.tasks = {};
    only_derivations.tasks.chosen[static_cast<std::size_t>(evaluation::EmbeddingTask::Mistakes)] =
        true;
    threshold_data = load(options.threshold_data, only_derivations);
  }
  const evaluation::TaskData* const threshold = threshold_data ? &*threshold_data : nullptr;
  if (options.list_expressions) {
    progress.finish();
    std::string lines;
    for (const std::string& text :
         evaluation::expressions_of(data, threshold, options.score.tasks)) {
      lines += text + "\n";
    }
    return print_result(kCommand, lines);
  }
  const auto scores = evaluation::score_embedding(*embedding, data, threshold, options.score);
  progress.finish();
  if (!scores) fail(kCommand, scores.error(), ExitCode::BadInput);
  if (!options.details.empty()) {
    const auto written =
        base::write_result(options.details, evaluation::score_details(*scores, data), options.data);
    if (!written) fail(kCommand, written.error(), ExitCode::Failure);
  }
  print_result(kCommand, options.json ? evaluation::score_json(*scores, data)
                                      : evaluation::score_text(*scores));
}

}  // namespace

void register_embedding_tasks(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "embedding-tasks", "Scores an embedding of expressions on the five tasks of the E-Gen paper");
  const auto options = std::make_shared<TasksOptions>();
  command->add_option("MODEL", options->model,
                      "The folder of an encoder, or bag-of-tokens, which knows no mathematics");
  command->add_option("--vectors", options->vectors,
                      "Instead of a model: a file of expressions with their vectors");
  command
      ->add_option("--data", options->data,
                   "A folder of task sets (noether corpus tasks), or any corpus")
      ->required();
  command->add_option("--threshold-data", options->threshold_data,
                      "The source of the threshold for mistakes: task sets or a corpus from the "
                      "training side");
  command->add_option("--tasks", options->tasks,
                      "Only these tasks: k-means,semantic,mistakes,algebra,retrieval");
  command->add_flag("--with-algebra", options->score.with_algebra,
                    "Algebra decides the cases that it can, and the embedding the others");
  command
      ->add_option("--decision-seconds", options->score.decision_seconds,
                   "The time limit in seconds of algebra for one decision")
      ->check(CLI::Range(0.001, 60.0))
      ->capture_default_str();
  command
      ->add_option("--items", options->items.items,
                   "The number of queries and derivations to make if --data is a corpus")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  command
      ->add_option_function<std::uint64_t>(
          "--seed",
          [options](const std::uint64_t& seed) {
            options->items.seed = options->score.seed = seed;
          },
          "Seed of K-means and of the items that are made")
      ->default_str("1");
  command
      ->add_option("--starts", options->score.k_means_starts,
                   "The number of starts of K-means; the best one counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--details", options->details, "A file for every item with its result");
  command->add_flag("--list-expressions", options->list_expressions,
                    "Only lists the expressions that need a vector");
  add_threads_option(*command, options->threads);
  command->add_flag("--json", options->json, "One JSON object instead of a table");
  command->footer(
      "Example:\n"
      "  noether embedding-tasks bag-of-tokens --data corpus/test --tasks k-means,retrieval");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
