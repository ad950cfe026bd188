#include "noether/egen/corpus/cluster_groups.h"

#include <algorithm>

#include "noether/egraph/union_find.h"

namespace noether::egen {

void ClusterGroups::add(const Cluster& cluster) {
  for (const Member& member : cluster.members) {
    keys_.emplace_back(base::digest_of(member.expression).low, clusters_);
  }
  if (cluster.fingerprint != base::Digest{}) {
    keys_.emplace_back(cluster.fingerprint.low, clusters_);
  }
  ++clusters_;
}

std::vector<std::vector<std::uint32_t>> ClusterGroups::take() {
  std::ranges::sort(keys_);
  egraph::UnionFind sets;
  for (std::uint32_t i = 0; i < clusters_; ++i) sets.add();
  for (std::size_t i = 1; i < keys_.size(); ++i) {
    if (keys_[i].first != keys_[i - 1].first) continue;
    const std::uint32_t a = sets.find_halving(keys_[i - 1].second);
    const std::uint32_t b = sets.find_halving(keys_[i].second);
    // The smaller number leads, so that groups come in the order of their first clusters.
    if (a != b) sets.unite(std::min(a, b), std::max(a, b));
  }
  keys_ = {};
  std::vector<std::vector<std::uint32_t>> groups;
  std::vector<std::uint32_t> group_of(clusters_);
  for (std::uint32_t i = 0; i < clusters_; ++i) {
    const std::uint32_t leader = sets.find_halving(i);
    if (leader == i) {
      group_of[i] = static_cast<std::uint32_t>(groups.size());
      groups.emplace_back();
    }
    groups[group_of[leader]].push_back(i);
  }
  return groups;
}

}  // namespace noether::egen
