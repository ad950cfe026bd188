// noether merge: merges an index into one segment, without deleted documents.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "noether/cli/console/messages.h"
#include "noether/index/index_reader.h"
#include "noether/index/index_writer.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "merge";

void run(const std::string& folder) {
  auto writer = index::IndexWriter::open(folder);
  if (!writer) fail(kCommand, writer.error(), ExitCode::Failure);
  const std::uint32_t before = writer->segments();
  if (const auto merged = writer->merge_all(); !merged) {
    fail(kCommand, merged.error(), ExitCode::Failure);
  }
  const auto index = index::IndexReader::open(folder);
  if (!index) fail(kCommand, index.error(), ExitCode::Failure);
  print_result(kCommand, fmt::format("{}: {} segment{} merged, {} documents, {:.1f} MB\n", folder,
                                     before, before == 1 ? "" : "s", index->documents(),
                                     static_cast<double>(index->bytes()) / 1e6));
}

}  // namespace

void register_merge(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "merge", "Merges the segments of an index into one and drops deleted documents");
  const auto folder = std::make_shared<std::string>();
  command->add_option("INDEX", *folder, "The folder of the index")->required();
  command->footer(
      "Searches continue meanwhile. Merging temporarily needs the size of the index again on the\n"
      "disk.\n"
      "\n"
      "Example:\n"
      "  noether merge notes.idx");
  command->callback([folder] { run(*folder); });
}

}  // namespace noether::cli
