// Clusters from memory, for tests and for what was read before.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "noether/egen/cluster_source.h"

namespace noether::egen {

class ClusterList : public ClusterSource {
 public:
  explicit ClusterList(std::vector<Cluster> clusters) : clusters_(std::move(clusters)) {}
  base::Result<bool> next(Cluster& cluster) override {
    if (given_ == clusters_.size()) return false;
    cluster = clusters_[given_++];
    return true;
  }

 private:
  std::vector<Cluster> clusters_;
  std::size_t given_ = 0;
};

inline Cluster cluster_of(std::uint64_t id, const std::vector<std::string_view>& expressions) {
  Cluster cluster;
  cluster.id = id;
  for (const std::string_view expression : expressions) {
    Member& member = cluster.members.emplace_back();
    member.expression = expression;
  }
  return cluster;
}

}  // namespace noether::egen
