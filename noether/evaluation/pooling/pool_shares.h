// The contribution of each run to a pool, and the items that only it contributed.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "noether/evaluation/pooling/pool.h"

namespace noether::evaluation {

struct RunShare {
  std::size_t items = 0;
  std::size_t alone = 0;  // that only this run brought
};

struct PoolShares {
  std::size_t topics = 0;
  std::size_t items = 0;
  std::size_t distinct = 0;  // formulas that are drawn differently, in each topic; else 0
  std::vector<RunShare> runs;

  double mean_items() const {
    return topics == 0 ? 0 : static_cast<double>(items) / static_cast<double>(topics);
  }
};

PoolShares pool_shares(std::span<const TopicPool> pools, std::size_t runs);

// `topic id run` for each item and each run that brought it.
std::string source_lines(std::span<const TopicPool> pools, std::span<const std::string> names);

}  // namespace noether::evaluation
