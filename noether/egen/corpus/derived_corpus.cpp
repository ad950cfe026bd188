#include "noether/egen/corpus/derived_corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/algebra/numeric/thread_memory.h"
#include "noether/base/parallel.h"
#include "noether/egen/corpus/corpus_writer.h"
#include "noether/egen/corpus/open_clusters.h"

namespace noether::egen {
namespace {

// The number of members read before threads start: enough to keep all of them busy, whatever the
// sizes of the clusters.
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

namespace {

// The digest of all files together, which identifies the corpus.
base::Digest files_digest(const CorpusManifest& manifest) {
  base::Hasher hasher;
  for (const CorpusFile& file : manifest.files) hasher.add_text(file.digest.hex());
  return hasher.digest();
}

}  // namespace

base::Result<CorpusManifest> derive_corpus(const DerivedCorpusRequest& request,
                                           const CorpusDerivation& derivation) {
  const auto manifest = load_manifest(request.corpus);
  constexpr std::string_view kConvert =
      "make it with --format shards, or convert it: noether corpus import --format shards";
  if (!manifest) {
    base::Error error = manifest.error();
    if (error.hint.empty()) error.hint = kConvert;
    return std::unexpected(std::move(error));
  }
  if (manifest->plan.format != CorpusFormat::Shards) {
    return base::fail(
        fmt::format("'{}' is not in the format shards, which keeps the ids of clusters",
                    request.corpus),
        {}, std::string(kConvert));
  }
  auto source = open_corpus(request.corpus);
  if (!source) return std::unexpected(source.error());

  CorpusPlan plan;
  plan.command = derivation.command;
  plan.format = CorpusFormat::Shards;
  plan.clusters = manifest->totals.clusters;
  plan.parameters = derivation.parameters;
  plan.parameters["source-digest"] = files_digest(*manifest).hex();
  auto writer = CorpusWriter::create(request.folder, plan);
  if (!writer) return std::unexpected(writer.error());
  if (writer->finished()) return writer->finish();

  Counts counts;
  std::uint64_t done = 0;
  const auto made =
      map_clusters(**source, request.threads, derivation.make_change, [&](const Cluster& cluster) {
        if (derivation.count) derivation.count(cluster, counts);
        if (request.on_progress) {
          request.on_progress(++done, plan.clusters);
        }
        return writer->add(cluster);
      });
  if (!made) return std::unexpected(made.error());
  return writer->finish(counts);
}

}  // namespace noether::egen
