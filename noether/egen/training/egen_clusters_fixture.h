// Clusters for tests: a few small ones, and E-Gen's own files if they are available.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "noether/egen/cluster.h"
#include "noether/egen/training/member_table.h"

namespace noether::egen {

inline std::vector<Cluster> small_clusters() {
  return {
      cluster_of(10, {"sin * 2 x", "* 2 * sin x cos x", "* sin x * 2 cos x", "/ 1 csc * 2 x"}),
      cluster_of(11, {"pow + x 1 2", "+ pow x 2 + * 2 x 1", "* + x 1 + x 1"}),
      cluster_of(12, {"exp * 2 x", "pow exp x 2", "* exp x exp x", "/ 1 exp * -2 x"}),
      cluster_of(13, {"cos * 2 x", "- 1 * 2 pow sin x 2", "- * 2 pow cos x 2 1"}),
      cluster_of(14, {"pow + x 3 2", "+ pow x 2 + * 6 x 9", "* + x 3 + x 3"}),
      cluster_of(15, {"/ x 7"}),
  };
}

inline MemberTable table_of(std::vector<Cluster> clusters) {
  ClusterList source(std::move(clusters));
  auto table = MemberTable::read(source);
  if (!table) ADD_FAILURE() << table.error().message;
  return table ? *std::move(table) : MemberTable();
}

// The first clusters of E-Gen's dev.txt; empty if the file is missing.
inline std::vector<Cluster> egen_dev_clusters(std::size_t most) {
  const char* const folder = std::getenv("NOETHER_DATA");
  std::ifstream file(std::string(folder != nullptr ? folder : "../shared/data") + "/egen/dev.txt");
  std::vector<Cluster> clusters;
  std::string line;
  bool between = true;
  while (std::getline(file, line)) {
    if (line.empty()) {
      between = true;
      continue;
    }
    if (between && clusters.size() == most) break;
    if (between) clusters.push_back(cluster_of(clusters.size(), {}));
    between = false;
    clusters.back().members.emplace_back().expression = line;
  }
  return clusters;
}

}  // namespace noether::egen
