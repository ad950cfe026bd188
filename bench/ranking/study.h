// Every formula of a pool scored for every query by the two first-stage scorers, and the features
// of the candidates that a learned ranking orders.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "bench/ranking/formula_store.h"
#include "bench/ranking/judged_pool.h"
#include "bench/ranking/linear_ranker.h"
#include "bench/ranking/measures.h"
#include "bench/ranking/pair_features.h"

namespace noether::bench {

// Symbols that agree weigh more than Approach0 lets them: measured on the judged pool.
inline constexpr PathParameters kStudyPaths = {
    .eta = 0.6, .same_symbol = 0.4, .other_symbol = 0, .per_query_leaf = false};

struct StudyTopic {
  std::string name;
  const std::map<std::uint32_t, int>* grades = nullptr;
  std::vector<double> path_scores;        // by formula
  std::vector<double> tuple_scores;       // by formula
  std::vector<std::uint32_t> candidates;  // formulas
  std::vector<PairFeatures> features;     // by candidate
  TopicMoments moments;                   // of the candidates that are judged
};

enum class Candidates : std::uint8_t {
  Judged,  // all that are judged for the topic: enough for measures without the unjudged
  Found,   // the best thousand of each first-stage scorer
};

std::vector<StudyTopic> study(const JudgedPool& pool, const FormulaStore& store,
                              Candidates candidates);

// Formulas by falling score; ties by falling number, as trec_eval orders ids.
std::vector<std::uint32_t> ranked(std::span<const double> scores);

// At most this many formulas of a ranking are measured.
inline constexpr std::size_t kRankingDepth = 1000;

// The candidates of a topic by weights.
Measures measure_weights(const StudyTopic& topic, std::span<const double> weights);

struct Validation {
  Measures mean;
  Measures deviation;  // over seeds
};
// Over topics: each is ranked by weights learned from those of other folds.
Validation cross_validate(std::span<const StudyTopic> topics, std::span<const std::size_t> chosen,
                          double ridge, int folds, int seeds);

}  // namespace noether::bench
