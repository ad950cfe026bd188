#include "noether/egen/corpus/cluster_files.h"

#include <fmt/format.h>

#include <utility>

#include "noether/egen/formats/egen_text.h"
#include "noether/egen/formats/json_lines.h"

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

}  // namespace noether::egen
