// The scores of a system: a value for each topic and measure, and the means.
#pragma once

#include <string>
#include <vector>

namespace noether::evaluation {

struct ScoreTable {
  std::string system;                 // the tag of the run, or what the user calls it
  std::vector<std::string> measures;  // names such as ndcg'@10
  std::vector<std::string> topics;    // in the order of their bytes, as trec_eval prints them
  // values[topic][measure]; for measures of answers, NaN if a measure is undefined for a topic.
  std::vector<std::vector<double>> values;
  std::vector<double> means;  // of each measure; sums of counts, geometric means where they are due
};

}  // namespace noether::evaluation
