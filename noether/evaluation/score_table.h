// The scores of a system: a value for each topic and measure, and the means.
#pragma once

#include <string>
#include <vector>

namespace noether::evaluation {

struct ScoreTable {
  std::string system;                 // the tag of the run, or a name given by the user
  std::vector<std::string> measures;  // names such as ndcg'@10
  std::vector<std::string> topics;    // in the order of their bytes, as trec_eval prints them
  // values[topic][measure]; for measures of answers, NaN if a measure is undefined for a topic.
  std::vector<std::vector<double>> values;
  std::vector<double> means;  // for each measure; some are sums or geometric means
};

}  // namespace noether::evaluation
