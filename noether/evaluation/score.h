// Scores a run: joins it with the judgements, topic by topic, and computes the measures.
//
// A topic counts when it is judged and in the run, as with trec_eval. A run that has its topics one
// after another is scored as it is read, whatever its length; a topic that comes back later is
// joined with its first lines as long as these are still in memory. A table of scores may be
// written as NIST's trec_eval prints it, line for line.
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
  bool missing_as_zero = false;           // judged topics that the run does not have count as 0
  bool only_with_relevant = false;        // leaves out topics without any relevant judgement
  // The results of topics that may come back are kept up to this size.
  std::size_t max_kept_bytes = std::size_t{64} << 20;
};

// Judgements made ready for scoring any number of runs with the same measures.
class Scorer {
 public:
  // `judgements` must outlive it.
  Scorer(const Judgements& judgements, ScoreOptions options);

  // Oddities of the run go to the problems of its reader. The system is named by its tag. `heard`
  // receives the number of lines read now and then.
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

// The measures in the order in which trec_eval prints them; an error names one that it has not.
base::Result<std::vector<MeasureRequest>> trec_order(std::vector<MeasureRequest> requests);

// Every topic first when `topics` is set. The table is that of `requests`, which are in trec_eval's
// order.
std::string trec_text(const ScoreTable& table, const std::vector<MeasureRequest>& requests,
                      bool topics);

}  // namespace noether::evaluation
