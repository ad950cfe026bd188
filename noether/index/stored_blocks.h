// Records of any size in zstd-compressed blocks, each reached by its number.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/section_file.h"

struct ZSTD_CCtx_s;

namespace noether::index {

inline constexpr std::uint64_t kMaxRecordBytes = std::uint64_t{64} << 20;

class StoredBlocksWriter {
 public:
  // A block is closed when it has this many bytes.
  explicit StoredBlocksWriter(std::size_t block_bytes);
  StoredBlocksWriter(StoredBlocksWriter&&) noexcept;
  StoredBlocksWriter& operator=(StoredBlocksWriter&&) noexcept;
  ~StoredBlocksWriter();

  [[nodiscard]] base::Result<void> add(std::string_view record);
  std::uint32_t records() const { return records_; }
  std::uint64_t memory() const { return blocks_.capacity() + table_.size() + raw_.capacity(); }

  // Blocks stay in memory until they are given a destination; later ones are written there
  // directly.
  [[nodiscard]] base::Result<void> stream_to(SectionWriter& file, std::uint32_t blocks_section);
  // Writes the last block, and the table of all blocks.
  [[nodiscard]] base::Result<void> finish(std::uint32_t table_section);

 private:
  base::Result<void> flush();

  struct FreeContext {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_CCtx_s, FreeContext> context_;
  SectionWriter* file_ = nullptr;
  std::size_t block_bytes_;
  std::uint32_t records_ = 0;
  std::uint64_t written_ = 0;  // bytes of blocks, in memory or in the file
  std::string raw_;
  std::vector<std::uint32_t> sizes_;  // of the records in `raw_`
  std::string blocks_;
  std::string table_;
};

class StoredBlocks {
 public:
  StoredBlocks() = default;
  // `file` must outlive this.
  static base::Result<StoredBlocks> open(const SectionFile& file, std::uint32_t table_section,
                                         std::uint32_t blocks_section, std::uint32_t records);

  std::uint32_t records() const { return records_; }
  std::size_t block_count() const;
  // Each thread keeps the last few blocks it read, so neighbours cost one decompression.
  base::Result<std::string> record(std::uint32_t number) const;

 private:
  struct Block {
    std::uint32_t first;
    std::uint32_t raw_size;
    std::uint64_t offset;
  };
  Block block(std::size_t number) const;
  base::Result<std::shared_ptr<const std::string>> load(std::size_t number) const;

  const SectionFile* file_ = nullptr;
  std::string_view table_;
  std::string_view blocks_;
  std::uint32_t records_ = 0;
  std::uint64_t identity_ = 0;  // identifies its blocks in the cache of a thread
};

}  // namespace noether::index
