// The members of a cluster, each compared with one of them by certified numbers.
//
// That one is the first, which is the initial expression. Where at least half of a cluster
// contradicts it by more than rounding, or it has no value at any point, the one is taken that has
// the fingerprint most members have, if fewer contradict that: it is the first one, then, that is
// false. Whoever checks clusters asks here, so that all say the same of a cluster.
#pragma once

#include <memory>
#include <vector>

#include "noether/egen/cluster.h"
#include "noether/egen/verify/verifier.h"

namespace noether::egen {

// Not for two threads. What it says of a cluster does not depend on those before.
class ClusterComparison {
 public:
  ClusterComparison();
  ~ClusterComparison();
  ClusterComparison(ClusterComparison&&) noexcept;
  ClusterComparison& operator=(ClusterComparison&&) noexcept;

  void compare(const Cluster& cluster);

  // Of the cluster compared last, which must have members.
  std::size_t reference() const;
  // One for each member. Unknown for what cannot be read.
  std::vector<MemberCheck>& checks();
  bool is_readable(std::size_t member) const;

  std::uint64_t refined_values() const;  // of that cluster: those that needed balls

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::egen
