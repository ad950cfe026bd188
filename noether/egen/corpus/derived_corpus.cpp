#include "noether/egen/corpus/derived_corpus.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "noether/egen/corpus/corpus_source.h"
#include "noether/egen/corpus/corpus_writer.h"

namespace noether::egen {
namespace {

// Of all files together: what tells this corpus from others.
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
