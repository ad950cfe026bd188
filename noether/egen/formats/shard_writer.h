// Writes a shard: clusters in zstd-compressed blocks, and an index for reading any one of them.
#pragma once

#include <memory>

#include "noether/base/result_file.h"
#include "noether/egen/cluster.h"
#include "noether/egen/formats/shard_block.h"
#include "noether/egen/formats/shard_index.h"

struct ZSTD_CCtx_s;

namespace noether::egen {

class ShardWriter {
 public:
  // A block is closed at this size: small enough to decompress for a single cluster, large enough
  // to compress well.
  static constexpr std::size_t kBlockBytes = std::size_t{128} << 10;

  // The file must be new, and must outlive this.
  static base::Result<ShardWriter> create(base::AtomicFile& file);
  ShardWriter(ShardWriter&&) noexcept;
  ~ShardWriter();

  [[nodiscard]] base::Result<void> add(const Cluster& cluster);
  // Writes the remaining clusters and the index; the caller commits the file.
  [[nodiscard]] base::Result<void> finish(const Counts& counts = {});

  std::uint64_t clusters() const { return index_.clusters; }

 private:
  explicit ShardWriter(base::AtomicFile& file);
  base::Result<void> write_block();

  struct FreeContext {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  base::AtomicFile* file_;
  std::unique_ptr<ZSTD_CCtx_s, FreeContext> context_;
  BlockEncoder encoder_;
  ShardIndex index_;
};

}  // namespace noether::egen
