#include "noether/egen/verify/cluster_check.h"

namespace noether::egen {

using algebra::Verdict;

void CheckTally::add(const CheckTally& other) {
  clusters += other.clusters;
  members += other.members;
  proven += other.proven;
  agrees += other.agrees;
  refuted += other.refuted;
  unknown += other.unknown;
  unreadable += other.unreadable;
  by_rounding += other.by_rounding;
  without_meaning += other.without_meaning;
  other_references += other.other_references;
  refined_values += other.refined_values;
  for (std::size_t i = 0; i < domains.size(); ++i) domains[i] += other.domains[i];
}

void ClusterChecker::check(const Cluster& cluster, CheckTally& tally,
                           std::vector<FalseMember>& found) {
  ++tally.clusters;
  tally.members += cluster.members.size();
  if (cluster.members.empty()) return;
  comparison_.compare(cluster);
  const std::size_t reference = comparison_.reference();
  if (reference != 0) ++tally.other_references;
  tally.refined_values += comparison_.refined_values();
  for (std::size_t i = 0; i < cluster.members.size(); ++i) {
    const MemberCheck& check = comparison_.checks()[i];
    if (!comparison_.is_readable(i)) {
      ++tally.unreadable;
      continue;
    }
    ++tally.domains[static_cast<std::size_t>(check.domain)];
    // Whatever its values are, the reference is equal to itself.
    if (check.verdict == Verdict::Agrees || i == reference) {
      ++(cluster.members[i].verdict == Verdict::Proven ? tally.proven : tally.agrees);
    } else if (check.verdict == Verdict::Refuted) {
      ++tally.refuted;
      if (check.by_rounding) ++tally.by_rounding;
      found.push_back({cluster.id, member_origin(cluster, i), i, cluster.members[i].expression,
                       cluster.members[reference].expression, check});
    } else {
      ++tally.unknown;
      if (!check.is_numeric) ++tally.without_meaning;
    }
  }
}

}  // namespace noether::egen
