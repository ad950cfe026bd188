// Clusters one after another, from any format that Noether reads.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "noether/base/error.h"
#include "noether/egen/cluster.h"

namespace noether::egen {

class ClusterSource {
 public:
  virtual ~ClusterSource() = default;
  // False at the end. What the format does not hold is left at its default. After an error there is
  // nothing more to read.
  virtual base::Result<bool> next(Cluster& cluster) = 0;
  // How much of the input was read, from 0 to 1; nothing when its size is not known, as of a pipe.
  virtual std::optional<double> share_read() const { return std::nullopt; }
};

// As ClusterSource::share_read, from whoever knows the file behind the lines.
using ShareRead = std::function<std::optional<double>()>;

struct ReadOptions {
  // Hears of every line, or block of a shard, that is broken; it is left out and reading goes on.
  // Without this the first one is an error.
  std::function<void(const base::Error&)> on_broken;
};

// A corpus folder (with its manifest), or a file in the E-Gen format, JSON Lines or a shard; the
// first two may be compressed with gzip or zstd, and come from standard input ("-"). The format is
// told by the content.
base::Result<std::unique_ptr<ClusterSource>> open_clusters(const std::string& path,
                                                           const ReadOptions& options = {});
// A file that messages and origins call `name`.
base::Result<std::unique_ptr<ClusterSource>> open_cluster_file(const std::string& path,
                                                               const std::string& name,
                                                               const ReadOptions& options);

}  // namespace noether::egen
