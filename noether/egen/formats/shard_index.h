// The end of a shard: the index of its content. docs/formats/corpus.md specifies the bytes.
//
//   header   magic, version
//   blocks   zstd frames, one behind the other
//   index    totals, vocabulary, counts, one entry for each block
//   trailer  place and checksum of the index, version, magic
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/hash.h"
#include "noether/egen/formats/corpus_manifest.h"

namespace noether::egen {

inline constexpr std::string_view kShardMagic = "NoeShard";
inline constexpr std::string_view kShardEndMagic = "drahSeoN";
inline constexpr std::uint32_t kShardVersion = 1;
inline constexpr std::size_t kShardHeaderBytes = 16;
inline constexpr std::size_t kShardTrailerBytes = 48;
// The limits of what a reader holds in memory.
inline constexpr std::uint64_t kMaxBlockBytes = std::uint64_t{256} << 20;
inline constexpr std::uint64_t kMaxIndexBytes = std::uint64_t{256} << 20;
inline constexpr std::size_t kMaxTokenBytes = 256;

struct ShardBlock {
  std::uint64_t first_cluster = 0;  // its position in the shard, from 0
  std::uint64_t clusters = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;      // compressed
  std::uint64_t raw_size = 0;  // decompressed
  base::Digest checksum;       // of the compressed bytes
};

struct ShardIndex {
  std::uint64_t clusters = 0;
  std::uint64_t members = 0;
  std::uint64_t tokens = 0;
  std::vector<std::string> vocabulary;  // prefix tokens, in order of their first use
  Counts counts;
  std::vector<ShardBlock> blocks;
};

std::string shard_header();
// Returns the index and the trailer; `offset` is their position in the file.
std::string shard_end(const ShardIndex& index, std::uint64_t offset);
// Compares the checksum of the index or a block. On machines without xxHash, the trainer has its
// own version that accepts all bytes; there, zstd and the checks of every number still detect
// damage.
bool matches_checksum(std::string_view bytes, const base::Digest& checksum);

// Locates the index from the two ends of a file of `file_size` bytes. Errors name the part that is
// damaged or of another version.
struct IndexPlace {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  base::Digest checksum;
};
base::Result<void> check_shard_header(std::string_view header);
base::Result<IndexPlace> read_shard_trailer(std::string_view trailer, std::uint64_t file_size);
base::Result<ShardIndex> read_shard_index(std::string_view bytes, const IndexPlace& place);

}  // namespace noether::egen
