// Measures of rankings: one per file, each with its help, all listed in `measures()`.
//
// A measure sees the grades of a ranking from the first result to the last, and what there was to
// find. Asked for as prime (ndcg'), it sees the ranking without what nobody judged; asked for with
// a cut-off (p@10), only the first results count.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::evaluation {

// Grades of what is not judged are negative.
struct JudgedRanking {
  std::span<const std::int32_t> grades;  // of the results, the best first
  std::span<const std::int32_t> ideal;  // all judged grades of the topic above 0, the highest first
  std::int32_t threshold = 1;           // the least grade that counts as relevant
  std::size_t relevant = 0;             // how many are judged relevant
  std::size_t nonrelevant = 0;          // how many are judged, but not relevant
};

inline constexpr std::uint32_t kNoCutoff = UINT32_MAX;

// What of a measure is asked for.
struct MeasurePoint {
  std::uint32_t cutoff = kNoCutoff;
  double recall = 0;  // of iprec alone: the level of recall
};

struct Measure {
  enum class Takes : std::uint8_t { Nothing, Cutoff, NeedsCutoff, Recall };
  // How the values of topics become one; `tag` is no number, but the name of the run.
  enum class Mean : std::uint8_t { Arithmetic, Geometric, Sum, Tag };

  std::string_view name;           // ndcg
  std::string_view trec_name;      // what trec_eval calls it; empty when it does not have it
  std::string_view trec_cut_name;  // and with a cut-off: P_10 is P
  std::string_view help;
  Takes takes = Takes::Nothing;
  Mean mean = Mean::Arithmetic;
  bool of_topics = true;  // whether it says something of a single topic
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
  std::string trec_name() const;  // ndcg_cut_10; empty when trec_eval has no such measure
  friend bool operator==(const MeasureRequest&, const MeasureRequest&);
};

// Names separated by commas: `ndcg,map',p@10`. `official` stands for what trec_eval prints unasked,
// `arqmath` for nDCG', MAP' and P'@10.
base::Result<std::vector<MeasureRequest>> parse_measures(std::string_view text);

// What the topics' values of a measure are together.
double mean_of(const Measure& measure, std::span<const double> values);

}  // namespace noether::evaluation
