#include "noether/egen/corpus/map_clusters.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "noether/algebra/numeric/thread_memory.h"
#include "noether/base/parallel.h"

namespace noether::egen {
namespace {

// Members that are read before threads set out: enough to keep all of them busy, whatever the sizes
// of the clusters.
constexpr std::size_t kMembersPerBatch = 8'192;

base::Result<void> read_batch(ClusterSource& source, std::size_t members,
                              std::vector<Cluster>& batch) {
  batch.clear();
  for (std::size_t read = 0; read < members;) {
    Cluster cluster;
    const auto more = source.next(cluster);
    if (!more) return std::unexpected(more.error());
    if (!*more) return {};
    read += cluster.members.size();
    batch.push_back(std::move(cluster));
  }
  return {};
}

}  // namespace

base::Result<void> map_clusters(ClusterSource& source, unsigned threads,
                                const std::function<ClusterChange()>& make_change,
                                const std::function<base::Result<void>(const Cluster&)>& sink) {
  threads = base::thread_count(threads);
  std::vector<ClusterChange> changes;
  for (unsigned i = 0; i < threads; ++i) changes.push_back(make_change());
  std::vector<Cluster> batch;
  while (true) {
    if (auto read = read_batch(source, kMembersPerBatch * threads, batch); !read) return read;
    if (batch.empty()) return {};
    base::for_each_in_parallel<algebra::ThreadMemory>(
        batch.size(), threads,
        [&](std::size_t i, std::size_t thread) { changes[thread](batch[i]); });
    for (const Cluster& cluster : batch) {
      if (auto taken = sink(cluster); !taken) return taken;
    }
  }
}

}  // namespace noether::egen
