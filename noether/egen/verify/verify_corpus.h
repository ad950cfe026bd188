// Checks a whole corpus with several threads.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/egen/cluster.h"
#include "noether/egen/verify/cluster_comparison.h"

namespace noether::egen {

// The counts from checking the members of clusters made by any program.
struct CheckTally {
  std::uint64_t clusters = 0;
  std::uint64_t members = 0;  // those of the four verdicts and the unreadable ones
  std::uint64_t proven = 0;   // as recorded in the corpus, and contradicted by no number
  std::uint64_t agrees = 0;
  std::uint64_t refuted = 0;
  std::uint64_t unknown = 0;  // no point at which both have a value
  std::uint64_t unreadable = 0;
  std::uint64_t by_rounding = 0;       // of the refuted: decimals that stand for fractions
  std::uint64_t without_meaning = 0;   // of the unknown: derivatives by a non-variable, calls
  std::uint64_t other_references = 0;  // clusters whose first member is the wrong one
  std::uint64_t refined_values = 0;    // that needed balls
  std::array<std::uint64_t, 5> domains{};

  void add(const CheckTally& other);
};

struct FalseMember {
  std::uint64_t cluster = 0;
  std::string origin;      // the member's own line, if the corpus is a text
  std::size_t member = 0;  // its place in the cluster, from 0
  std::string expression;
  std::string reference;
  MemberCheck check;
};

// Not thread-safe. The result for a cluster does not depend on earlier clusters.
class ClusterChecker {
 public:
  void check(const Cluster& cluster, CheckTally& tally, std::vector<FalseMember>& found);

 private:
  ClusterComparison comparison_;
};

struct CorpusCheck {
  CheckTally tally;
  std::vector<FalseMember> found;  // in the order of the corpus; empty if `on_false` received them
};

using FalseMemberSink = std::function<base::Result<void>(FalseMember&)>;

// Works with any number of threads. `on_false` receives the false members in order, so that memory
// need not hold them; its first error ends the work. `on_false` and the source are called by one
// thread at a time.
base::Result<CorpusCheck> verify_corpus(ClusterSource& source, unsigned threads,
                                        const FalseMemberSink& on_false = {});

}  // namespace noether::egen
