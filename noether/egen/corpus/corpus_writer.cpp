#include "noether/egen/corpus/corpus_writer.h"

#include <fmt/format.h>

#include <utility>

#include "noether/base/file_descriptor.h"
#include "noether/egen/formats/text_formats.h"

namespace noether::egen {

ClusterFiles::ClusterFiles(base::FileSystem& file_system, std::string folder, CorpusFormat format,
                           std::uint64_t shard_bytes)
    : file_system_(&file_system),
      folder_(std::move(folder)),
      format_(format),
      shard_bytes_(shard_bytes) {}

base::Result<void> ClusterFiles::begin_file() {
  std::string name = format_ == CorpusFormat::EgenText ? "clusters.txt" : "clusters.jsonl";
  if (format_ == CorpusFormat::Shards) {
    name = fmt::format("shards/{:04}.shard", files_.size());
    if (auto made = file_system_->make_folder(folder_ + "/shards"); !made) return made;
    if (auto synced = file_system_->sync_folder(folder_); !synced) return synced;
  }
  auto file = base::AtomicFile::create(*file_system_, folder_ + "/" + name);
  if (!file) return std::unexpected(file.error());
  file_ = std::make_unique<base::AtomicFile>(std::move(*file));
  files_.push_back({.name = std::move(name), .size = 0, .digest = {}, .clusters = 0});
  if (format_ != CorpusFormat::Shards) return {};
  auto shard = ShardWriter::create(*file_);
  if (!shard) return std::unexpected(shard.error());
  shard_.emplace(std::move(*shard));
  return {};
}

base::Result<void> ClusterFiles::add(const Cluster& cluster) {
  if (!file_) {
    if (auto begun = begin_file(); !begun) return begun;
  }
  base::Result<void> written;
  if (shard_) {
    written = shard_->add(cluster);
  } else {
    text_.clear();
    if (format_ == CorpusFormat::EgenText) {
      append_egen_text(cluster, files_.back().clusters == 0, text_);
    } else {
      append_json_line(cluster, text_);
    }
    written = file_->write(text_);
  }
  ++files_.back().clusters;
  if (written && shard_ && file_->size() >= shard_bytes_) return end_file();
  return written;
}

base::Result<void> ClusterFiles::end_file() {
  if (shard_) {
    if (auto written = shard_->finish(); !written) return written;
    shard_.reset();
  }
  if (auto committed = file_->commit(); !committed) return committed;
  files_.back().size = file_->size();
  files_.back().digest = file_->digest();
  file_.reset();
  return {};
}

base::Result<std::vector<CorpusFile>> ClusterFiles::finish() {
  if (files_.empty()) {
    if (auto begun = begin_file(); !begun) return std::unexpected(begun.error());
  }
  if (file_) {
    if (auto ended = end_file(); !ended) return std::unexpected(ended.error());
  }
  return files_;
}

namespace {

// The right to write a corpus folder: its lock, and the check that it was begun with the same plan.
struct CorpusClaim {
  base::FileLock lock;
  std::optional<CorpusManifest> manifest;  // if the corpus is finished
};

constexpr std::uint64_t kMaxPlanBytes = std::uint64_t{64} << 20;

base::Result<void> remove_unfinished(base::FileSystem& files, const std::string& folder) {
  if (!files.is_folder(folder)) return {};
  const auto names = files.list(folder);
  if (!names) return std::unexpected(names.error());
  for (const std::string& name : *names) {
    if (!name.ends_with(base::kUnfinished)) continue;
    if (auto removed = files.remove(folder + "/" + name); !removed) return removed;
  }
  return {};
}

base::Result<void> same_plan(const CorpusPlan& there, const CorpusPlan& here,
                             const std::string& folder) {
  const auto differences = plan_differences(there, here);
  if (differences.empty()) return {};
  return base::fail(fmt::format("the corpus in '{}' was begun with other options: {}", folder,
                                fmt::join(differences, "; ")),
                    {}, "give the same options to resume it, or write to another folder");
}

base::Result<void> begin(base::FileSystem& files, const std::string& folder,
                         const CorpusPlan& plan) {
  const auto names = files.list(folder);
  if (!names) return std::unexpected(names.error());
  for (const std::string& name : *names) {
    if (name == "lock") continue;
    return base::fail(
        fmt::format("the folder '{}' holds something that is not a corpus: {}", folder, name), {},
        "write to a new or empty folder");
  }
  return base::write_atomically(files, folder + "/plan.json", plan_text(plan));
}

// Creates the folder and writes the plan if they do not exist, and removes unfinished files that a
// crash has left. Errors are those of CorpusFolder::open.
base::Result<CorpusClaim> claim_folder(base::FileSystem& file_system, const std::string& folder,
                                       const CorpusPlan& plan) {
  auto done = file_system.make_folder(folder);
  if (done) done = file_system.sync_folder(base::folder_of(folder));
  if (!done) return std::unexpected(done.error());

  auto lock = base::FileLock::take(folder + "/lock");
  if (!lock) {
    return base::fail(
        fmt::format("cannot write to the corpus '{}': {}", folder, lock.error().message), {},
        "wait until that run has ended, or write to another folder");
  }
  for (const char* part : {"", "/blocks", "/shards"}) {
    if (done = remove_unfinished(file_system, folder + part); !done) {
      return std::unexpected(done.error());
    }
  }
  if (file_system.exists(folder + "/manifest.json")) {
    auto manifest = load_manifest(folder);
    if (!manifest) return std::unexpected(manifest.error());
    if (done = same_plan(manifest->plan, plan, folder); !done) {
      return std::unexpected(done.error());
    }
    return CorpusClaim{std::move(*lock), std::move(*manifest)};
  }
  const std::string plan_path = folder + "/plan.json";
  if (file_system.exists(plan_path)) {
    const auto text = file_system.read(plan_path, kMaxPlanBytes);
    const auto there = text ? read_plan(*text, plan_path)
                            : base::Result<CorpusPlan>(std::unexpected(text.error()));
    if (!there) return std::unexpected(there.error());
    done = same_plan(*there, plan, folder);
  } else {
    done = begin(file_system, folder, plan);
  }
  if (!done) return std::unexpected(done.error());
  return CorpusClaim{std::move(*lock), std::nullopt};
}

}  // namespace

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
