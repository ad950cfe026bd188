// A corpus made of another, cluster by cluster: the same clusters in the same order with the same
// ids.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "noether/base/error.h"
#include "noether/egen/cluster.h"
#include "noether/egen/formats/corpus_manifest.h"

namespace noether::egen {

// Clusters changed one by one, by several threads, and handed on in the order of their source: how
// many threads there are cannot be told from the result.
using ClusterChange = std::function<void(Cluster& cluster)>;

// `make_change` is called once for each thread; all changes must say the same of a cluster,
// whatever they saw before. `sink` is called by the calling thread. 0 threads stands for as many as
// the machine runs at once. Memory holds some thousand members for each thread.
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
  std::map<std::string, std::string> parameters;  // that the result depends on
  std::function<ClusterChange()> make_change;     // see map_clusters
  // What the manifest counts, of every cluster of the result.
  std::function<void(const Cluster& cluster, Counts& counts)> count;
};

// Streams: memory does not grow with the corpus. A finished folder of the same request is taken for
// done.
base::Result<CorpusManifest> derive_corpus(const DerivedCorpusRequest& request,
                                           const CorpusDerivation& derivation);

}  // namespace noether::egen
