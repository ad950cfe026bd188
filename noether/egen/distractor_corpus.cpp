#include "noether/egen/distractor_corpus.h"

#include <fmt/format.h>

#include <memory>

#include "noether/egen/cluster_distractors.h"
#include "noether/egen/corpus_source.h"
#include "noether/egen/corpus_writer.h"
#include "noether/egen/map_clusters.h"

namespace noether::egen {

base::Result<CorpusManifest> write_distractors(const DistractorRequest& request) {
  const auto manifest = load_manifest(request.corpus);
  if (!manifest) return std::unexpected(manifest.error());
  if (manifest->plan.format != CorpusFormat::Shards) {
    return base::fail(
        fmt::format("'{}' is not in the format shards, which keeps the ids of clusters",
                    request.corpus),
        {}, "make it with --format shards, or convert it: noether corpus import --format shards");
  }
  auto source = open_corpus(request.corpus);
  if (!source) return std::unexpected(source.error());

  CorpusPlan plan;
  plan.command = "distractors";
  plan.format = CorpusFormat::Shards;
  plan.clusters = manifest->totals.clusters;
  plan.parameters = {{"seed", std::to_string(request.seed)},
                     {"source-digest", files_digest(*manifest).hex()}};
  auto writer = CorpusWriter::create(request.folder, plan);
  if (!writer) return std::unexpected(writer.error());
  if (writer->finished()) return writer->finish();

  Counts counts{{"not-certified", 0}};
  std::uint64_t done = 0;
  const auto make_change = [&]() -> ClusterChange {
    const auto distractors = std::make_shared<ClusterDistractors>(request.seed);
    return [distractors](Cluster& cluster) { distractors->replace_members(cluster); };
  };
  const auto made =
      map_clusters(**source, request.threads, make_change, [&](const Cluster& cluster) {
        const bool is_certified =
            !cluster.members.empty() && cluster.members[0].verdict == algebra::Verdict::Refuted;
        if (!is_certified) ++counts["not-certified"];
        if (request.on_progress) request.on_progress(++done, plan.clusters);
        return writer->add(cluster);
      });
  if (!made) return std::unexpected(made.error());
  return writer->finish(counts);
}

}  // namespace noether::egen
