#include "noether/egen/corpus/corpus_writer.h"

#include <utility>

#include "noether/base/file_system.h"
#include "noether/egen/corpus/cluster_files.h"
#include "noether/egen/corpus/corpus_claim.h"

namespace noether::egen {

struct CorpusWriter::State {
  base::FileSystem& file_system;
  std::string folder;
  CorpusPlan plan;
  CorpusClaim claim;
  ClusterFiles files;
  CorpusTotals totals;
};

CorpusWriter::CorpusWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
CorpusWriter::CorpusWriter(CorpusWriter&&) noexcept = default;
CorpusWriter& CorpusWriter::operator=(CorpusWriter&&) noexcept = default;
CorpusWriter::~CorpusWriter() = default;

base::Result<CorpusWriter> CorpusWriter::create(const std::string& folder, const CorpusPlan& plan,
                                                base::FileSystem& file_system) {
  auto claim = claim_folder(file_system, folder, plan);
  if (!claim) return std::unexpected(claim.error());
  const CorpusFormat format = plan.part.count > 1 ? CorpusFormat::Shards : plan.format;
  return CorpusWriter(
      std::make_unique<State>(State{file_system, folder, plan, std::move(*claim),
                                    ClusterFiles(file_system, folder, format), CorpusTotals{}}));
}

bool CorpusWriter::finished() const { return state_->claim.manifest.has_value(); }

base::Result<void> CorpusWriter::add(const Cluster& cluster) {
  state_->totals.add(cluster);
  return state_->files.add(cluster);
}

base::Result<CorpusManifest> CorpusWriter::finish(const Counts& counts) {
  if (finished()) return *state_->claim.manifest;
  auto files = state_->files.finish();
  if (!files) return std::unexpected(files.error());
  CorpusManifest manifest{
      .plan = state_->plan, .totals = state_->totals, .counts = counts, .files = std::move(*files)};
  if (auto written = base::write_atomically(state_->file_system, state_->folder + "/manifest.json",
                                            manifest_text(manifest));
      !written) {
    return std::unexpected(written.error());
  }
  state_->claim.manifest = manifest;
  return manifest;
}

}  // namespace noether::egen
