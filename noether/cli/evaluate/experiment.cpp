// noether experiment: runs the experiment of a file, and writes a report.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/evaluation/experiment/cache.h"
#include "noether/evaluation/experiment/experiment.h"
#include "noether/evaluation/experiment/experiment_report.h"
#include "noether/evaluation/experiment/run_experiment.h"
#include "noether/evaluation/report/report.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "experiment";
constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;

struct ExperimentArguments {
  std::vector<std::string> files;
  std::string folder = "reports";
  std::string data;
  unsigned threads = 0;
  bool json = false;
};

std::string name_of(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::size_t point = name.rfind('.');
  return point == 0 || point == std::string::npos ? name : name.substr(0, point);
}

// Cached runs of another version of the program are not reused.
std::string program_identity() {
  const auto digest = evaluation::content_digest("/proc/self/exe");
  return digest ? digest->hex() : std::string("unknown");
}

std::optional<std::string> data_folder(const ExperimentArguments& arguments) {
  if (!arguments.data.empty()) return arguments.data;
  const char* const given = std::getenv("NOETHER_DATA");
  if (given == nullptr || *given == '\0') return std::nullopt;
  return given;
}

evaluation::Experiment read(const std::string& path) {
  const auto text = base::FileSystem::real().read(path, kMostBytes);
  if (!text) fail(kCommand, text.error(), ExitCode::Failure);
  auto experiment = evaluation::read_experiment(*text);
  if (experiment) return std::move(*experiment);
  // The message shows only the line of the text.
  base::Error error = experiment.error();
  error.message = path + ": " + error.message;
  const std::size_t at = std::min<std::size_t>(error.span.begin, text->size());
  const std::size_t begin = at == 0 ? 0 : text->rfind('\n', at - 1) + 1;
  const std::size_t end = std::min(text->find('\n', at), text->size());
  const auto shift = static_cast<std::uint32_t>(begin);
  error.span = {error.span.begin - shift, std::max(error.span.end, shift) - shift};
  fail(kCommand, error, ExitCode::BadInput, std::string_view(*text).substr(begin, end - begin));
}

struct SystemProblem {
  std::string system;
  std::string topics;  // topics or embedding tasks
  std::string message;
};

std::vector<SystemProblem> problems_of(const evaluation::Experiment& experiment,
                                       const evaluation::ExperimentResults& results) {
  std::vector<SystemProblem> problems;
  const auto add = [&](const std::string& system, const std::string& asked,
                       const base::Error& error) {
    problems.push_back(
        {system, asked, error.message + (error.hint.empty() ? "" : " (" + error.hint + ")")});
  };
  for (std::size_t s = 0; s < experiment.systems.size(); ++s) {
    for (std::size_t t = 0; t < experiment.topics.size(); ++t) {
      const auto& cell = results.scores[s][t];
      if (!cell || *cell) continue;
      add(experiment.systems[s].name, experiment.topics[t].name, cell->error());
    }
    for (std::size_t t = 0; t < experiment.tasks.size(); ++t) {
      const auto& cell = results.encoders[s][t];
      if (!cell || *cell) continue;
      add(experiment.systems[s].name, experiment.tasks[t].name, cell->error());
    }
  }
  return problems;
}

std::string summary_json(const std::string& file, const std::string& report,
                         const evaluation::ExperimentResults& results,
                         const std::vector<SystemProblem>& problems) {
  std::vector<std::string> listed;
  for (const SystemProblem& problem : problems) {
    listed.push_back(JsonObject()
                         .add_string("system", problem.system)
                         .add_string("topics", problem.topics)
                         .add_string("message", problem.message)
                         .text());
  }
  return JsonObject()
             .add_string("experiment", file)
             .add_string("html", report + ".html")
             .add_string("markdown", report + ".md")
             .add_number("runs_made", static_cast<std::int64_t>(results.runs_made))
             .add_number("runs_cached", static_cast<std::int64_t>(results.runs_found))
             .add("problems", json_array(listed))
             .text() +
         "\n";
}

// Returns false if a part of it could not be measured.
bool run_one(const std::string& file, const ExperimentArguments& arguments,
             const evaluation::ExperimentCache& cache, const std::string& program) {
  const auto started = std::chrono::steady_clock::now();
  const evaluation::Experiment experiment = read(file);
  evaluation::ExperimentOptions options;
  options.folder = base::folder_of(file);
  options.data = data_folder(arguments);
  options.program = program;
  options.threads = arguments.threads;
  options.say = [](const std::string& message) {
    fmt::print(stderr, "noether {}: {}\n", kCommand, message);
  };
  const auto results = evaluation::run_experiment(experiment, cache, options);
  if (!results) fail(kCommand, results.error(), ExitCode::Failure);
  const auto report = evaluation::experiment_report(experiment, *results, arguments.threads);
  const std::string name = name_of(file);
  if (const auto written = evaluation::write_report(report, arguments.folder, name); !written) {
    fail(kCommand, written.error(), ExitCode::Failure);
  }
  const std::vector<SystemProblem> problems = problems_of(experiment, *results);
  for (const SystemProblem& problem : problems) {
    fmt::print(stderr, "noether {}: {} on {}: {}\n", kCommand, problem.system, problem.topics,
               problem.message);
  }
  const std::string path = arguments.folder + "/" + name;
  print_result(kCommand, arguments.json ? summary_json(file, path, *results, problems)
                                        : fmt::format("{0}.html\n{0}.md\n", path));
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
  fmt::print(stderr, "{}: {} runs made, {} from the cache, in {:.1f} s\n", name, results->runs_made,
             results->runs_found, passed.count());
  return problems.empty();
}

void run(const ExperimentArguments& arguments) {
  const auto cache = evaluation::ExperimentCache::open(arguments.folder + "/cache");
  if (!cache) fail(kCommand, cache.error(), ExitCode::Failure);
  const std::string program = program_identity();
  bool is_whole = true;
  for (const std::string& file : arguments.files) {
    is_whole = run_one(file, arguments, *cache, program) && is_whole;
  }
  if (!is_whole) finish(ExitCode::BadInput);
}

}  // namespace

void register_experiment(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("experiment", "Runs the systems of an experiment and writes a report");
  const auto arguments = std::make_shared<ExperimentArguments>();
  command->add_option("FILE", arguments->files, "Experiments, in the form of docs/experiment.md")
      ->required();
  command
      ->add_option("-o,--output", arguments->folder,
                   "The folder of reports; its folder cache/ keeps indexes and runs")
      ->capture_default_str();
  command->add_option("--data", arguments->data,
                      "The value of ${data} in paths; by default the variable NOETHER_DATA");
  command
      ->add_option("--threads", arguments->threads, "The number of threads; 0 uses all processors")
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Print the files written, one JSON object per line");
  command->footer(
      "Writes FOLDER/NAME.html, a self-contained page, and FOLDER/NAME.md. Indexes and runs come\n"
      "from the cache if nothing that they depend on has changed. If something cannot be "
      "measured,\n"
      "its place in the table gives the reason, and the exit code is 1.\n"
      "\n"
      "Example:\n"
      "  noether experiment experiments/sample.experiment");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
