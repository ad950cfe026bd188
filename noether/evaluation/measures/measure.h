// Measures of rankings: one per file, each with its help, all listed in `measures()`.
//
// A measure gets the grades of a ranking from the first result to the last, and the grades of all
// relevant results. A prime measure (ndcg') gets the ranking without unjudged results; with a
// cut-off (p@10), only the first results count.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::evaluation {

// The grades of unjudged results are negative.
struct JudgedRanking {
  std::span<const std::int32_t> grades;  // of the results, the best first
  std::span<const std::int32_t> ideal;  // all judged grades of the topic above 0, the highest first
  std::int32_t threshold = 1;           // the least grade that counts as relevant
  std::size_t relevant = 0;             // number of results judged relevant
  std::size_t nonrelevant = 0;          // number of results judged, but not relevant
};

inline constexpr std::uint32_t kNoCutoff = UINT32_MAX;

// The parameters of a measure.
struct MeasurePoint {
  std::uint32_t cutoff = kNoCutoff;
  double recall = 0;  // for iprec only: the level of recall
};

struct Measure {
  enum class Takes : std::uint8_t { Nothing, Cutoff, NeedsCutoff, Recall };
  // How the values of topics are combined. `Tag` means that the value is the name of the run
  // instead of a number.
  enum class Mean : std::uint8_t { Arithmetic, Geometric, Sum, Tag };

  std::string_view name;           // ndcg
  std::string_view trec_name;      // the name in trec_eval; empty if it has no such measure
  std::string_view trec_cut_name;  // the same with a cut-off: P_10 is P
  std::string_view help;
  Takes takes = Takes::Nothing;
  Mean mean = Mean::Arithmetic;
  bool of_topics = true;  // whether it has a value for a single topic
  double (*value)(const JudgedRanking& ranking, const MeasurePoint& at) = nullptr;
};

// In the order in which trec_eval prints them.
std::span<const Measure* const> measures();
const Measure* find_measure(std::string_view name);

struct MeasureRequest {
  const Measure* measure = nullptr;
  MeasurePoint at;
  bool prime = false;

  std::string name() const;       // ndcg'@10
  std::string trec_name() const;  // ndcg_cut_10; empty if trec_eval has no such measure
  friend bool operator==(const MeasureRequest&, const MeasureRequest&);
};

// Parses names separated by commas: `ndcg,map',p@10`. `official` stands for the measures that
// trec_eval prints by default, `arqmath` for nDCG', MAP' and P'@10.
base::Result<std::vector<MeasureRequest>> parse_measures(std::string_view text);

// Combines the values of a measure for all topics.
double mean_of(const Measure& measure, std::span<const double> values);

}  // namespace noether::evaluation
