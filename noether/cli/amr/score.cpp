// noether amr score: compares the graphs of a parser with graphs that people made.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "noether/amr/bank.h"
#include "noether/amr/smatch/match_problem.h"
#include "noether/amr/smatch/smatch.h"
#include "noether/base/progress.h"
#include "noether/cli/amr/records.h"
#include "noether/cli/console/messages.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "amr score";

struct ScoreArguments {
  std::string gold;
  std::string predicted;
  amr::SmatchOptions smatch;
  bool each = false;
  bool lenient = false;
  bool json = false;
};

struct ScoredGraph {
  std::string id;
  amr::Graph graph;  // without nodes if it is broken
  bool is_broken = false;
};

std::vector<ScoredGraph> read_graphs(const std::string& path, bool lenient) {
  const std::string text = read_whole_text(kCommand, path);
  std::vector<ScoredGraph> graphs;
  amr::BankReader reader(text);
  while (true) {
    auto entry = reader.next();
    if (!entry) {
      entry.error().message = fmt::format("{}: {}", path, entry.error().message);
      if (!lenient) fail(kCommand, entry.error(), ExitCode::BadInput);
      print_error(kCommand, entry.error());
      graphs.push_back({{}, {}, true});
      continue;
    }
    if (!*entry) return graphs;
    graphs.push_back({std::string((*entry)->find("id")), amr::graph_of((*entry)->tree)});
  }
}

// Pairs are matched by their order. If both files have ids and they differ, the files do not belong
// together.
void expect_same_sentences(const std::vector<ScoredGraph>& gold,
                           const std::vector<ScoredGraph>& predicted) {
  if (gold.size() != predicted.size()) {
    fail(kCommand,
         {fmt::format("{} graphs and {} graphs cannot be compared in pairs", gold.size(),
                      predicted.size()),
          {},
          "both files have the same sentences in the same order"},
         ExitCode::BadInput);
  }
  if (gold.empty()) fail(kCommand, {"the files have no graphs", {}, {}}, ExitCode::BadInput);
  for (std::size_t i = 0; i < gold.size(); ++i) {
    if (gold[i].id.empty() || predicted[i].id.empty() || gold[i].id == predicted[i].id) continue;
    fail(kCommand,
         {fmt::format("pair {} has the ids {} and {}", i + 1, gold[i].id, predicted[i].id),
          {},
          "both files have the same sentences in the same order"},
         ExitCode::BadInput);
  }
}

std::string counts_json(const amr::TripleCounts& counts) {
  const auto number = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
  return JsonObject()
      .add_real("precision", counts.precision())
      .add_real("recall", counts.recall())
      .add_real("f", counts.f())
      .add_number("matched", number(counts.matched))
      .add_number("gold", number(counts.gold))
      .add_number("predicted", number(counts.predicted))
      .text();
}

std::string counts_row(std::string_view name, const amr::TripleCounts& counts) {
  return fmt::format("{:<16} {:.4f} {:.4f} {:.4f} {:>8} {:>8} {:>9}\n", name, counts.precision(),
                     counts.recall(), counts.f(), counts.matched, counts.gold, counts.predicted);
}

constexpr std::string_view kHead =
    "                      P      R      F  matched     gold predicted\n";

struct Total {
  amr::GraphScores scores;
  std::vector<std::pair<std::string, amr::TripleCounts>> each;  // name and Smatch of each pair
  std::size_t proven = 0;
  std::size_t left_out = 0;  // pairs whose gold graph is broken
};

Total score(const std::vector<ScoredGraph>& gold, const std::vector<ScoredGraph>& predicted,
            const ScoreArguments& arguments) {
  Total total;
  base::ProgressBar progress("pairs", gold.size());
  for (std::size_t i = 0; i < gold.size(); ++i) {
    progress.update(i, i);
    if (gold[i].is_broken) {
      ++total.left_out;
      continue;
    }
    auto scores = amr::score_graph(gold[i].graph, predicted[i].graph, arguments.smatch, true);
    const std::string name = gold[i].id.empty() ? fmt::format("{}", i + 1) : gold[i].id;
    if (!scores) {
      progress.finish();
      scores.error().message = fmt::format("pair {}: {}", name, scores.error().message);
      fail(kCommand, scores.error(), ExitCode::BadInput);
    }
    for (std::size_t s = 0; s < amr::kScoreCount; ++s) total.scores.counts[s] += scores->counts[s];
    if (scores->is_proven) ++total.proven;
    total.each.emplace_back(name, (*scores)[amr::Score::Smatch]);
  }
  return total;
}

void print_json(const Total& total, const ScoreArguments& arguments) {
  JsonObject object;
  object.add_number("pairs", static_cast<std::int64_t>(total.each.size()));
  if (arguments.smatch.exact) {
    object.add_number("proven", static_cast<std::int64_t>(total.proven));
  }
  for (std::size_t s = 0; s < amr::kScoreCount; ++s) {
    const auto which = static_cast<amr::Score>(s);
    object.add(amr::score_name(which), counts_json(total.scores[which]));
  }
  if (arguments.each) {
    std::vector<std::string> pairs;
    for (const auto& [name, counts] : total.each) {
      pairs.push_back(
          JsonObject().add_string("id", name).add("smatch", counts_json(counts)).text());
    }
    object.add("each", json_array(pairs));
  }
  print_result(kCommand, object.text() + "\n");
}

void print_text(const Total& total, const ScoreArguments& arguments) {
  std::string text(kHead);
  if (arguments.each) {
    for (const auto& [name, counts] : total.each) text += counts_row(name, counts);
    text += "\n";
  }
  for (std::size_t s = 0; s < amr::kScoreCount; ++s) {
    const auto which = static_cast<amr::Score>(s);
    text += counts_row(amr::score_name(which), total.scores[which]);
  }
  print_result(kCommand, text);
  if (arguments.smatch.exact) {
    fmt::print(stderr, "Smatch is the best possible for {} of {}\n", total.proven,
               counted(total.each.size(), "pair"));
  }
}

void run(const ScoreArguments& arguments) {
  const std::vector<ScoredGraph> gold = read_graphs(arguments.gold, arguments.lenient);
  const std::vector<ScoredGraph> predicted = read_graphs(arguments.predicted, arguments.lenient);
  expect_same_sentences(gold, predicted);
  const Total total = score(gold, predicted, arguments);
  if (arguments.json) {
    print_json(total, arguments);
  } else {
    print_text(total, arguments);
  }
  if (total.left_out > 0) {
    fmt::print(stderr, "noether {}: {} left out: the gold graph is broken\n", kCommand,
               counted(total.left_out, "pair"));
  }
}

}  // namespace

void register_amr_score(CLI::App& amr) {
  CLI::App* command =
      amr.add_subcommand("score", "Scores the graphs of a parser against gold graphs (Smatch)");
  const auto arguments = std::make_shared<ScoreArguments>();
  command->add_option("GOLD", arguments->gold, "File of graphs in PENMAN; - for standard input")
      ->required();
  command
      ->add_option("PREDICTED", arguments->predicted,
                   "The same sentences in the same order, by a parser")
      ->required();
  command->add_flag("--exact", arguments->smatch.exact,
                    fmt::format("Finds the best choice of nodes, for graphs up to {} nodes; slower",
                                amr::kMostExactNodes));
  command
      ->add_option("--restarts", arguments->smatch.restarts,
                   "Random starts of hill climbing, in addition to the first start")
      ->check(CLI::Range(0U, 10'000U))
      ->capture_default_str();
  command->add_option("--seed", arguments->smatch.seed, "Seed of the random starts")
      ->capture_default_str();
  command->add_flag("--each", arguments->each, "Prints Smatch for each pair as well");
  command->add_flag("--lenient", arguments->lenient,
                    "A broken graph of PREDICTED counts as an empty one, and a pair with a broken "
                    "graph of GOLD is left out");
  command->add_flag("--json", arguments->json, "One JSON object instead of text");
  command->footer(
      "Example:\n"
      "  printf '(w / want-01 :ARG0 (b / boy))\\n' > gold.txt\n"
      "  printf '(w / want-01 :ARG1 (b / boy))\\n' > parsed.txt\n"
      "  noether amr score gold.txt parsed.txt");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
