#include "noether/egen/corpus/corpus_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "noether/base/result_file.h"
#include "noether/egen/corpus/corpus_writer.h"
#include "noether/egen/formats/shard_reader.h"
#include "noether/egen/formats/shard_writer.h"

namespace noether::egen {

struct CorpusFolder::State {
  base::FileSystem& file_system;
  std::string blocks;  // the folder of the blocks
  CorpusPlan plan;
  CorpusWriter writer;

  std::string block_path(std::uint64_t number) const {
    return fmt::format("{}/{:06}.shard", blocks, number);
  }
  // Blocks that cannot be removed are harmless, because they are not read once there is a manifest.
  void remove_blocks() const {
    if (!file_system.is_folder(blocks)) return;
    for (const std::string& name : file_system.list(blocks).value_or(std::vector<std::string>())) {
      (void)file_system.remove(blocks + "/" + name);
    }
    (void)file_system.remove(blocks);
  }
};

CorpusFolder::CorpusFolder(std::unique_ptr<State> state) : state_(std::move(state)) {}
CorpusFolder::CorpusFolder(CorpusFolder&&) noexcept = default;
CorpusFolder& CorpusFolder::operator=(CorpusFolder&&) noexcept = default;
CorpusFolder::~CorpusFolder() = default;

base::Result<CorpusFolder> CorpusFolder::open(const std::string& folder, const CorpusPlan& plan,
                                              base::FileSystem& file_system) {
  auto writer = CorpusWriter::create(folder, plan, file_system);
  if (!writer) return std::unexpected(writer.error());
  CorpusFolder corpus(
      std::make_unique<State>(State{file_system, folder + "/blocks", plan, std::move(*writer)}));
  if (corpus.finished()) {
    corpus.state_->remove_blocks();
    return corpus;
  }
  auto made = file_system.make_folder(corpus.state_->blocks);
  if (made) made = file_system.sync_folder(folder);
  if (!made) return std::unexpected(made.error());
  return corpus;
}

bool CorpusFolder::finished() const { return state_->writer.finished(); }

std::uint64_t CorpusFolder::block_count() const {
  const CorpusPlan& plan = state_->plan;
  return plan.clusters / plan.clusters_per_block +
         (plan.clusters % plan.clusters_per_block == 0 ? 0 : 1);
}

bool CorpusFolder::owns_block(std::uint64_t number) const {
  return number < block_count() && number % state_->plan.part.count == state_->plan.part.index;
}

CorpusFolder::Range CorpusFolder::block_range(std::uint64_t number) const {
  const std::uint64_t size = state_->plan.clusters_per_block;
  return {number * size, std::min((number + 1) * size, state_->plan.clusters)};
}

bool CorpusFolder::has_block(std::uint64_t number) const {
  const std::string path = state_->block_path(number);
  if (!state_->file_system.exists(path)) return false;
  auto reader = ShardReader::open(path, state_->file_system);
  return reader && reader->verify();
}

base::Result<void> CorpusFolder::write_block(std::uint64_t number,
                                             std::span<const Cluster> clusters,
                                             const Counts& counts) {
  auto file = base::AtomicFile::create(state_->file_system, state_->block_path(number));
  if (!file) return std::unexpected(file.error());
  auto shard = ShardWriter::create(*file);
  if (!shard) return std::unexpected(shard.error());
  auto [next_id, last_id] = block_range(number);
  for (const Cluster& cluster : clusters) {
    if (cluster.id < next_id || cluster.id >= last_id) {
      return base::fail(
          fmt::format("cluster {} is not in its place in block {}", cluster.id, number));
    }
    next_id = cluster.id + 1;
    if (auto added = shard->add(cluster); !added) return added;
  }
  if (auto finished = shard->finish(counts); !finished) return finished;
  return file->commit();
}

base::Result<CorpusManifest> CorpusFolder::finish(
    const std::function<void(std::uint64_t)>& on_block) {
  if (finished()) return state_->writer.finish();
  Counts counts;
  Cluster cluster;
  std::uint64_t done = 0;
  for (std::uint64_t number = 0; number < block_count(); ++number) {
    if (!owns_block(number)) continue;
    auto block = ShardReader::open(state_->block_path(number), state_->file_system);
    if (!block) return std::unexpected(block.error());
    add_counts(counts, block->index().counts);
    for (std::uint64_t i = 0; i < block->cluster_count(); ++i) {
      auto added = block->read(i, cluster);
      if (added) added = state_->writer.add(cluster);
      if (!added) return std::unexpected(added.error());
    }
    if (on_block) on_block(++done);
  }
  auto manifest = state_->writer.finish(counts);
  if (manifest) state_->remove_blocks();
  return manifest;
}

}  // namespace noether::egen
