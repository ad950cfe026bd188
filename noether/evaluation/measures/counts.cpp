// Counts of topics, results and relevant results. They are added up, not averaged.
#include <algorithm>

#include "noether/evaluation/measures/all.h"

namespace noether::evaluation {
namespace {

double nothing(const JudgedRanking&, const MeasurePoint&) { return 0; }
double one(const JudgedRanking&, const MeasurePoint&) { return 1; }

double retrieved(const JudgedRanking& ranking, const MeasurePoint&) {
  return static_cast<double>(ranking.grades.size());
}

double relevant(const JudgedRanking& ranking, const MeasurePoint&) {
  return static_cast<double>(ranking.relevant);
}

double relevant_retrieved(const JudgedRanking& ranking, const MeasurePoint&) {
  return static_cast<double>(std::ranges::count_if(
      ranking.grades, [&](std::int32_t grade) { return grade >= ranking.threshold; }));
}

}  // namespace

const Measure kRunId = {
    .name = "runid",
    .trec_name = "runid",
    .trec_cut_name = "",
    .help = "The tag of the run, as trec_eval prints it; no number.",
    .mean = Measure::Mean::Tag,
    .of_topics = false,
    .value = nothing,
};

const Measure kTopicCount = {
    .name = "num_q",
    .trec_name = "num_q",
    .trec_cut_name = "",
    .help = "The number of topics scored.",
    .mean = Measure::Mean::Sum,
    .of_topics = false,
    .value = one,
};

const Measure kRetrieved = {
    .name = "num_ret",
    .trec_name = "num_ret",
    .trec_cut_name = "",
    .help = "The number of results of the run.",
    .mean = Measure::Mean::Sum,
    .value = retrieved,
};

const Measure kRelevant = {
    .name = "num_rel",
    .trec_name = "num_rel",
    .trec_cut_name = "",
    .help = "The number of results judged relevant, found or not.",
    .mean = Measure::Mean::Sum,
    .value = relevant,
};

const Measure kRelevantRetrieved = {
    .name = "num_rel_ret",
    .trec_name = "num_rel_ret",
    .trec_cut_name = "",
    .help = "The number of relevant results of the run.",
    .mean = Measure::Mean::Sum,
    .value = relevant_retrieved,
};

}  // namespace noether::evaluation
