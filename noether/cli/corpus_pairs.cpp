// noether corpus pairs: a file of pairs of equal expressions.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "noether/base/progress.h"
#include "noether/cli/corpus_commands.h"
#include "noether/cli/corpus_members.h"
#include "noether/cli/expression_arguments.h"
#include "noether/egen/training_files.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "corpus pairs";

struct PairsOptions {
  egen::TrainingFileOptions file;
  std::string format = "tsv";
  std::string uniform = "pairs";
  std::uint64_t seed = 1;
};

void run(PairsOptions& options) {
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
  print_result(kCommand, fmt::format("{} of {} ordered pairs in {}\n", report->lines,
                                     report->pairs_available, options.file.path));
}

}  // namespace

void register_corpus_pairs(CLI::App& corpus) {
  CLI::App* pairs = corpus.add_subcommand("pairs", "Writes pairs of equal expressions");
  const auto options = std::make_shared<PairsOptions>();
  pairs->add_option("PATH", options->file.source, "A corpus folder or a file of clusters")
      ->required();
  pairs->add_option("-n", options->file.count, "How many")->required();
  pairs->add_option("-o", options->file.path, "The file to write; FILE.manifest.json goes with it")
      ->required();
  pairs->add_option("--seed", options->seed, "Seed of the random order")->capture_default_str();
  pairs
      ->add_option("--uniform", options->uniform,
                   "What is equally likely: every pair, or every cluster")
      ->check(CLI::IsMember({"pairs", "clusters"}))
      ->capture_default_str();
  pairs->add_option("--format", options->format, "Format of the lines")
      ->check(CLI::IsMember({"tsv", "jsonl"}))
      ->capture_default_str();
  pairs->footer(
      "No pair comes twice before all have come.\n"
      "Example:\n"
      "  noether corpus pairs corpus -n 1000000 --seed 7 -o pairs.tsv");
  pairs->callback([options] { run(*options); });
}

}  // namespace noether::cli
