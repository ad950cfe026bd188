// noether corpus vary: rewrites a share of the members in the notations that people use.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "noether/base/progress.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/corpus/corpus_arguments.h"
#include "noether/egen/training/varied_corpus.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "corpus vary";

struct VaryOptions {
  egen::DerivedCorpusRequest request;
  egen::VariationOptions variation;
  double percent = 50;
  std::optional<std::size_t> members;
  bool json = false;
};

void run(VaryOptions& options) {
  options.variation.share = options.percent / 100;
  if (options.members) options.variation.members = *options.members;
  std::optional<base::ProgressBar> progress;
  options.request.on_progress = [&](std::uint64_t done, std::uint64_t of) {
    if (!progress) progress.emplace("clusters", of);
    progress->update(done, done);
  };
  const auto manifest = egen::vary_corpus(options.request, options.variation);
  progress.reset();
  if (!manifest) fail(kCommand, manifest.error(), ExitCode::Failure);
  const auto varied = manifest->counts.find("varied");
  print_result(kCommand, options.json
                             ? egen::manifest_text(*manifest)
                             : fmt::format("{} clusters, {} members in {}; {} were varied\n",
                                           manifest->totals.clusters, manifest->totals.members,
                                           options.request.folder,
                                           varied == manifest->counts.end() ? 0 : varied->second));
}

}  // namespace

void register_corpus_vary(CLI::App& corpus) {
  CLI::App* command = corpus.add_subcommand(
      "vary", "Writes some members of a corpus in another way: e + 0, 1 e, 0.25, 2 + 3");
  const auto options = std::make_shared<VaryOptions>();
  command->add_option("CORPUS", options->request.corpus, "A corpus folder in the format shards")
      ->required();
  command->add_option("-o,--output", options->request.folder, "Folder to write")->required();
  command->add_option("--share", options->percent, "The share of the members to vary, in percent")
      ->check(CLI::Range(0.0, 100.0))
      ->capture_default_str();
  command
      ->add_option("--members", options->members,
                   "The maximum number of members of a cluster, chosen at random; by default all")
      ->check(CLI::Range(1, 1'000'000));
  command
      ->add_option("--max-tokens", options->variation.max_tokens,
                   "The maximum number of tokens of a varied member")
      ->check(CLI::Range(1, 200))
      ->capture_default_str();
  command->add_option("--seed", options->variation.seed, "Seed of the random choices")
      ->capture_default_str();
  add_threads_option(*command, options->request.threads);
  command->add_flag("--json", options->json, "Print the manifest instead of a summary");
  command->footer(
      "Clusters keep their order and their ids. The initial expression is not changed; certified\n"
      "numbers compare it with every varied member.\n"
      "\n"
      "Example:\n"
      "  noether corpus generate --limit 50 --format shards -o corpus\n"
      "  noether corpus vary corpus --share 50 --seed 7 -o varied");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
