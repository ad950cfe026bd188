// noether corpus pairs: a file of pairs of equal expressions.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "noether/base/progress.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/corpus/corpus_arguments.h"
#include "noether/egen/training/training_files.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "corpus pairs";

struct CorpusPairsOptions {
  egen::TrainingFileOptions file;
  std::string format = "tsv";
  std::string uniform = "pairs";
  std::uint64_t seed = 1;
  bool json = false;
};

// Compares decimal numbers without leading zeros.
bool is_less(const std::string& a, const std::string& b) {
  return std::pair(a.size(), std::string_view(a)) < std::pair(b.size(), std::string_view(b));
}

std::string summary_text(const egen::TrainingFileOptions& file,
                         const egen::TrainingFileReport& report) {
  const std::string place = file.path == "-" ? "standard output" : file.path;
  if (is_less(report.pairs_available, std::to_string(report.lines))) {
    return fmt::format("{} ordered pairs in {}; there are only {} different ones, so some repeat\n",
                       report.lines, place, report.pairs_available);
  }
  return fmt::format("{} of {} ordered pairs in {}\n", report.lines, report.pairs_available, place);
}

std::string summary_json(const egen::TrainingFileOptions& file,
                         const egen::TrainingFileReport& report) {
  return JsonObject()
             .add_string("file", file.path)
             .add_number("lines", static_cast<std::int64_t>(report.lines))
             .add_string("pairs_available", report.pairs_available)
             .text() +
         "\n";
}

void run(CorpusPairsOptions& options) {
  const egen::MemberTable table = read_members(kCommand, options.file.source);
  options.file.format = *egen::training_format_by_name(options.format);
  const auto report = [&] {
    base::ProgressBar progress("pairs", options.file.count);
    options.file.on_line = [&](std::uint64_t lines) { progress.update(lines, lines); };
    return egen::write_pairs(
        table, options.seed,
        options.uniform == "pairs" ? egen::Uniform::Pairs : egen::Uniform::Clusters, options.file);
  }();
  if (!report) fail(kCommand, report.error(), ExitCode::Failure);
  print_summary(
      kCommand,
      options.json ? summary_json(options.file, *report) : summary_text(options.file, *report),
      options.file.path);
}

}  // namespace

void register_corpus_pairs(CLI::App& corpus) {
  CLI::App* pairs = corpus.add_subcommand("pairs", "Writes pairs of equal expressions");
  const auto options = std::make_shared<CorpusPairsOptions>();
  pairs->add_option("PATH", options->file.source, "A corpus folder or a file of clusters")
      ->required();
  pairs->add_option("-n", options->file.count, "How many")->required();
  pairs
      ->add_option("-o", options->file.path,
                   "The file to write; FILE.manifest.json goes with it. - is standard output")
      ->required();
  pairs->add_option("--seed", options->seed, "Seed of the random order")->capture_default_str();
  pairs
      ->add_option("--uniform", options->uniform,
                   "Whether every pair or every cluster is equally likely")
      ->check(CLI::IsMember({"pairs", "clusters"}))
      ->capture_default_str();
  pairs->add_option("--format", options->format, "Format of the lines")
      ->check(CLI::IsMember({"tsv", "jsonl"}))
      ->capture_default_str();
  pairs->add_flag("--json", options->json, "One JSON object instead of a summary");
  pairs->footer(
      "No pair repeats before all have occurred.\n"
      "Example:\n"
      "  noether corpus pairs corpus -n 1000000 --seed 7 -o pairs.tsv");
  pairs->callback([options] { run(*options); });
}

}  // namespace noether::cli
