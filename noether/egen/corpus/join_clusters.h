// Makes one cluster of several that mean the same.
//
// Sharing an expression is no proof: where one has no value, many things "equal" it. So clusters
// are joined only when their initial expressions agree by certified numbers, and every member is
// compared with the initial expression it gets. Those that do not agree stay apart, and what they
// share stays with the first.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/egen/cluster.h"
#include "noether/egen/verify/recheck.h"

namespace noether::egen {

struct JoinedClusters {
  std::vector<Cluster> clusters;
  std::uint64_t joined = 0;      // clusters that went into another one
  std::uint64_t duplicates = 0;  // members left out because they were there already
  std::vector<RefutedMember> refuted;
};

JoinedClusters join_clusters(std::vector<Cluster> clusters, ClusterRecheck& recheck);

}  // namespace noether::egen
