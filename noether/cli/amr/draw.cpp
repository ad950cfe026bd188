// noether amr draw: a meaning graph, or two side by side, as a picture.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "noether/amr/draw/draw_graph.h"
#include "noether/amr/draw/graph_cards.h"
#include "noether/amr/smatch/smatch.h"
#include "noether/base/result_file.h"
#include "noether/cli/amr/records.h"
#include "noether/cli/console/messages.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "amr draw";
constexpr unsigned kRestarts = 16;  // a single pair leaves time for many restarts

// Selects a graph of a file by its id, else by its number.
struct GraphChoice {
  std::string file;
  std::size_t entry = 1;
  std::string id;
};

struct DrawArguments {
  GraphChoice drawn;
  GraphChoice other;
  std::string result;
};

struct ReadGraph {
  amr::PenmanTree tree;
  std::string id;
  std::string sentence;

  amr::DrawnSentence drawn() const { return {&tree, id, sentence}; }
};

ReadGraph read_graph(const GraphChoice& choice) {
  AmrRecords file =
      read_amr_records(kCommand, choice.file, {"mathamr", "amr", "amr_before_splice"});
  const auto refuse = [&](const std::string& message) {
    fail(kCommand, {fmt::format("{}: {}", choice.file, message), {}, {}}, ExitCode::BadInput);
  };
  std::size_t index = choice.entry - 1;
  if (!choice.id.empty()) {
    const auto found = std::ranges::find(file.records, choice.id, &AmrRecord::id);
    if (found == file.records.end()) refuse(fmt::format("no graph has the id {}", choice.id));
    index = static_cast<std::size_t>(found - file.records.begin());
  } else if (index >= file.records.size()) {
    refuse(fmt::format("there is no graph {}: the file has {}", choice.entry, file.records.size()));
  }
  AmrRecord& record = file.records[index];
  auto tree = read_graph_of(record, choice.file);
  if (!tree) fail(kCommand, tree.error(), ExitCode::BadInput);
  return {*std::move(tree), std::move(record.id), std::move(record.sentence)};
}

std::string picture_of(const DrawArguments& arguments) {
  const ReadGraph graph = read_graph(arguments.drawn);
  if (arguments.other.file.empty()) return amr::draw_graph(graph.drawn());
  const ReadGraph other = read_graph(arguments.other);
  const auto match =
      amr::smatch(amr::graph_of(graph.tree), amr::graph_of(other.tree), {.restarts = kRestarts});
  if (!match) fail(kCommand, match.error(), ExitCode::BadInput);
  return amr::draw_comparison(graph.drawn(), other.drawn(), match->gold_of_predicted);
}

void run(const DrawArguments& arguments) {
  const auto written =
      base::write_result(arguments.result, picture_of(arguments), arguments.drawn.file);
  if (!written) fail(kCommand, written.error(), ExitCode::Failure);
}

}  // namespace

void register_amr_draw(CLI::App& amr) {
  CLI::App* command = amr.add_subcommand(
      "draw", "Draws a graph, or two side by side with their common parts marked (SVG)");
  const auto arguments = std::make_shared<DrawArguments>();
  GraphChoice& drawn = arguments->drawn;
  GraphChoice& other = arguments->other;
  command
      ->add_option("FILE", drawn.file,
                   "Graphs in PENMAN, or JSON Lines with `mathamr` or `amr`; - for standard input")
      ->required();
  command->add_option("-o", arguments->result, "The picture to write; - for standard output")
      ->required();
  CLI::Option* entry = command->add_option("--entry", drawn.entry, "The number of the graph")
                           ->check(CLI::PositiveNumber)
                           ->capture_default_str();
  command->add_option("--id", drawn.id, "The id of the graph")->excludes(entry);
  CLI::Option* compare =
      command->add_option("--compare", other.file, "A file with the graph to draw beside it");
  CLI::Option* other_entry =
      command->add_option("--other-entry", other.entry, "The number of the graph in that file")
          ->check(CLI::PositiveNumber)
          ->needs(compare)
          ->capture_default_str();
  command->add_option("--other-id", other.id, "The id of the graph in that file")
      ->needs(compare)
      ->excludes(other_entry);
  command->footer(fmt::format(
      "At most {} nodes are drawn; dots represent the others.\n"
      "\n"
      "Example:\n"
      "  printf '(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))\\n' > graph.txt\n"
      "  noether amr draw graph.txt -o graph.svg",
      amr::kMaxDrawnNodes));
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
