// Runs an experiment: indexes and ranks everything that is not in the cache, and scores every run.
// A missing or broken file affects only the figures that need it: each of them has its own error.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/evaluation/experiment/cache.h"
#include "noether/evaluation/experiment/encoder_scores.h"
#include "noether/evaluation/experiment/experiment.h"
#include "noether/evaluation/score_table.h"

namespace noether::evaluation {

struct ExperimentOptions {
  std::string folder;  // the folder of the experiment's file, to which its paths are relative
  std::optional<std::string> data;  // the folder that ${data} stands for
  std::string program;  // identifies the program that makes the runs: another program makes others
  unsigned threads = 0;
  // Receives messages about the work and about odd data, from one thread at a time.
  std::function<void(const std::string& message)> say = [](const std::string&) {};
};

// Facts about topics that do not depend on a system.
struct TopicSetFacts {
  std::size_t judged_topics = 0;
  std::size_t judgements = 0;
};

struct ExperimentResults {
  // By number of the system and of the topics; empty if no table needs the cell.
  using Cell = std::optional<base::Result<ScoreTable>>;
  std::vector<std::vector<Cell>> scores;
  std::vector<base::Result<TopicSetFacts>> topics;
  // The same for encoders, by number of the system and of the embedding tasks.
  using EncoderCell = std::optional<base::Result<EncoderScores>>;
  std::vector<std::vector<EncoderCell>> encoders;
  std::vector<std::string> tasks;  // numbers of items of the embedding tasks; may be empty
  std::size_t runs_made = 0;       // runs and scores of encoders that were not in the cache
  std::size_t runs_found = 0;

  // Null if the system has no scores for these topics.
  const ScoreTable* table(std::size_t system, std::size_t topics) const;
};

// Returns an error only if nothing can be done at all.
base::Result<ExperimentResults> run_experiment(const Experiment& experiment,
                                               const ExperimentCache& cache,
                                               const ExperimentOptions& options);

}  // namespace noether::evaluation
