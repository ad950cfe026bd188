// noether corpus triplets: writes expressions, each with an equal one and an unequal one.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "noether/base/progress.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/corpus/corpus_arguments.h"
#include "noether/egen/training/training_files.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "corpus triplets";

struct TripletsOptions {
  egen::TrainingFileOptions file;
  egen::TripletOptions triplets;
  std::string format = "tsv";
  std::string uniform = "pairs";
  std::vector<std::string> negatives = {"random", "near", "hard"};
  bool json = false;
};

std::string triplet_summary(const egen::TrainingFileOptions& file,
                            const egen::TrainingFileReport& report) {
  std::string kinds;
  for (const auto& [name, count] : report.kinds) kinds += fmt::format(", {} {}", count, name);
  return fmt::format("{} triplets{} in {}; {} pairs without a negative\n", report.lines, kinds,
                     file.path == "-" ? "standard output" : file.path, report.skipped);
}

std::string triplet_summary_json(const egen::TrainingFileOptions& file,
                                 const egen::TrainingFileReport& report) {
  JsonObject kinds;
  for (const auto& [name, count] : report.kinds) {
    kinds.add_number(name, static_cast<std::int64_t>(count));
  }
  return JsonObject()
             .add_string("file", file.path)
             .add_number("lines", static_cast<std::int64_t>(report.lines))
             .add_number("skipped", static_cast<std::int64_t>(report.skipped))
             .add("negatives", kinds.text())
             .add_string("pairs_available", report.pairs_available)
             .text() +
         "\n";
}

void run(TripletsOptions& options) {
  const egen::MemberTable table = read_members(kCommand, options.file.source);
  options.file.format = *egen::training_format_by_name(options.format);
  options.triplets.uniform =
      options.uniform == "pairs" ? egen::Uniform::Pairs : egen::Uniform::Clusters;
  options.triplets.kinds.clear();
  for (const std::string& name : options.negatives) {
    options.triplets.kinds.push_back(*egen::negative_kind_by_name(name));
  }
  const auto report = [&] {
    base::ProgressBar progress("triplets", options.file.count);
    options.file.on_line = [&](std::uint64_t lines) { progress.update(lines, lines); };
    return egen::write_triplets(table, options.triplets, options.file);
  }();
  if (!report) fail(kCommand, report.error(), ExitCode::Failure);
  print_summary(kCommand,
                options.json ? triplet_summary_json(options.file, *report)
                             : triplet_summary(options.file, *report),
                options.file.path);
}

}  // namespace

void register_corpus_triplets(CLI::App& corpus) {
  CLI::App* triplets = corpus.add_subcommand(
      "triplets", "Writes expressions, each with an equal and a different one");
  const auto options = std::make_shared<TripletsOptions>();
  triplets->add_option("PATH", options->file.source, "A corpus folder or a file of clusters")
      ->required();
  triplets->add_option("-n", options->file.count, "How many")->required();
  triplets
      ->add_option("-o", options->file.path,
                   "The file to write; FILE.manifest.json goes with it. - is standard output")
      ->required();
  triplets->add_option("--seed", options->triplets.seed, "Seed of the random numbers")
      ->capture_default_str();
  triplets
      ->add_option("--negatives", options->negatives,
                   "Kinds that take turns: random (of another cluster), near (the positive with "
                   "one token changed), hard (of another cluster, with similar tokens)")
      ->delimiter(',')
      ->check(CLI::IsMember({"random", "near", "hard"}))
      ->capture_default_str();
  triplets
      ->add_option("--uniform", options->uniform,
                   "Whether every pair or every cluster is equally likely")
      ->check(CLI::IsMember({"pairs", "clusters"}))
      ->capture_default_str();
  triplets->add_option("--format", options->format, "Format of the lines")
      ->check(CLI::IsMember({"tsv", "jsonl"}))
      ->capture_default_str();
  add_threads_option(*triplets, options->file.threads);
  triplets->add_flag("--json", options->json, "One JSON object instead of a summary");
  triplets->footer(
      "Certified numbers show that every negative differs from its anchor.\n"
      "Example:\n"
      "  noether corpus triplets corpus -n 100000 --negatives near,hard -o triplets.jsonl --format "
      "jsonl");
  triplets->callback([options] { run(*options); });
}

}  // namespace noether::cli
