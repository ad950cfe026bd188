// Compares the members of a cluster with one of them by certified numbers.
//
// This reference is the first member, the initial expression. But if at least half of the cluster
// contradicts it by more than rounding, or it has no value at any point, the reference is the first
// member with the most common fingerprint, provided that fewer members contradict that one: then
// the initial expression is the wrong one. All checks of clusters use this class, so they agree.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/egen/cluster.h"
#include "noether/egen/verify/reference_check.h"
#include "noether/egen/verify/verifier.h"

namespace noether::egen {

// Not thread-safe. The result for a cluster does not depend on earlier clusters.
class ClusterComparison {
 public:
  ClusterComparison();
  ~ClusterComparison();
  ClusterComparison(ClusterComparison&&) noexcept;
  ClusterComparison& operator=(ClusterComparison&&) noexcept;

  void compare(const Cluster& cluster);

  // The position of the reference in the last cluster compared, which must have members.
  std::size_t reference() const;
  // One for each member; Unknown for unreadable ones.
  std::vector<MemberCheck>& checks();
  bool is_readable(std::size_t member) const;

  std::uint64_t refined_values() const;  // the number of values of that cluster that needed balls

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Clusters checked again, member by member, by several threads, and passed on in their order.
struct RefutedMember {
  std::string origin;  // the member's own line if it has one, else that of its cluster
  std::string initial;
  std::string expression;
  MemberCheck check;
};
// "dev.txt:3: + x 1 is not x: at x = 3/7 the values are 10/7 and 3/7".
std::string refutation_text(const RefutedMember& refuted);

struct RecheckedCluster {
  Cluster cluster;
  std::vector<RefutedMember> refuted;
  std::uint64_t duplicates = 0;  // repeated members, each repetition counted once
};

// Correct: sets verdicts, domains and shared points; a member proven by rules stays proven. Removes
// refuted and repeated members, and adds a missing fingerprint. If the reference is not the first
// member, it becomes the first. Report: leaves the cluster unchanged.
enum class Recheck : std::uint8_t { Correct, Report };

// Not for two threads.
class ClusterRecheck {
 public:
  void run(RecheckedCluster& item, Recheck mode);
  // For single expressions: the reference and the comparison.
  base::Result<void> set_initial(std::string_view expression) {
    return check_.set_reference(expression);
  }
  MemberCheck check(std::string_view expression) { return check_.check(expression); }

 private:
  ClusterComparison comparison_;
  ReferenceCheck check_;
};

// The fingerprint of the initial expression, names kept; zero if the expression is unreadable.
base::Digest cluster_fingerprint(const Cluster& cluster);

// `sink` is called in the order of the source, by the calling thread. 0 threads means as many as
// the machine runs at once.
base::Result<void> recheck_clusters(
    ClusterSource& source, unsigned threads, Recheck mode,
    const std::function<base::Result<void>(RecheckedCluster&)>& sink);

}  // namespace noether::egen
