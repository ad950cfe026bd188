// Which clusters of a large corpus may be the same: those that share an expression or a
// fingerprint.
//
// Only keys of 64 bits are kept, 16 bytes for each member. That two of them are equal by chance
// does no harm: clusters of a group are joined only when they agree.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "noether/egen/cluster.h"

namespace noether::egen {

class ClusterGroups {
 public:
  // Clusters are numbered 0, 1, 2, ... as they are added.
  void add(const Cluster& cluster);

  // Groups in the order of their first clusters, the numbers in each ascending. To be called once.
  std::vector<std::vector<std::uint32_t>> take();

 private:
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys_;  // and whose they are
  std::uint32_t clusters_ = 0;
};

}  // namespace noether::egen
