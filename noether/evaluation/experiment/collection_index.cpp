#include "noether/evaluation/experiment/collection_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "noether/base/parallel.h"
#include "noether/base/progress.h"
#include "noether/collection/document_source.h"
#include "noether/index/analysis/build_index.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_writer.h"
#include "noether/index/manifest.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::evaluation {
namespace {

constexpr std::uint64_t kMostManifestBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kPrintedProblems = 5;

base::Result<CollectionIndex> open_index(const std::string& folder) {
  auto& files = base::FileSystem::real();
  auto reader = index::open_search_index(folder);
  if (!reader) return std::unexpected(std::move(reader.error()));
  const auto manifest = files.read(index::manifest_path(folder), kMostManifestBytes);
  if (!manifest) return std::unexpected(manifest.error());
  return CollectionIndex{std::make_shared<const index::IndexReader>(std::move(*reader)),
                         base::digest_of(*manifest)};
}

// As `noether index --dense` does, but for the sentences of formulas, which Task 1 does not read.
base::Result<void> add_passages(const std::string& folder, const ExperimentOptions& options) {
  const auto encoder = search::PassageEncoder::open();
  if (!encoder) return std::unexpected(encoder.error());
  auto writer = index::IndexWriter::open(folder);
  if (!writer) return std::unexpected(std::move(writer.error()));
  base::ProgressBar progress("documents read", std::nullopt);
  const auto counts = writer->add_passages(
      encoder->embedding(base::thread_count(options.threads)),
      {.encoded = [&](std::uint64_t documents) { progress.update(documents, documents); },
       .linked = {}});
  progress.finish();
  if (!counts) return std::unexpected(counts.error());
  options.say(fmt::format("{} passages encoded", counts->passages));
  return {};
}

base::Result<void> build(const ExperimentCollection& collection, const std::string& source,
                         const std::string& folder, const ExperimentOptions& options) {
  collection::ProblemList problems;
  problems.listen([&](const collection::Problem& problem) {
    if (problem.severity == collection::Problem::Severity::Remark) return;
    if (problems.count(problem.severity) < kPrintedProblems) {
      options.say(collection::problem_text(problem));
    }
  });
  collection::CollectionOptions opening;
  opening.format = collection.format;
  auto documents = collection::open_collection({source}, opening, problems);
  if (!documents) return std::unexpected(std::move(documents.error()));
  base::ProgressBar progress("documents", (*documents)->total_bytes());
  index::BuildOptions building;
  building.threads = base::thread_count(options.threads);
  building.progress = [&](const index::BuildCounts& counts) {
    progress.update(counts.documents, (*documents)->bytes_read());
  };
  const auto counts = index::build_index(
      folder, [&](text::Document& document) { return (*documents)->next(document); }, building);
  progress.finish();
  if (!counts) return std::unexpected(counts.error());
  if (counts->documents == 0) return base::fail("there is no document in the collection");
  options.say(fmt::format("collection {}: {} documents indexed{}", collection.name,
                          counts->documents,
                          problems.count(collection::Problem::Severity::Skipped) > 0
                              ? fmt::format(", {} records skipped",
                                            problems.count(collection::Problem::Severity::Skipped))
                              : ""));
  if (collection.with_passages) return add_passages(folder, options);
  return {};
}

}  // namespace

base::Result<CollectionIndex> open_collection_index(const ExperimentCollection& collection,
                                                    const ExperimentCache& cache,
                                                    const ExperimentOptions& options) {
  const bool is_index = collection.source.empty();
  const auto path =
      resolved_path(is_index ? collection.index : collection.source, options.folder, options.data);
  if (!path) return std::unexpected(path.error());
  if (is_index) return open_index(*path);
  if (!base::FileSystem::real().exists(*path)) {
    return base::fail(fmt::format("the collection {} is not there", collection.source));
  }
  const auto content = content_digest(*path);
  if (!content) return std::unexpected(content.error());
  base::Hasher key;
  key.add_text("index");
  key.add_text(content->hex());
  key.add_text(collection.format ? collection::format_name(*collection.format) : "");
  if (collection.with_passages) {
    const auto model = content_digest(embedding::shipped_text_model_folder());
    if (!model) return std::unexpected(model.error());
    key.add_text(model->hex());
  }
  key.add_text(options.program);
  const std::string folder = cache.path("index", key.digest());
  if (!cache.has(folder)) {
    auto made = cache.make_folder(folder, [&](const std::string& unfinished) {
      return build(collection, *path, unfinished, options);
    });
    if (!made) return std::unexpected(std::move(made.error()));
  }
  return open_index(folder);
}

}  // namespace noether::evaluation
