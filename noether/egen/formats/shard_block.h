// Clusters as the bytes of a block, before compression, and back.
//
//   number of clusters, the size of each, then the clusters; see docs/formats/corpus.md
//
// Tokens are numbers in the vocabulary of the shard, so that training reads numbers and never
// splits text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/egen/cluster.h"
#include "noether/egen/formats/shard_index.h"

namespace noether::egen {

// The members of one cluster as token numbers; those of member i end at ends[i].
struct TokenCluster {
  std::vector<std::uint32_t> tokens;
  std::vector<std::uint32_t> ends;
};

class BlockEncoder {
 public:
  // Counts the cluster, and gives its tokens numbers in the index's vocabulary. Returns an error if
  // the cluster is larger than a reader accepts; then only the vocabulary may have changed.
  [[nodiscard]] base::Result<void> add(const Cluster& cluster, ShardIndex& index);

  std::size_t clusters() const { return sizes_.size(); }
  std::size_t bytes() const { return body_.size(); }
  // Returns the bytes of the block and begins the next one.
  std::string take();

 private:
  [[nodiscard]] base::Result<std::uint64_t> append_tokens(std::string_view expression,
                                                          ShardIndex& index);

  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> numbers_;
  std::vector<std::uint32_t> token_numbers_;
  std::vector<std::size_t> sizes_;
  std::string body_;
};

// The clusters of a block that was read and decompressed.
class DecodedBlock {
 public:
  static base::Result<DecodedBlock> open(std::string bytes, std::uint64_t clusters);

  std::size_t clusters() const { return ends_.size(); }
  base::Result<void> read(std::size_t number, const std::vector<std::string>& vocabulary,
                          Cluster& cluster) const;
  base::Result<void> read(std::size_t number, const std::vector<std::string>& vocabulary,
                          TokenCluster& cluster) const;

 private:
  std::string_view body(std::size_t number) const;

  std::string bytes_;
  std::vector<std::size_t> ends_;  // of the clusters, in `bytes_`
  std::size_t begin_ = 0;          // of the first cluster
};

}  // namespace noether::egen
