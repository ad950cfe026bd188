// Clusters one after another, from any format that Noether reads.
#pragma once

#include <memory>
#include <string>

#include "noether/base/error.h"
#include "noether/egen/cluster.h"

namespace noether::egen {

class ClusterSource {
 public:
  virtual ~ClusterSource() = default;
  // False at the end. What the format does not hold is left at its default.
  virtual base::Result<bool> next(Cluster& cluster) = 0;
};

// A corpus folder (with its manifest), or a file in the E-Gen format, JSON Lines or a shard; the
// first two may be compressed with gzip or zstd. The format is told by the content.
base::Result<std::unique_ptr<ClusterSource>> open_clusters(const std::string& path);

}  // namespace noether::egen
