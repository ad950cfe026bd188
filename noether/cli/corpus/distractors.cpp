// noether corpus distractors: for each member of a corpus, a similar expression that is not equal.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "noether/base/progress.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/corpus/corpus_arguments.h"
#include "noether/egen/training/cluster_distractors.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "corpus distractors";

struct DistractorsOptions {
  egen::DerivedCorpusRequest request;
  std::uint64_t seed = 1;
  bool json = false;
};

std::string summary_text(const egen::CorpusManifest& manifest, const std::string& folder) {
  const auto found = manifest.counts.find("not-certified");
  const std::uint64_t without = found == manifest.counts.end() ? 0 : found->second;
  return fmt::format("{} distractors of {} clusters in {}; {} clusters without a certified one\n",
                     manifest.totals.members, manifest.totals.clusters, folder, without);
}

void run(DistractorsOptions& options) {
  std::optional<base::ProgressBar> progress;
  options.request.on_progress = [&](std::uint64_t done, std::uint64_t of) {
    if (!progress) progress.emplace("clusters", of);
    progress->update(done, done);
  };
  const auto manifest = egen::write_distractors(options.request, options.seed);
  progress.reset();
  if (!manifest) fail(kCommand, manifest.error(), ExitCode::Failure);
  print_result(kCommand, options.json ? egen::manifest_text(*manifest)
                                      : summary_text(*manifest, options.request.folder));
}

}  // namespace

void register_corpus_distractors(CLI::App& corpus) {
  CLI::App* command = corpus.add_subcommand(
      "distractors",
      "Writes a parallel corpus in which every member has one change that makes it different");
  const auto options = std::make_shared<DistractorsOptions>();
  command->add_option("CORPUS", options->request.corpus, "A corpus folder in the format shards")
      ->required();
  command->add_option("-o,--output", options->request.folder, "Folder to write")->required();
  command->add_option("--seed", options->seed, "Seed of the random changes")->capture_default_str();
  add_threads_option(*command, options->request.threads);
  command->add_flag("--json", options->json, "Print the manifest instead of a summary");
  command->footer(
      "Clusters keep their order and their ids, members their places. Certified numbers show that\n"
      "every distractor differs from the initial expression of its cluster.\n"
      "\n"
      "Example:\n"
      "  noether corpus generate --limit 50 --format shards -o corpus\n"
      "  noether corpus distractors corpus -o corpus-distractors");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
