// noether amr linearize: graphs as lines of words.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>

#include "noether/amr/mathamr/linearize.h"
#include "noether/cli/amr/records.h"
#include "noether/cli/console/messages.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "amr linearize";

struct LinearizeArguments {
  std::string file;
  bool compatible = false;
  bool roles = false;
};

base::Result<std::string> words_of(const AmrRecord& record, const LinearizeArguments& arguments) {
  if (arguments.compatible) {
    auto words = amr::linearize_compatibly(record.graph);
    if (!words) {
      words.error().message =
          fmt::format("{}: {}", place_of(record, arguments.file), words.error().message);
    }
    return words;
  }
  const auto tree = read_graph_of(record, arguments.file);
  if (!tree) return std::unexpected(tree.error());
  return amr::linearize(*tree, {.roles = arguments.roles});
}

void run(const LinearizeArguments& arguments) {
  AmrRecords file = read_amr_records(kCommand, arguments.file, {"mathamr", "amr"});
  bool all_read = true;
  std::string out;
  for (AmrRecord& record : file.records) {
    auto words = words_of(record, arguments);
    if (!words) {
      print_error(kCommand, words.error());
      // The paper has an empty line for a graph that it cannot read.
      all_read &= arguments.compatible;
      words = "";
    }
    if (file.is_json) {
      record.json["linearized"] = *words;
      out += record.json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    } else {
      out += fmt::format("{}\t{}", record.id, *words);
    }
    out += '\n';
  }
  print_result(kCommand, out);
  if (!all_read) finish(ExitCode::BadInput);
}

}  // namespace

void register_amr_linearize(CLI::App& amr) {
  CLI::App* command =
      amr.add_subcommand("linearize", "Writes graphs as lines of words, for encoders");
  const auto arguments = std::make_shared<LinearizeArguments>();
  command
      ->add_option("FILE", arguments->file,
                   "Graphs in PENMAN, or JSON Lines with `mathamr` or `amr`; - for standard input")
      ->required();
  CLI::Option* compatible = command->add_flag(
      "--compatible", arguments->compatible,
      "In the order of the MathAMR paper, byte for byte; an empty line for an unreadable graph");
  command->add_flag("--roles", arguments->roles, "With the roles, in the order of the text")
      ->excludes(compatible);
  command->footer(
      "Example:\n"
      "  printf '(w / want-01 :ARG0 (b / boy))\\n' | noether amr linearize -");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
