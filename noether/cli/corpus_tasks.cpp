// noether corpus tasks: the task sets of the E-Gen paper, from a corpus.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "noether/base/progress.h"
#include "noether/cli/corpus_commands.h"
#include "noether/cli/corpus_members.h"
#include "noether/cli/expression_arguments.h"
#include "noether/egen/tasks/task_set.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "corpus tasks";

void run(egen::TaskSetOptions& options) {
  const egen::MemberTable table = read_members(kCommand, options.source);
  options.threads = thread_count(options.threads);
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
               fmt::format("semantic.jsonl     {} items\n"
                           "derivations.jsonl  {} derivations, {} steps, {} of them mistakes\n"
                           "analogies.jsonl    {} analogies, a pool of {} expressions\n"
                           "retrieval.jsonl    {} clusters, {} expressions\n",
                           report->semantic_items, report->derivations, report->steps,
                           report->mistakes, report->analogies, report->pool,
                           report->retrieval_clusters, report->retrieval_expressions));
}

}  // namespace

void register_corpus_tasks(CLI::App& corpus) {
  CLI::App* tasks = corpus.add_subcommand("tasks", "Writes task sets that score embeddings");
  const auto options = std::make_shared<egen::TaskSetOptions>();
  tasks->add_option("PATH", options->source, "A corpus folder or a file of clusters")->required();
  tasks->add_option("-o", options->folder, "The folder to write")->required();
  tasks->add_option("--seed", options->seed, "Seed of the random numbers")->capture_default_str();
  tasks
      ->add_option("--items", options->items,
                   "How many queries with seven candidates, and how many derivations")
      ->capture_default_str();
  tasks->add_option("--analogies", options->analogies, "How many; the paper's 21 are the first")
      ->capture_default_str();
  tasks
      ->add_option("--pool", options->pool,
                   "Expressions of the corpus at most, among which analogies are solved")
      ->capture_default_str();
  tasks
      ->add_option("--retrieval-clusters", options->retrieval.clusters,
                   "Clusters of 20 to 40 expressions for retrieval")
      ->capture_default_str();
  tasks->add_option("--threads", options->threads, "Threads; 0: all there are")
      ->capture_default_str();
  tasks->footer(
      "Example:\n"
      "  noether corpus tasks corpus/test --seed 7 --items 1000 -o tasks");
  tasks->callback([options] { run(*options); });
}

}  // namespace noether::cli
