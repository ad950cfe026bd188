// What merging consists of: the parts of one plan put together, clusters found that may be the
// same, and those joined that are.
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

// The parts of one plan are together the corpus that a single run writes.
struct Corpus {
  std::string folder;
  CorpusManifest manifest;
};

// Whether all are parts of the same plan, each there once. False when none is a part; an error
// names what is missing, what is there twice, and what belongs to another plan.
base::Result<bool> are_parts(const std::vector<Corpus>& corpora);

// All clusters, by ascending number.
base::Result<std::unique_ptr<ClusterSource>> open_parts(const std::vector<Corpus>& parts);

// Which clusters of a large corpus may be the same: those that share an expression or a
// fingerprint.
//
// Only keys of 64 bits are kept, 16 bytes for each member. That two of them are equal by chance
// does no harm: clusters of a group are joined only when they agree.
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

// Makes one cluster of several that mean the same.
//
// Sharing an expression is no proof: where one has no value, many things "equal" it. So clusters
// are joined only when their initial expressions agree by certified numbers, and every member is
// compared with the initial expression it gets. Those that do not agree stay apart, and what they
// share stays with the first.
struct JoinedClusters {
  std::vector<Cluster> clusters;
  std::uint64_t joined = 0;      // clusters that went into another one
  std::uint64_t duplicates = 0;  // members left out because they were there already
  std::vector<RefutedMember> refuted;
};

JoinedClusters join_clusters(std::vector<Cluster> clusters, ClusterRecheck& recheck);

}  // namespace noether::egen
