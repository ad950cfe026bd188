// How a shard begins and ends: what is written with checksums.
#include "noether/base/packed_bytes.h"
#include "noether/egen/formats/shard_index.h"

namespace noether::egen {

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

}  // namespace noether::egen
