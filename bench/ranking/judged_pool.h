// The data for a study of ranking: formulas, queries and judgements, from ARQMath's files.
//
// Shuffled ids replace the original ones, which follow the order of the judgements in the judged
// pool; breaking ties by them would reveal the grades.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "noether/base/error.h"

namespace noether::bench {

struct JudgedPool {
  struct Query {
    std::string topic;
    std::string latex;
    std::map<std::uint32_t, int> grades;  // by item
  };
  std::vector<std::string> formulas;              // LaTeX, each once, in shuffled order
  std::vector<std::vector<std::uint32_t>> items;  // judged items: the visual ids of each formula
  std::uint32_t item_count = 0;
  std::vector<Query> queries;
};

// Reads the folder judged-formulas-2020/visual-id-v1.
base::Result<JudgedPool> read_judged_pool(const std::string& folder, std::uint64_t seed);

// Reads the collection's formulas with their visual ids, the topics of one year, and the judgements
// of formulas in the collection. Topics without a grade of 2 or more are skipped. `data` is the
// folder arqmath.
base::Result<JudgedPool> read_collection_pool(const std::string& data, int year,
                                              std::uint64_t seed);

}  // namespace noether::bench
