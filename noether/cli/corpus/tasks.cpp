// noether corpus tasks: the task sets of the E-Gen paper, from a corpus.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "noether/base/progress.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/corpus/corpus_arguments.h"
#include "noether/egen/tasks/task_set.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "corpus tasks";

struct CorpusTasksOptions {
  egen::TaskSetOptions set;
  bool json = false;
};

std::string summary_text(const egen::TaskSetReport& report) {
  return fmt::format(
      "semantic.jsonl     {} items\n"
      "derivations.jsonl  {} derivations, {} steps, {} of them mistakes\n"
      "analogies.jsonl    {} analogies, a pool of {} expressions\n"
      "retrieval.jsonl    {} clusters, {} expressions\n",
      report.semantic_items, report.derivations, report.steps, report.mistakes, report.analogies,
      report.pool, report.retrieval_clusters, report.retrieval_expressions);
}

std::string summary_json(const std::string& folder, const egen::TaskSetReport& report) {
  JsonObject object;
  object.add_string("folder", folder);
  for (const auto& [name, count] : {std::pair{"semantic_items", report.semantic_items},
                                    {"derivations", report.derivations},
                                    {"steps", report.steps},
                                    {"mistakes", report.mistakes},
                                    {"analogies", report.analogies},
                                    {"analogy_pool", report.pool},
                                    {"retrieval_clusters", report.retrieval_clusters},
                                    {"retrieval_expressions", report.retrieval_expressions}}) {
    object.add_number(name, static_cast<std::int64_t>(count));
  }
  return object.text() + "\n";
}

void run(CorpusTasksOptions& command) {
  egen::TaskSetOptions& options = command.set;
  const egen::MemberTable table = read_members(kCommand, options.source);
  const auto report = [&] {
    std::optional<base::ProgressBar> progress;
    std::string current;
    options.on_item = [&](std::string_view task, std::uint64_t done, std::uint64_t of) {
      if (current != task) {
        current = task;
        progress.emplace("items of " + current, of);
      }
      progress->update(done, done);
    };
    return egen::write_task_set(table, options);
  }();
  if (!report) fail(kCommand, report.error(), ExitCode::Failure);
  print_result(kCommand,
               command.json ? summary_json(options.folder, *report) : summary_text(*report));
}

}  // namespace

void register_corpus_tasks(CLI::App& corpus) {
  CLI::App* tasks = corpus.add_subcommand("tasks", "Writes task sets that score embeddings");
  const auto options = std::make_shared<CorpusTasksOptions>();
  tasks->add_option("PATH", options->set.source, "A corpus folder or a file of clusters")
      ->required();
  tasks->add_option("-o", options->set.folder, "The folder to write")->required();
  tasks->add_option("--seed", options->set.seed, "Seed of the random numbers")
      ->capture_default_str();
  tasks
      ->add_option("--items", options->set.items,
                   "The number of queries with seven candidates, and of derivations")
      ->capture_default_str();
  tasks
      ->add_option("--analogies", options->set.analogies,
                   "The number of analogies; the paper's 21 are the first")
      ->capture_default_str();
  tasks
      ->add_option(
          "--pool", options->set.pool,
          "The maximum number of expressions of the corpus among which analogies are solved")
      ->capture_default_str();
  tasks
      ->add_option("--retrieval-clusters", options->set.retrieval.clusters,
                   "Clusters of 20 to 40 expressions for retrieval")
      ->capture_default_str();
  add_threads_option(*tasks, options->set.threads);
  tasks->add_flag("--json", options->json, "One JSON object instead of a summary");
  tasks->footer(
      "Example:\n"
      "  noether corpus tasks corpus/test --seed 7 --items 1000 -o tasks");
  tasks->callback([options] { run(*options); });
}

}  // namespace noether::cli
