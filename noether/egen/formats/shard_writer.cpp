#include "noether/egen/formats/shard_writer.h"

#include <fmt/format.h>
#include <zstd.h>

#include <new>
#include <utility>

#include "noether/base/packed_bytes.h"

namespace noether::egen {

// The beginning and end of a shard, which are written with checksums.
std::string shard_header() {
  std::string out(kShardMagic);
  base::append_fixed(out, kShardVersion, 4);
  base::append_fixed(out, 0, 4);
  return out;
}

std::string shard_end(const ShardIndex& index, std::uint64_t offset) {
  std::string out;
  base::append_varint(out, index.clusters);
  base::append_varint(out, index.members);
  base::append_varint(out, index.tokens);
  base::append_varint(out, index.vocabulary.size());
  for (const std::string& token : index.vocabulary) base::append_text(out, token);
  base::append_varint(out, index.counts.size());
  for (const auto& [name, count] : index.counts) {
    base::append_text(out, name);
    base::append_varint(out, count);
  }
  base::append_varint(out, index.blocks.size());
  for (const ShardBlock& block : index.blocks) {
    base::append_fixed(out, block.first_cluster, 8);
    base::append_fixed(out, block.offset, 8);
    base::append_fixed(out, block.size, 8);
    base::append_fixed(out, block.raw_size, 8);
    base::append_digest(out, block.checksum);
  }
  const std::uint64_t size = out.size();
  const base::Digest checksum = base::digest_of(out);
  base::append_fixed(out, offset, 8);
  base::append_fixed(out, size, 8);
  base::append_digest(out, checksum);
  base::append_fixed(out, kShardVersion, 4);
  base::append_fixed(out, 0, 4);
  out += kShardEndMagic;
  return out;
}

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
