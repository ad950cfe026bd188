#include "noether/index/stored_blocks.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <new>
#include <utility>

#include "noether/base/packed_bytes.h"

namespace noether::index {
namespace {

constexpr int kCompressionLevel = 3;
constexpr std::size_t kTableEntry = 16;

struct CachedBlock {
  std::uint64_t owner = 0;
  std::size_t number = 0;
  std::shared_ptr<const std::string> bytes;
};
// Enough that a document and the formulas around it are read once each.
constexpr std::size_t kCachedBlocks = 16;
thread_local std::array<CachedBlock, kCachedBlocks> cached_blocks;

struct FreeReadContext {
  void operator()(ZSTD_DCtx* context) const { ::ZSTD_freeDCtx(context); }
};

}  // namespace

StoredBlocksWriter::StoredBlocksWriter(std::size_t block_bytes)
    : context_(::ZSTD_createCCtx()), block_bytes_(block_bytes) {
  if (!context_) throw std::bad_alloc();
}
StoredBlocksWriter::StoredBlocksWriter(StoredBlocksWriter&&) noexcept = default;
StoredBlocksWriter& StoredBlocksWriter::operator=(StoredBlocksWriter&&) noexcept = default;
StoredBlocksWriter::~StoredBlocksWriter() = default;

void StoredBlocksWriter::FreeContext::operator()(ZSTD_CCtx_s* context) const {
  ::ZSTD_freeCCtx(context);
}

base::Result<void> StoredBlocksWriter::add(std::string_view record) {
  if (record.size() > kMaxRecordBytes) {
    return base::fail(fmt::format("a record of {} bytes is too large for the index, which takes {}",
                                  record.size(), kMaxRecordBytes));
  }
  raw_ += record;
  sizes_.push_back(static_cast<std::uint32_t>(record.size()));
  ++records_;
  return raw_.size() < block_bytes_ ? base::Result<void>() : flush();
}

base::Result<void> StoredBlocksWriter::flush() {
  if (sizes_.empty()) return {};
  std::string block;
  base::append_varint(block, sizes_.size());
  for (const std::uint32_t size : sizes_) base::append_varint(block, size);
  block += raw_;
  std::string packed(::ZSTD_compressBound(block.size()), '\0');
  const std::size_t size = ::ZSTD_compressCCtx(context_.get(), packed.data(), packed.size(),
                                               block.data(), block.size(), kCompressionLevel);
  if (::ZSTD_isError(size) != 0) {
    return base::fail(fmt::format("cannot compress: {}", ::ZSTD_getErrorName(size)));
  }
  base::append_fixed(table_, records_ - sizes_.size(), 4);
  base::append_fixed(table_, block.size(), 4);
  base::append_fixed(table_, written_, 8);
  written_ += size;
  raw_.clear();
  sizes_.clear();
  packed.resize(size);
  if (file_ != nullptr) return file_->write(packed);
  blocks_ += packed;
  return {};
}

base::Result<void> StoredBlocksWriter::stream_to(SectionWriter& file,
                                                 std::uint32_t blocks_section) {
  file_ = &file;
  auto done = file.begin(blocks_section);
  if (done) done = file.write(blocks_);
  blocks_ = {};
  return done;
}

base::Result<void> StoredBlocksWriter::finish(std::uint32_t table_section) {
  auto done = flush();
  if (done) done = file_->begin(table_section);
  if (done) done = file_->write(table_);
  return done;
}

base::Result<StoredBlocks> StoredBlocks::open(const SectionFile& file, std::uint32_t table_section,
                                              std::uint32_t blocks_section, std::uint32_t records) {
  static std::atomic<std::uint64_t> next_identity = 1;
  const auto table = file.checked_section(table_section);
  if (!table) return std::unexpected(table.error());
  const auto blocks = file.section(blocks_section);
  if (!blocks) return std::unexpected(blocks.error());
  StoredBlocks stored;
  stored.file_ = &file;
  stored.table_ = *table;
  stored.blocks_ = *blocks;
  stored.records_ = records;
  stored.identity_ = next_identity++;
  if (table->size() % kTableEntry != 0 || (table->empty() != (records == 0)) ||
      (records > 0 && stored.block(0).first != 0)) {
    return file.damage("has a table of blocks that contradicts itself");
  }
  for (std::size_t i = 0; i < stored.block_count(); ++i) {
    const Block block = stored.block(i);
    const bool last = i + 1 == stored.block_count();
    const std::uint32_t next_first = last ? records : stored.block(i + 1).first;
    const std::uint64_t end = last ? blocks->size() : stored.block(i + 1).offset;
    if (block.first >= next_first || block.offset > end || end > blocks->size() ||
        block.raw_size > 2 * kMaxRecordBytes) {
      return file.damage("has a table of blocks that contradicts itself");
    }
  }
  return stored;
}

std::size_t StoredBlocks::block_count() const { return table_.size() / kTableEntry; }

StoredBlocks::Block StoredBlocks::block(std::size_t number) const {
  Block block;
  const char* entry = table_.data() + number * kTableEntry;
  std::memcpy(&block.first, entry, 4);
  std::memcpy(&block.raw_size, entry + 4, 4);
  std::memcpy(&block.offset, entry + 8, 8);
  return block;
}

base::Result<std::shared_ptr<const std::string>> StoredBlocks::load(std::size_t number) const {
  CachedBlock& cached = cached_blocks[(identity_ * 7 + number) % kCachedBlocks];
  if (cached.owner == identity_ && cached.number == number) return cached.bytes;
  const Block place = block(number);
  const std::uint64_t end = number + 1 < block_count() ? block(number + 1).offset : blocks_.size();
  const std::string_view packed = blocks_.substr(place.offset, end - place.offset);
  if (auto done = file_->verify(packed); !done) return std::unexpected(done.error());
  const auto damaged = [&] { return file_->damage(fmt::format("has a broken block {}", number)); };
  // Checked before that much memory is allocated, because the table may be damaged.
  if (::ZSTD_getFrameContentSize(packed.data(), packed.size()) != place.raw_size) return damaged();
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeReadContext> context(::ZSTD_createDCtx());
  if (!context) throw std::bad_alloc();
  std::string bytes(place.raw_size, '\0');
  const std::size_t size = ::ZSTD_decompressDCtx(context.get(), bytes.data(), bytes.size(),
                                                 packed.data(), packed.size());
  if (::ZSTD_isError(size) != 0 || size != bytes.size()) return damaged();
  cached = {identity_, number, std::make_shared<const std::string>(std::move(bytes))};
  return cached.bytes;
}

base::Result<std::string> StoredBlocks::record(std::uint32_t number) const {
  if (number >= records_) return file_->damage(fmt::format("has no record {}", number));
  std::size_t low = 0;
  std::size_t high = block_count();
  while (low + 1 < high) {
    const std::size_t middle = low + (high - low) / 2;
    (block(middle).first <= number ? low : high) = middle;
  }
  const auto bytes = load(low);
  if (!bytes) return std::unexpected(bytes.error());
  base::PackedReader reader(**bytes);
  const std::size_t count = reader.count(1);
  const std::uint32_t wanted = number - block(low).first;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t this_size = reader.varint(kMaxRecordBytes);
    if (i < wanted) offset += this_size;
    if (i == wanted) size = this_size;
  }
  if (reader.failed() || wanted >= count || offset > reader.left() ||
      size > reader.left() - offset) {
    return file_->damage(fmt::format("has a broken block {}", low));
  }
  const std::string_view records =
      std::string_view(**bytes).substr((*bytes)->size() - reader.left());
  return std::string(records.substr(offset, size));
}

}  // namespace noether::index
