// A corpus derived from another one, cluster by cluster: the same clusters in the same order with
// the same ids.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "noether/base/error.h"
#include "noether/egen/cluster.h"
#include "noether/egen/formats/corpus_manifest.h"

namespace noether::egen {

// A change of a single cluster. Several threads apply changes, and the clusters are passed on in
// the order of their source, so the result does not depend on the number of threads.
using ClusterChange = std::function<void(Cluster& cluster)>;

// `make_change` is called once for each thread. All changes must give the same result for a
// cluster, whatever they processed before. `sink` is called by the calling thread. 0 threads means
// as many as the machine runs at once. Memory holds some thousand members for each thread.
base::Result<void> map_clusters(ClusterSource& source, unsigned threads,
                                const std::function<ClusterChange()>& make_change,
                                const std::function<base::Result<void>(const Cluster&)>& sink);

struct DerivedCorpusRequest {
  std::string corpus;    // a finished corpus folder in the format `shards`
  std::string folder;    // for the result, in the same format
  unsigned threads = 0;  // 0: as many as the machine runs at once
  std::function<void(std::uint64_t clusters, std::uint64_t of)> on_progress;
};

struct CorpusDerivation {
  std::string command;                            // for the plan
  std::map<std::string, std::string> parameters;  // those that determine the result
  std::function<ClusterChange()> make_change;     // see map_clusters
  // Adds a cluster of the result to the counts of the manifest.
  std::function<void(const Cluster& cluster, Counts& counts)> count;
};

// Memory does not grow with the corpus. A finished folder of the same request is accepted as the
// result.
base::Result<CorpusManifest> derive_corpus(const DerivedCorpusRequest& request,
                                           const CorpusDerivation& derivation);

}  // namespace noether::egen
