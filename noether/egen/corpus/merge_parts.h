// The steps of merging: combining the parts of one plan, finding clusters that may be the same, and
// joining those that are.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "noether/egen/cluster.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/verify/cluster_comparison.h"

namespace noether::egen {

// A corpus to be merged. The parts of one plan together are the corpus that a single run writes.
struct Corpus {
  std::string folder;
  CorpusManifest manifest;
};

// Returns whether all corpora are parts of the same plan, each present once. Returns false if none
// is a part; an error names parts that are missing, duplicated, or of another plan.
base::Result<bool> are_parts(const std::vector<Corpus>& corpora);

// Returns all clusters in ascending order of their numbers.
base::Result<std::unique_ptr<ClusterSource>> open_parts(const std::vector<Corpus>& parts);

// Finds the clusters of a large corpus that may be the same: those that share an expression or a
// fingerprint.
//
// Only keys of 64 bits are kept, 16 bytes for each member. A collision of keys is harmless, because
// clusters of a group are joined only if they agree.
class ClusterGroups {
 public:
  // Clusters are numbered 0, 1, 2, ... as they are added.
  void add(const Cluster& cluster);

  // Returns groups in the order of their first clusters, the numbers in each ascending. Call it
  // once.
  std::vector<std::vector<std::uint32_t>> take();

 private:
  // each with the number of its cluster
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys_;
  std::uint32_t clusters_ = 0;
};

// Makes one cluster of several with the same meaning.
//
// A shared expression is no proof: if it has no value, many expressions "equal" it. Clusters are
// therefore joined only if their initial expressions agree by certified numbers, and every member
// is compared with its new initial expression. Clusters that do not agree stay apart, and shared
// expressions stay in the first of them.
struct JoinedClusters {
  std::vector<Cluster> clusters;
  std::uint64_t joined = 0;      // clusters that were joined to another one
  std::uint64_t duplicates = 0;  // members left out because they were present already
  std::vector<RefutedMember> refuted;
};

JoinedClusters join_clusters(std::vector<Cluster> clusters, ClusterRecheck& recheck);

}  // namespace noether::egen
