// noether amr agree: the graphs on which two parsers agree, to train another one on.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "noether/amr/bank.h"
#include "noether/amr/penman.h"
#include "noether/amr/smatch/smatch.h"
#include "noether/cli/amr/records.h"
#include "noether/cli/console/messages.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "amr agree";

struct AgreeArguments {
  std::string kept;
  std::string other;
  double least = 0.8;
  std::vector<std::string> without;
};

std::vector<amr::BankEntry> read_graphs_of(const std::string& path) {
  auto entries = amr::read_bank(read_whole_text(kCommand, path));
  if (!entries) {
    entries.error().message = fmt::format("{}: {}", path, entries.error().message);
    fail(kCommand, entries.error(), ExitCode::BadInput);
  }
  return *std::move(entries);
}

bool has_any(const amr::Graph& graph, const std::vector<std::string>& concepts) {
  return std::ranges::any_of(graph.nodes, [&](const amr::Node& node) {
    return std::ranges::find(concepts, node.concept_name) != concepts.end();
  });
}

void run(const AgreeArguments& arguments) {
  const auto kept = read_graphs_of(arguments.kept);
  const auto other = read_graphs_of(arguments.other);
  if (kept.size() != other.size()) {
    fail(kCommand,
         {fmt::format("{} and {} cannot be compared in pairs", counted(kept.size(), "graph"),
                      counted(other.size(), "graph")),
          {},
          "both files have the same sentences in the same order"},
         ExitCode::BadInput);
  }
  std::string out;
  std::size_t count = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const amr::Graph graph = amr::graph_of(kept[i].tree);
    if (has_any(graph, arguments.without)) continue;
    const auto match = amr::smatch(graph, amr::graph_of(other[i].tree));
    // Graphs that are too large to compare are left out.
    if (!match || match->counts.f() < arguments.least) continue;
    out += fmt::format("# ::id {}\n# ::snt {}\n{}\n\n", kept[i].find("id"), kept[i].find("snt"),
                       amr::write_indented(kept[i].tree));
    ++count;
  }
  print_result(kCommand, out);
  fmt::print(stderr, "noether {}: {} of {} kept\n", kCommand, count, counted(kept.size(), "graph"));
}

}  // namespace

void register_amr_agree(CLI::App& amr) {
  CLI::App* command = amr.add_subcommand(
      "agree", "Keeps the graphs on which two parsers agree, for training another one");
  const auto arguments = std::make_shared<AgreeArguments>();
  command->add_option("FILE", arguments->kept, "Graphs of one parser, which are kept")->required();
  command
      ->add_option("OTHER", arguments->other, "Graphs of the other parser, for the same sentences")
      ->required();
  command->add_option("--least", arguments->least, "The least Smatch at which two graphs agree")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--without", arguments->without,
                      "Concepts that no kept graph may have; may be repeated");
  command->footer(
      "Example:\n"
      "  printf '# ::snt a boy\\n(b / boy)\\n' > one.txt\n"
      "  noether amr agree one.txt one.txt --least 0.9");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
