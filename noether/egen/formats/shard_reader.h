// Reads a shard: any cluster by its position, or all of them in order.
//
// The reader does not trust the file: it checks header, trailer and index on opening, and a block
// with its checksum on first use. The last block used stays in memory, so reading neighbours costs
// one decompression. It is not thread-safe; each thread opens its own.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/egen/cluster.h"
#include "noether/egen/formats/shard_block.h"
#include "noether/egen/formats/shard_index.h"

struct ZSTD_DCtx_s;

namespace noether::egen {

class ShardReader {
 public:
  static base::Result<ShardReader> open(const std::string& path,
                                        base::FileSystem& file_system = base::FileSystem::real());
  // `name` is for messages.
  static base::Result<ShardReader> open(std::unique_ptr<base::ReadableFile> file, std::string name);
  ShardReader(ShardReader&&) noexcept;
  ShardReader& operator=(ShardReader&&) noexcept;
  ~ShardReader();

  std::uint64_t cluster_count() const { return index_.clusters; }
  const ShardIndex& index() const { return index_; }
  const std::string& name() const { return name_; }

  // `number` is the position in the shard, below cluster_count().
  base::Result<void> read(std::uint64_t number, Cluster& cluster);
  // Reads the cluster as numbers of index().vocabulary.
  base::Result<void> read_tokens(std::uint64_t number, TokenCluster& cluster);
  // Checks the checksum and the frame of every block.
  base::Result<void> verify();

 private:
  ShardReader(std::unique_ptr<base::ReadableFile> file, std::string name);
  base::Result<void> read_index();
  base::Result<void> load_block(std::size_t block);
  // Loads the block that holds the cluster; `number` becomes the position in that block.
  base::Result<const DecodedBlock*> block_of(std::uint64_t& number);
  std::unexpected<base::Error> in_file(const base::Error& error) const;

  struct FreeContext {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  std::unique_ptr<base::ReadableFile> file_;
  std::string name_;
  ShardIndex index_;
  std::unique_ptr<ZSTD_DCtx_s, FreeContext> context_;
  std::size_t loaded_ = SIZE_MAX;  // the number of the block in `block_`
  DecodedBlock block_;
};

// All clusters in order.
std::unique_ptr<ClusterSource> read_shard(ShardReader reader, const ReadOptions& options);

}  // namespace noether::egen
