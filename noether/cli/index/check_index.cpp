// noether check-index: reads all parts of an index and reports the damaged ones.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "noether/cli/console/messages.h"
#include "noether/index/check_index.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "check-index";

struct CheckOptions {
  std::string folder;
  bool json = false;
};

void run(const CheckOptions& options) {
  std::vector<std::string> damages;
  const auto check = index::check_index(options.folder, [&](const base::Error& error) {
    print_error(kCommand, error);
    damages.push_back(json_string(error.message));
  });
  if (!check) fail(kCommand, check.error(), ExitCode::Failure);
  const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  if (options.json) {
    print_result(kCommand, JsonObject()
                                   .add_number("commit", number(check->generation))
                                   .add_number("segments", number(check->segments))
                                   .add_number("documents", number(check->documents))
                                   .add_number("formulas", number(check->formulas))
                                   .add_number("vectors", number(check->vectors))
                                   .add_number("passages", number(check->passages))
                                   .add_number("sentences", number(check->sentences))
                                   .add_number("bytes", number(check->bytes))
                                   .add("damages", json_array(damages))
                                   .text() +
                               "\n");
  } else {
    std::vector<std::string> with;
    if (check->vectors > 0) with.push_back(counted(check->vectors, "vector"));
    if (check->passages > 0) with.push_back(counted(check->passages, "passage"));
    if (check->sentences > 0) with.push_back(counted(check->sentences, "sentence"));
    const std::string found = check->damages == 0 ? "no damage" : counted(check->damages, "damage");
    print_result(
        kCommand,
        fmt::format("{}: {} in {} and {}{} of {}, {:.1f} MB\n", options.folder, found,
                    counted(check->documents, "document"), counted(check->formulas, "formula"),
                    with.empty() ? "" : fmt::format(" with {}", fmt::join(with, " and ")),
                    counted(check->segments, "segment"), static_cast<double>(check->bytes) / 1e6));
  }
  if (check->damages > 0) finish(ExitCode::BadInput);
}

}  // namespace

void register_check_index(CLI::App& app) {
  CLI::App* command = app.add_subcommand("check-index", "Reads a whole index and reports damage");
  const auto options = std::make_shared<CheckOptions>();
  command->add_option("INDEX", options->folder, "The folder of the index")->required();
  command->add_flag("--json", options->json, "As a JSON object");
  command->footer(
      "The exit code is 0 if there is no damage, 1 if something is damaged, 2 if there is no "
      "index\n"
      "to check.\n"
      "\n"
      "Example:\n"
      "  noether check-index notes.idx");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
