// The members of a cluster, each compared with one of them by certified numbers.
//
// That one is the first, which is the initial expression. Where at least half of a cluster
// contradicts it by more than rounding, or it has no value at any point, the one is taken that has
// the fingerprint most members have, if fewer contradict that: it is the first one, then, that is
// false. Whoever checks clusters asks here, so that all say the same of a cluster.
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

// Clusters checked again, member by member, by several threads and handed on in their order.
struct RefutedMember {
  std::string origin;  // its own line, where it has one; else that of its cluster
  std::string initial;
  std::string expression;
  MemberCheck check;
};
// "dev.txt:3: + x 1 is not x: at x = 3/7 the values are 10/7 and 3/7".
std::string refutation_text(const RefutedMember& refuted);

struct RecheckedCluster {
  Cluster cluster;
  std::vector<RefutedMember> refuted;
  std::uint64_t duplicates = 0;  // members that were there twice, once left out
};

// Correct: verdicts, domains and shared points are set; what rules had proven stays proven. Refuted
// members and repeated ones are taken out, a fingerprint that is missing is put in. Where members
// are compared with another than the first, that one becomes the first.
// Report: the cluster stays as it is.
enum class Recheck : std::uint8_t { Correct, Report };

// Not for two threads.
class ClusterRecheck {
 public:
  void run(RecheckedCluster& item, Recheck mode);
  // For single expressions: what they are compared with, and the comparison.
  base::Result<void> set_initial(std::string_view expression) {
    return check_.set_reference(expression);
  }
  MemberCheck check(std::string_view expression) { return check_.check(expression); }

 private:
  ClusterComparison comparison_;
  ReferenceCheck check_;
};

// Of the initial expression, names kept; nothing when it cannot be read.
base::Digest cluster_fingerprint(const Cluster& cluster);

// `sink` is called in the order of the source, by the calling thread. 0 threads stands for as many
// as the machine runs at once.
base::Result<void> recheck_clusters(
    ClusterSource& source, unsigned threads, Recheck mode,
    const std::function<base::Result<void>(RecheckedCluster&)>& sink);

}  // namespace noether::egen
