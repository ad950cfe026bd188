// A cluster that someone made, checked member by member, and what came out, counted.
//
// Members are compared with the first one, which is the initial expression. Where most of a cluster
// contradicts its first member, or that has no value, they are compared with one of those that are
// most of the cluster: it is the first one, then, that is false.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "noether/egen/cluster.h"
#include "noether/egen/verifier.h"

namespace noether::egen {

struct CheckTally {
  std::uint64_t clusters = 0;
  std::uint64_t members = 0;  // those of the four verdicts and the unreadable ones
  std::uint64_t proven = 0;   // as the corpus says, and no number speaks against it
  std::uint64_t agrees = 0;
  std::uint64_t refuted = 0;
  std::uint64_t unknown = 0;
  std::uint64_t unreadable = 0;
  std::uint64_t by_rounding = 0;       // of the refuted: decimals that stand for fractions
  std::uint64_t without_shared = 0;    // of the unknown: no point at which both have a value
  std::uint64_t without_meaning = 0;   // of the unknown: derivatives by what is no variable, calls
  std::uint64_t other_references = 0;  // clusters whose first member is the odd one out
  std::uint64_t refined_values = 0;    // that needed balls
  std::array<std::uint64_t, 5> domains{};

  void add(const CheckTally& other);
};

struct FalseMember {
  std::uint64_t cluster = 0;
  std::string origin;
  std::size_t member = 0;  // its place in the cluster, from 0
  std::string expression;
  std::string reference;
  MemberCheck check;
};

// Not for two threads. What it says of a cluster does not depend on those before.
class ClusterChecker {
 public:
  ClusterChecker();
  ~ClusterChecker();
  ClusterChecker(ClusterChecker&&) noexcept;
  ClusterChecker& operator=(ClusterChecker&&) noexcept;

  void check(const Cluster& cluster, CheckTally& tally, std::vector<FalseMember>& found);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::egen
