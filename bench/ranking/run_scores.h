// Runs and judgements in TREC's forms, scored as trec_eval scores them.
//
// The rank column does not count: a topic is ordered by falling score, ties by falling id as bytes.
#pragma once

#include <map>
#include <string>

#include "bench/ranking/measures.h"
#include "noether/base/error.h"

namespace noether::bench {

using Judgements = std::map<std::string, std::map<std::string, int>>;  // by topic and id
base::Result<Judgements> read_judgements(const std::string& path);

using Run = std::map<std::string, std::map<std::string, double>>;  // scores by topic and id
// Lines `topic Q0 id rank score tag`; "-" for standard input.
base::Result<Run> read_run(const std::string& path);

struct RunScores {
  Measures mean;
  std::size_t topics = 0;
  std::map<std::string, Measures> by_topic;
};
// Over the topics that are judged and in the run; only those with a grade of at least `least`.
RunScores score_run(const Run& run, const Judgements& judgements, int least);

}  // namespace noether::bench
