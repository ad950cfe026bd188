#include "noether/egen/formats/shard_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "noether/base/packed_bytes.h"

namespace noether::egen {
namespace {

base::Result<void> check_version(std::uint64_t version) {
  if (version == kShardVersion) return {};
  return base::fail(fmt::format("it is a shard of version {}, and this program reads version {}",
                                version, kShardVersion),
                    {}, "use the program that wrote it, or make the corpus again");
}

std::unexpected<base::Error> damaged(std::string_view what) {
  return base::fail(std::string(what), {}, "copy the file again, or make the corpus again");
}

bool is_token(std::string_view text) {
  return !text.empty() && text.size() <= kMaxTokenBytes &&
         std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) > ' '; });
}

}  // namespace

base::Result<void> check_shard_header(std::string_view header) {
  if (!header.starts_with(kShardMagic)) return damaged("it does not begin like a shard");
  base::PackedReader reader(header.substr(kShardMagic.size()));
  return check_version(reader.fixed(4));
}

base::Result<IndexPlace> read_shard_trailer(std::string_view trailer, std::uint64_t file_size) {
  if (!trailer.ends_with(kShardEndMagic)) return damaged("its end is missing: it is cut off");
  base::PackedReader reader(trailer);
  IndexPlace place;
  place.offset = reader.fixed(8);
  place.size = reader.fixed(8);
  place.checksum = reader.digest();
  if (auto version = check_version(reader.fixed(4)); !version) {
    return std::unexpected(version.error());
  }
  const std::uint64_t end = file_size - kShardTrailerBytes;
  if (reader.fixed(4) != 0 || place.offset < kShardHeaderBytes || place.offset > end ||
      place.size != end - place.offset || place.size > kMaxIndexBytes) {
    return damaged("the position of its index is damaged");
  }
  return place;
}

base::Result<ShardIndex> read_shard_index(std::string_view bytes, const IndexPlace& place) {
  if (!matches_checksum(bytes, place.checksum)) {
    return damaged("its index is damaged (the checksum does not match)");
  }
  base::PackedReader reader(bytes);
  ShardIndex index;
  index.clusters = reader.varint();
  index.members = reader.varint();
  index.tokens = reader.varint();
  bool good = true;
  for (std::size_t left = reader.count(2); left > 0; --left) {
    const std::string_view token = reader.text();
    good = good && is_token(token);
    index.vocabulary.emplace_back(token);
  }
  for (std::size_t left = reader.count(2); left > 0; --left) {
    std::string name(reader.text());
    good = good && (index.counts.empty() || index.counts.rbegin()->first < name);
    index.counts[std::move(name)] = reader.varint();
  }
  // Blocks follow one another without a gap, from the header to the index.
  std::uint64_t offset = kShardHeaderBytes;
  for (std::size_t left = reader.count(48); left > 0 && good; --left) {
    ShardBlock& block = index.blocks.emplace_back();
    block.first_cluster = reader.fixed(8);
    block.offset = reader.fixed(8);
    block.size = reader.fixed(8);
    block.raw_size = reader.fixed(8);
    block.checksum = reader.digest();
    good = block.offset == offset && block.size <= place.offset - offset &&
           block.raw_size <= kMaxBlockBytes;
    offset += block.size;
  }
  std::uint64_t next = index.clusters;
  for (std::size_t i = index.blocks.size(); i-- > 0 && good;) {
    ShardBlock& block = index.blocks[i];
    good = block.first_cluster < next;
    block.clusters = next - block.first_cluster;
    next = block.first_cluster;
  }
  if (!good || reader.failed() || reader.left() > 0 || next != 0 || offset != place.offset) {
    return damaged("its index contradicts itself");
  }
  return index;
}

}  // namespace noether::egen
