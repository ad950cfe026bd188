// noether corpus merge: merges several corpora, or the parts of one.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "noether/base/progress.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/corpus/corpus_arguments.h"
#include "noether/egen/corpus/merge.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "corpus merge";

struct MergeOptions {
  egen::MergeRequest request;
  std::string format;
  bool json = false;
};

void run(MergeOptions& options) {
  egen::MergeRequest& request = options.request;
  request.format = egen::format_by_name(options.format);
  std::optional<base::ProgressBar> progress;
  FewMessages messages([&] { progress.reset(); });
  egen::MergeHooks hooks;
  hooks.on_refuted = [&](const egen::RefutedMember& refuted) {
    messages.add(egen::refutation_text(refuted));
  };
  hooks.on_progress = [&](std::uint64_t done, std::uint64_t of) {
    if (!progress) progress.emplace("members", of);
    progress->update(done, done);
  };
  const auto manifest = egen::merge_corpora(request, hooks);
  progress.reset();
  messages.finish();
  if (!manifest) fail(kCommand, manifest.error(), ExitCode::Failure);
  print_result(kCommand,
               options.json ? egen::manifest_text(*manifest) : manifest_report(*manifest));
}

}  // namespace

void register_corpus_merge(CLI::App& corpus) {
  CLI::App* command = corpus.add_subcommand(
      "merge", "Joins several corpora, or the parts of one, and checks the result");
  const auto options = std::make_shared<MergeOptions>();
  command->add_option("DIR", options->request.folders, "Finished corpora")->required();
  command->add_option("-o,--output", options->request.output, "Folder to write")->required();
  command
      ->add_option("--format", options->format,
                   "The format of the result; by default that of the first corpus")
      ->check(CLI::IsMember({"egen", "jsonl", "shards"}));
  add_threads_option(*command, options->request.threads);
  command->add_flag("--json", options->json, "Print the manifest instead of a summary");
  command->footer(
      "The parts made with `generate --shard` give the same files as a single run. In other "
      "corpora,\n"
      "clusters that share an expression or a fingerprint, and whose initial expressions agree, "
      "are\n"
      "joined; no expression is then in two clusters. Every member is checked again.\n"
      "\n"
      "Example:\n"
      "  noether corpus generate --shard 1/2 -o part1\n"
      "  noether corpus generate --shard 2/2 -o part2\n"
      "  noether corpus merge part1 part2 -o corpus");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
