// Scores runs: nDCG', MAP' and P'@10 (unjudged items removed first), and nDCG with unjudged items
// as grade 0.
//
//   run_scores QRELS RUN... [--least 2] [--expected EXPECTED.txt] [--topics]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <fstream>

#include "bench/ranking/run_scores.h"

namespace {

using namespace noether;
using namespace noether::bench;

void print(std::string_view name, const Measures& m, std::size_t topics) {
  fmt::print("{:40} {:.4f} {:.4f} {:.4f}   unjudged as 0: {:.4f}   {} topics\n", name, m.ndcg,
             m.map, m.precision, m.ndcg_unjudged, topics);
}

// How many values of trec_eval's output are not ours, to its four digits.
int differences(const RunScores& scores, const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    fmt::print(stderr, "{} cannot be read\n", path);
    return 1;
  }
  int wrong = 0;
  int compared = 0;
  for (std::string name, topic, value; file >> name >> topic >> value;) {
    Measures ours = scores.mean;
    if (topic != "all") {
      const auto found = scores.by_topic.find(topic);
      if (found == scores.by_topic.end()) continue;
      ours = found->second;
    }
    double mine = 0;
    if (name == "ndcg") {
      mine = ours.ndcg;
    } else if (name == "map") {
      mine = ours.map;
    } else if (name == "P_10") {
      mine = ours.precision;
    } else {
      continue;
    }
    ++compared;
    if (std::abs(mine - std::stod(value)) < 0.5001e-4) continue;
    ++wrong;
    fmt::print("{} of {}: {:.4f}, trec_eval has {}\n", name, topic, mine, value);
  }
  fmt::print("{} values of trec_eval compared, {} differ\n", compared, wrong);
  return wrong + (compared == 0 ? 1 : 0);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("How good runs are", "run_scores");
  std::string judged;
  std::vector<std::string> runs;
  std::string expected;
  int least = 0;
  bool topics = false;
  app.add_option("QRELS", judged, "judgements: topic 0 id grade")->required();
  app.add_option("RUN", runs, "runs in TREC's form; - for standard input")->required();
  app.add_option("--least", least, "only topics that have such a grade");
  app.add_option("--expected", expected, "what trec_eval says of the first run: compare");
  app.add_flag("--topics", topics, "every topic too");
  CLI11_PARSE(app, argc, argv);

  const auto judgements = read_judgements(judged);
  if (!judgements) {
    fmt::print(stderr, "{}\n", judgements.error().message);
    return 2;
  }
  int wrong = 0;
  for (const std::string& path : runs) {
    const auto run = read_run(path);
    if (!run) {
      fmt::print(stderr, "{}\n", run.error().message);
      return 2;
    }
    const RunScores scores = score_run(*run, *judgements, least);
    if (topics) {
      for (const auto& [topic, measures] : scores.by_topic) print(topic, measures, 1);
    }
    print(path, scores.mean, scores.topics);
    if (!expected.empty() && path == runs.front()) wrong += differences(scores, expected);
  }
  return wrong == 0 ? 0 : 1;
}
