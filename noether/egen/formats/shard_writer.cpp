#include "noether/egen/formats/shard_writer.h"

#include <fmt/format.h>
#include <zstd.h>

#include <new>
#include <utility>

namespace noether::egen {
namespace {

constexpr int kCompressionLevel = 6;

}  // namespace

base::Result<ShardWriter> ShardWriter::create(base::AtomicFile& file) {
  ShardWriter writer(file);
  if (auto written = file.write(shard_header()); !written) {
    return std::unexpected(written.error());
  }
  return writer;
}

ShardWriter::ShardWriter(base::AtomicFile& file) : file_(&file), context_(::ZSTD_createCCtx()) {
  if (!context_) throw std::bad_alloc();
}
ShardWriter::ShardWriter(ShardWriter&&) noexcept = default;
ShardWriter::~ShardWriter() = default;

base::Result<void> ShardWriter::add(const Cluster& cluster) {
  if (auto added = encoder_.add(cluster, index_); !added) return added;
  return encoder_.bytes() < kBlockBytes ? base::Result<void>() : write_block();
}

base::Result<void> ShardWriter::write_block() {
  if (encoder_.clusters() == 0) return {};
  ShardBlock& block = index_.blocks.emplace_back();
  block.clusters = encoder_.clusters();
  block.first_cluster = index_.clusters - block.clusters;
  const std::string raw = encoder_.take();
  std::string packed(::ZSTD_compressBound(raw.size()), '\0');
  const std::size_t size = ::ZSTD_compressCCtx(context_.get(), packed.data(), packed.size(),
                                               raw.data(), raw.size(), kCompressionLevel);
  if (::ZSTD_isError(size) != 0) {
    return base::fail(fmt::format("cannot compress: {}", ::ZSTD_getErrorName(size)));
  }
  packed.resize(size);
  block.offset = file_->size();
  block.size = size;
  block.raw_size = raw.size();
  block.checksum = base::digest_of(packed);
  return file_->write(packed);
}

base::Result<void> ShardWriter::finish(const Counts& counts) {
  if (auto written = write_block(); !written) return written;
  index_.counts = counts;
  return file_->write(shard_end(index_, file_->size()));
}

void ShardWriter::FreeContext::operator()(ZSTD_CCtx_s* context) const { ::ZSTD_freeCCtx(context); }

}  // namespace noether::egen
