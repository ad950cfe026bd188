// noether amr split: splits a bank into a part for training and a held-out fifth.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>

#include "noether/amr/parser/training_sentences.h"
#include "noether/amr/penman.h"
#include "noether/base/file_system.h"
#include "noether/cli/amr/records.h"
#include "noether/cli/console/messages.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "amr split";

struct SplitArguments {
  std::string file;
  std::string train;
  std::string held_out;
  unsigned part = 1;
};

void write(const std::string& path, const std::string& text) {
  const auto written = base::write_atomically(base::FileSystem::real(), path, text);
  if (!written) fail(kCommand, written.error(), ExitCode::Failure);
}

void run(const SplitArguments& arguments) {
  const auto bank = amr::read_training_graphs(read_whole_text(kCommand, arguments.file));
  if (!bank) fail(kCommand, bank.error(), ExitCode::BadInput);
  std::string train;
  std::string held_out;
  std::size_t of_train = 0;
  for (std::size_t i = 0; i < bank->graphs.size(); ++i) {
    const amr::SentenceGraph& graph = bank->graphs[i];
    const bool is_held_out = amr::is_held_out(graph.sentence.text, arguments.part - 1);
    if (!is_held_out) ++of_train;
    (is_held_out ? held_out : train) += fmt::format(
        "# ::id {}\n# ::snt {}\n{}\n\n", graph.id.empty() ? fmt::format("{}", i + 1) : graph.id,
        graph.sentence.text, amr::write_indented(graph.tree));
  }
  write(arguments.train, train);
  write(arguments.held_out, held_out);
  fmt::print(stderr, "noether {}: {} to train on, {} held out, {} left out\n", kCommand,
             counted(of_train, "graph"), bank->graphs.size() - of_train, bank->left_out);
}

}  // namespace

void register_amr_split(CLI::App& amr) {
  CLI::App* command =
      amr.add_subcommand("split", "Holds out a fifth of a file of graphs for measuring");
  const auto arguments = std::make_shared<SplitArguments>();
  command
      ->add_option("FILE", arguments->file,
                   "Graphs in PENMAN with `# ::snt`, or JSON Lines with `context` and "
                   "`amr_before_splice`; - for standard input")
      ->required();
  command->add_option("--train", arguments->train, "File for the graphs to train on")->required();
  command->add_option("--held-out", arguments->held_out, "File for the others")->required();
  command
      ->add_option("--part", arguments->part,
                   "Which of five parts to hold out: 1 for measuring, as noether-train amr --split "
                   "does; another one for choosing settings")
      ->check(CLI::Range(1U, amr::kParts))
      ->capture_default_str();
  command->footer(
      "The part of a graph depends on its sentence alone.\n"
      "\n"
      "Example:\n"
      "  printf '# ::snt a boy\\n(b / boy)\\n' > bank.txt\n"
      "  noether amr split bank.txt --train train.txt --held-out test.txt");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
