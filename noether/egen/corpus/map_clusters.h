// Clusters changed one by one, by several threads, and handed on in the order of their source: how
// many threads there are cannot be told from the result.
#pragma once

#include <functional>

#include "noether/base/error.h"
#include "noether/egen/cluster.h"
#include "noether/egen/cluster_source.h"

namespace noether::egen {

using ClusterChange = std::function<void(Cluster& cluster)>;

// `make_change` is called once for each thread; all changes must say the same of a cluster,
// whatever they saw before. `sink` is called by the calling thread. 0 threads stands for as many as
// the machine runs at once. Memory holds some thousand members for each thread.
base::Result<void> map_clusters(ClusterSource& source, unsigned threads,
                                const std::function<ClusterChange()>& make_change,
                                const std::function<base::Result<void>(const Cluster&)>& sink);

}  // namespace noether::egen
