// Scores a run: joins it with the judgements, topic by topic, and computes the measures.
//
// A topic counts if it is judged and in the run, as with trec_eval. A run whose topics are
// contiguous is scored as it is read, whatever its length; a topic that comes back later is joined
// with its first lines as long as these are still in memory. A table of scores may be written as
// NIST's trec_eval prints it, line for line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/evaluation/judgements.h"
#include "noether/evaluation/measures/measure.h"
#include "noether/evaluation/run.h"
#include "noether/evaluation/score_table.h"
#include "noether/evaluation/visual_map.h"

namespace noether::evaluation {

struct ScoreOptions {
  std::vector<MeasureRequest> measures;
  std::int32_t threshold = 1;             // the least grade that counts as relevant
  const VisualMap* visual_ids = nullptr;  // Task 2: formulas become visually distinct ones
  bool missing_as_zero = false;           // judged topics that are missing in the run count as 0
  bool only_with_relevant = false;        // leaves out topics without any relevant judgement
  // The maximum size of kept results of topics that may come back.
  std::size_t max_kept_bytes = std::size_t{64} << 20;
};

// Judgements prepared for scoring any number of runs with the same measures.
class Scorer {
 public:
  // `judgements` must outlive this object.
  Scorer(const Judgements& judgements, ScoreOptions options);

  // Unusual lines of the run are reported to the problems of its reader. The tag of the run becomes
  // the name of the system. From time to time, `heard` receives the number of lines read.
  base::Result<ScoreTable> score(RunReader& run,
                                 const std::function<void(std::uint64_t)>& heard = {}) const;
  ScoreTable score(const Run& run) const;

  const ScoreOptions& options() const { return options_; }

 private:
  friend class RunScoring;

  // The data of a topic that a measure needs, independent of the run.
  struct Topic {
    std::vector<std::int32_t> ideal;
    std::size_t relevant = 0;
    std::size_t nonrelevant = 0;
  };

  const Judgements* judgements_;
  ScoreOptions options_;
  std::vector<Topic> topics_;  // in the order of the judgements
};

base::Result<ScoreTable> score_run(RunReader& run, const Judgements& judgements,
                                   const ScoreOptions& options);
ScoreTable score_run(const Run& run, const Judgements& judgements, const ScoreOptions& options);

// The measures in the order in which trec_eval prints them. Returns an error for a measure that
// trec_eval does not have.
base::Result<std::vector<MeasureRequest>> trec_order(std::vector<MeasureRequest> requests);

// If `topics` is set, the values of every topic come first. `requests` are the measures of the
// table, in trec_eval's order.
std::string trec_text(const ScoreTable& table, const std::vector<MeasureRequest>& requests,
                      bool topics);

}  // namespace noether::evaluation
