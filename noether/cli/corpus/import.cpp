// noether corpus import: imports clusters of other programs as a checked corpus.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/progress.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/corpus/corpus_arguments.h"
#include "noether/egen/corpus/import.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "corpus import";

struct ImportOptions {
  egen::ImportRequest request;
  std::string format = "egen";
  bool json = false;
};

void run(ImportOptions& options) {
  egen::ImportRequest& request = options.request;
  request.format = *egen::format_by_name(options.format);
  std::optional<base::ProgressBar> progress;
  FewMessages messages([&] { progress.reset(); });
  egen::ImportHooks hooks;
  bool is_broken = false;
  hooks.on_broken = [&](const base::Error& error) {
    is_broken = true;
    if (request.lenient) messages.add(error.message);
  };
  hooks.on_refuted = [&](const egen::RefutedMember& refuted) {
    messages.add(egen::refutation_text(refuted));
  };
  hooks.on_progress = [&](std::uint64_t done, std::uint64_t of) {
    if (!progress) progress.emplace("members", of);
    progress->update(done, done);
  };
  const auto manifest = egen::import_corpus(request, hooks);
  progress.reset();
  messages.finish();
  if (!manifest) {
    fail(kCommand, manifest.error(), is_broken ? ExitCode::BadInput : ExitCode::Failure);
  }
  print_result(kCommand,
               options.json ? egen::manifest_text(*manifest) : manifest_report(*manifest));
}

}  // namespace

void register_corpus_import(CLI::App& corpus) {
  CLI::App* command = corpus.add_subcommand(
      "import", "Reads clusters from other sources, checks every member, and writes a corpus");
  const auto options = std::make_shared<ImportOptions>();
  command
      ->add_option("FILE", options->request.files,
                   "E-Gen's text format, JSON Lines, a shard or a corpus; may be compressed")
      ->required();
  command->add_option("-o,--output", options->request.folder, "Folder to write")->required();
  command->add_option("--format", options->format, "Format of the corpus that is written")
      ->check(CLI::IsMember({"egen", "jsonl", "shards"}))
      ->capture_default_str();
  add_threads_option(*command, options->request.threads);
  command->add_flag("--lenient", options->request.lenient,
                    "Report malformed lines and skip them, instead of stopping");
  command->add_flag("--keep-refuted", options->request.keep_refuted,
                    "Keep members that are not equal to the first of their cluster, marked so");
  command->add_flag("--json", options->json, "Print the manifest instead of a summary");
  command->footer(
      "Every member is compared with the first of its cluster at certified points. Those that\n"
      "differ are reported and left out.\n"
      "\n"
      "Example:\n"
      "  noether corpus import train.txt.gz --format jsonl -o egen-train");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
