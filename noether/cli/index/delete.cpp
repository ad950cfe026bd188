// noether delete: removes documents from an index.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "noether/cli/console/messages.h"
#include "noether/index/index_writer.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "delete";

struct DeleteOptions {
  std::string folder;
  std::vector<std::string> ids;
};

void run(const DeleteOptions& options) {
  auto writer = index::IndexWriter::open(options.folder);
  if (!writer) fail(kCommand, writer.error(), ExitCode::Failure);
  std::size_t deleted = 0;
  std::vector<std::string> unknown;
  for (const std::string& id : options.ids) {
    const auto removed = writer->remove(id);
    if (!removed) fail(kCommand, removed.error(), ExitCode::Failure);
    if (*removed) {
      ++deleted;
    } else {
      unknown.push_back(id);
    }
  }
  if (const auto committed = writer->commit(); !committed) {
    fail(kCommand, committed.error(), ExitCode::Failure);
  }
  for (const std::string& id : unknown) {
    print_error(kCommand, {fmt::format("'{}' has no document '{}'", options.folder, id), {}, {}});
  }
  print_result(kCommand, fmt::format("{} document{} deleted\n", deleted, deleted == 1 ? "" : "s"));
  if (!unknown.empty()) finish(ExitCode::BadInput);
}

}  // namespace

void register_delete(CLI::App& app) {
  CLI::App* command = app.add_subcommand("delete", "Deletes documents of an index by their ids");
  const auto options = std::make_shared<DeleteOptions>();
  command->add_option("INDEX", options->folder, "The folder of the index")->required();
  command->add_option("ID", options->ids, "The ids of documents")->required();
  command->footer(
      "The answers to a deleted question stay. Later merging frees the space on the disk, and\n"
      "noether merge frees it at once.\n"
      "\n"
      "Example:\n"
      "  noether delete notes.idx old.tex");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
