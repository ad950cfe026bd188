#include "noether/egen/formats/shard_reader.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

namespace noether::egen {
namespace {

class ShardSource final : public ClusterSource {
 public:
  ShardSource(ShardReader reader, ReadOptions options)
      : reader_(std::move(reader)), options_(std::move(options)) {}

  base::Result<bool> next(Cluster& cluster) override {
    while (next_ < reader_.cluster_count()) {
      const auto read = reader_.read(next_++, cluster);
      if (read) return true;
      if (!options_.on_broken) {
        next_ = reader_.cluster_count();
        return std::unexpected(read.error());
      }
      options_.on_broken(read.error());
      // The rest of this block is unreadable, too.
      const auto& blocks = reader_.index().blocks;
      const auto behind =
          std::ranges::upper_bound(blocks, next_ - 1, {}, &ShardBlock::first_cluster);
      next_ = behind == blocks.end() ? reader_.cluster_count() : behind->first_cluster;
    }
    return false;
  }
  std::optional<double> share_read() const override {
    const auto count = static_cast<double>(reader_.cluster_count());
    return count == 0 ? 1 : static_cast<double>(next_) / count;
  }

 private:
  ShardReader reader_;
  ReadOptions options_;
  std::uint64_t next_ = 0;
};

}  // namespace

ShardReader::ShardReader(std::unique_ptr<base::ReadableFile> file, std::string name)
    : file_(std::move(file)), name_(std::move(name)), context_(::ZSTD_createDCtx()) {
  if (!context_) throw std::bad_alloc();
}
ShardReader::ShardReader(ShardReader&&) noexcept = default;
ShardReader& ShardReader::operator=(ShardReader&&) noexcept = default;
ShardReader::~ShardReader() = default;

base::Result<ShardReader> ShardReader::open(const std::string& path,
                                            base::FileSystem& file_system) {
  auto file = file_system.open(path);
  if (!file) return std::unexpected(file.error());
  return open(std::move(*file), path);
}

base::Result<ShardReader> ShardReader::open(std::unique_ptr<base::ReadableFile> file,
                                            std::string name) {
  ShardReader reader(std::move(file), std::move(name));
  if (const auto read = reader.read_index(); !read) return reader.in_file(read.error());
  return reader;
}

base::Result<void> ShardReader::read_index() {
  if (file_->size() < kShardHeaderBytes + kShardTrailerBytes) {
    return base::fail("it is too short for a shard: it is cut off");
  }
  std::array<char, kShardHeaderBytes> header;
  std::array<char, kShardTrailerBytes> trailer;
  auto read = file_->read_at(0, header);
  if (read) read = check_shard_header({header.data(), header.size()});
  if (read) read = file_->read_at(file_->size() - trailer.size(), trailer);
  if (!read) return read;
  const auto place = read_shard_trailer({trailer.data(), trailer.size()}, file_->size());
  if (!place) return std::unexpected(place.error());
  std::string bytes(place->size, '\0');
  if (read = file_->read_at(place->offset, bytes); !read) return read;
  auto index = read_shard_index(bytes, *place);
  if (!index) return std::unexpected(index.error());
  index_ = std::move(*index);
  return {};
}

base::Result<void> ShardReader::load_block(std::size_t block) {
  if (loaded_ == block) return {};
  loaded_ = SIZE_MAX;
  const ShardBlock& entry = index_.blocks[block];
  const auto damaged = [&](std::string_view what) {
    return base::fail(fmt::format("block {} at byte {} is damaged ({})", block, entry.offset, what),
                      {}, "copy the file again, or make the corpus again");
  };
  std::string packed(entry.size, '\0');
  if (auto read = file_->read_at(entry.offset, packed); !read) return read;
  if (!matches_checksum(packed, entry.checksum)) return damaged("the checksum does not match");
  if (::ZSTD_getFrameContentSize(packed.data(), packed.size()) != entry.raw_size) {
    return damaged("its size differs from the index");
  }
  std::string raw(entry.raw_size, '\0');
  const std::size_t size =
      ::ZSTD_decompressDCtx(context_.get(), raw.data(), raw.size(), packed.data(), packed.size());
  if (::ZSTD_isError(size) != 0) return damaged(::ZSTD_getErrorName(size));
  if (size != entry.raw_size) return damaged("it holds less data than the index says");
  auto decoded = DecodedBlock::open(std::move(raw), entry.clusters);
  if (!decoded) return std::unexpected(decoded.error());
  block_ = std::move(*decoded);
  loaded_ = block;
  return {};
}

base::Result<const DecodedBlock*> ShardReader::block_of(std::uint64_t& number) {
  const auto behind =
      std::ranges::upper_bound(index_.blocks, number, {}, &ShardBlock::first_cluster);
  const auto block = static_cast<std::size_t>(behind - index_.blocks.begin()) - 1;
  if (const auto loaded = load_block(block); !loaded) return std::unexpected(loaded.error());
  number -= index_.blocks[block].first_cluster;
  return &block_;
}

base::Result<void> ShardReader::read(std::uint64_t number, Cluster& cluster) {
  const auto block = block_of(number);
  if (!block) return in_file(block.error());
  const auto read = (*block)->read(number, index_.vocabulary, cluster);
  if (!read) return in_file(read.error());
  return {};
}

base::Result<void> ShardReader::read_tokens(std::uint64_t number, TokenCluster& cluster) {
  const auto block = block_of(number);
  if (!block) return in_file(block.error());
  const auto read = (*block)->read(number, index_.vocabulary, cluster);
  if (!read) return in_file(read.error());
  return {};
}

base::Result<void> ShardReader::verify() {
  for (std::size_t i = 0; i < index_.blocks.size(); ++i) {
    if (const auto loaded = load_block(i); !loaded) return in_file(loaded.error());
  }
  return {};
}

std::unexpected<base::Error> ShardReader::in_file(const base::Error& error) const {
  return base::fail(fmt::format("cannot read '{}': {}", name_, error.message), {}, error.hint);
}

void ShardReader::FreeContext::operator()(ZSTD_DCtx_s* context) const { ::ZSTD_freeDCtx(context); }

std::unique_ptr<ClusterSource> read_shard(ShardReader reader, const ReadOptions& options) {
  return std::make_unique<ShardSource>(std::move(reader), options);
}

}  // namespace noether::egen
