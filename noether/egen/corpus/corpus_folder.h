// A corpus that is made block by block, by many threads, in as many sittings as it takes.
//
// A block is the clusters of neighbouring initial expressions. Each is a file blocks/NNNNNN.shard
// that is there whole or not at all, so a run that was stopped goes on with the blocks that are
// missing. `finish` strings them together in order, so who made what when cannot be told from the
// result. See docs/formats/corpus.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "noether/base/file_system.h"
#include "noether/egen/cluster.h"
#include "noether/egen/formats/corpus_manifest.h"

namespace noether::egen {

class CorpusFolder {
 public:
  // Makes the folder, or goes on with the one that was begun with this plan. Errors when the folder
  // holds something else, was begun with another plan (they name what differs), or is being
  // written by another run.
  static base::Result<CorpusFolder> open(const std::string& folder, const CorpusPlan& plan,
                                         base::FileSystem& file_system = base::FileSystem::real());
  CorpusFolder(CorpusFolder&&) noexcept;
  CorpusFolder& operator=(CorpusFolder&&) noexcept;
  ~CorpusFolder();

  // The whole corpus is there already; `finish` then only gives its manifest.
  bool finished() const;

  // Of the whole plan; this run makes those that it owns.
  std::uint64_t block_count() const;
  bool owns_block(std::uint64_t number) const;
  // The numbers of its initial expressions, half open.
  struct Range {
    std::uint64_t first;
    std::uint64_t last;
  };
  Range block_range(std::uint64_t number) const;

  // These two may be called from several threads, for different blocks.
  // Whether the block is there and its checksums hold; one that is broken is to be made again.
  bool has_block(std::uint64_t number) const;
  // Clusters in ascending order of id, all in the block's range; initial expressions that gave no
  // cluster are left out. `counts` is summed up over blocks, into the manifest.
  [[nodiscard]] base::Result<void> write_block(std::uint64_t number,
                                               std::span<const Cluster> clusters,
                                               const Counts& counts = {});

  // When all blocks that this run owns are there. `on_block` hears how many are strung together.
  base::Result<CorpusManifest> finish(const std::function<void(std::uint64_t)>& on_block = {});

 private:
  struct State;
  explicit CorpusFolder(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace noether::egen
