// Arbitrary bytes as a shard, and as a block with its checksum: no crash, and readable content is
// read back the same after writing.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "noether/base/packed_bytes.h"
#include "noether/egen/formats/shard_reader.h"

using namespace noether;
using namespace noether::egen;

namespace {

class MemoryFile final : public base::ReadableFile {
 public:
  explicit MemoryFile(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t size() const override { return bytes_.size(); }
  base::Result<void> read_at(std::uint64_t offset, std::span<char> into) const override {
    if (offset > bytes_.size() || into.size() > bytes_.size() - offset) std::abort();
    bytes_.copy(into.data(), into.size(), offset);
    return {};
  }

 private:
  std::string_view bytes_;
};

void read_as_shard(std::string_view bytes) {
  auto reader = ShardReader::open(std::make_unique<MemoryFile>(bytes), "fuzz");
  if (!reader) return;
  Cluster cluster;
  TokenCluster tokens;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(reader->cluster_count(), 100); ++i) {
    if (reader->read(i, cluster).has_value() && !reader->read_tokens(i, tokens)) std::abort();
  }
}

// Mutated input would almost never pass the checksums, so they are not required here. The first two
// bytes give the number of bytes of blocks.
void read_as_index(std::string_view bytes) {
  if (bytes.size() < 2) return;
  base::PackedReader reader(bytes);
  const std::uint64_t offset = kShardHeaderBytes + reader.fixed(2);
  bytes.remove_prefix(2);
  const auto index = read_shard_index(bytes, {offset, bytes.size(), base::digest_of(bytes)});
  if (!index) return;
  std::string again = shard_end(*index, offset);
  again.resize(again.size() - kShardTrailerBytes);
  const auto same = read_shard_index(again, {offset, again.size(), base::digest_of(again)});
  if (!same || same->vocabulary != index->vocabulary || same->counts != index->counts ||
      same->blocks.size() != index->blocks.size()) {
    std::abort();
  }
}

void read_as_block(std::string_view bytes, std::uint64_t clusters) {
  const std::vector<std::string> vocabulary = {"x", "+", "sin", "2"};
  const auto block = DecodedBlock::open(std::string(bytes), clusters);
  if (!block) return;
  for (std::size_t i = 0; i < block->clusters(); ++i) {
    Cluster cluster;
    if (!block->read(i, vocabulary, cluster)) continue;
    ShardIndex index;
    BlockEncoder encoder;
    if (!encoder.add(cluster, index)) std::abort();
    const auto again = DecodedBlock::open(encoder.take(), 1);
    Cluster same;
    if (!again || !again->read(0, index.vocabulary, same) || same != cluster) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 3) {
    case 0:
      read_as_shard(bytes);
      break;
    case 1:
      read_as_index(bytes);
      break;
    default:
      read_as_block(bytes, data[0] / 3);
  }
  return 0;
}
