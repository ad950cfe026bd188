// A corpus made of another, cluster by cluster: the same clusters in the same order with the same
// ids.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "noether/base/error.h"
#include "noether/egen/corpus/map_clusters.h"
#include "noether/egen/formats/corpus_manifest.h"

namespace noether::egen {

struct DerivedCorpusRequest {
  std::string corpus;    // a finished corpus folder in the format `shards`
  std::string folder;    // for the result, in the same format
  unsigned threads = 0;  // 0: as many as the machine runs at once
  std::function<void(std::uint64_t clusters, std::uint64_t of)> on_progress;
};

struct CorpusDerivation {
  std::string command;                            // for the plan
  std::map<std::string, std::string> parameters;  // that the result depends on
  std::function<ClusterChange()> make_change;     // see map_clusters.h
  // What the manifest counts, of every cluster of the result.
  std::function<void(const Cluster& cluster, Counts& counts)> count;
};

// Streams: memory does not grow with the corpus. A finished folder of the same request is taken for
// done.
base::Result<CorpusManifest> derive_corpus(const DerivedCorpusRequest& request,
                                           const CorpusDerivation& derivation);

}  // namespace noether::egen
