// noether amr quantize: makes an int8 parser from a float32 parser.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "noether/amr/parser/parser.h"
#include "noether/amr/parser/training_sentences.h"
#include "noether/cli/amr/records.h"
#include "noether/cli/console/messages.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "amr quantize";

struct QuantizeArguments {
  std::string folder;
  std::string output;
  std::vector<std::string> banks;
};

void run(const QuantizeArguments& arguments) {
  std::error_code not_there;
  if (std::filesystem::equivalent(arguments.folder, arguments.output, not_there)) {
    fail(kCommand,
         {"the new parser would replace the one that it is made from",
          {},
          "name another folder by -o"},
         ExitCode::BadInput);
  }
  std::vector<std::string> sentences;
  for (const std::string& path : arguments.banks) {
    const auto bank = amr::read_training_graphs(read_whole_text(kCommand, path));
    if (!bank) fail(kCommand, bank.error(), ExitCode::BadInput);
    for (const amr::SentenceGraph& graph : bank->graphs) sentences.push_back(graph.sentence.text);
  }
  const auto done = amr::quantize_parser(arguments.folder, arguments.output, sentences);
  if (!done) fail(kCommand, done.error(), ExitCode::Failure);
  print_result(kCommand,
               fmt::format("{}: int8, the weights of {}\n", arguments.output, arguments.folder));
}

}  // namespace

void register_amr_quantize(CLI::App& amr) {
  CLI::App* command = amr.add_subcommand("quantize", "Makes an int8 parser from a float32 parser");
  const auto arguments = std::make_shared<QuantizeArguments>();
  command->add_option("DIR", arguments->folder, "The folder of the float32 parser")->required();
  command->add_option("-o,--output", arguments->output, "The folder to make")->required();
  command->add_option(
      "--bank", arguments->banks,
      "Files of graphs; the rounding is fitted to their sentences; may be repeated");
  command->footer(
      "Example:\n"
      "  noether amr quantize run/model -o models/amr-parser --bank little_prince_train.txt");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
