// A corpus that is made block by block, by many threads, and over any number of runs.
//
// A block holds the clusters of neighbouring initial expressions. Each block is a file
// blocks/NNNNNN.shard that appears complete or not at all, so an interrupted run resumes with the
// missing blocks. `finish` concatenates the blocks in order, so the result does not depend on which
// run or thread made them. See docs/formats/corpus.md.
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
  // Creates the folder, or resumes one that was begun with the same plan. It is an error if the
  // folder holds anything else, was begun with another plan (the message names the differences), or
  // is locked by another run.
  static base::Result<CorpusFolder> open(const std::string& folder, const CorpusPlan& plan,
                                         base::FileSystem& file_system = base::FileSystem::real());
  CorpusFolder(CorpusFolder&&) noexcept;
  CorpusFolder& operator=(CorpusFolder&&) noexcept;
  ~CorpusFolder();

  // Returns whether the corpus is complete already; `finish` then only returns its manifest.
  bool finished() const;

  // The blocks of the whole plan; this run makes those that it owns.
  std::uint64_t block_count() const;
  bool owns_block(std::uint64_t number) const;
  // The numbers of a block's initial expressions, half open.
  struct Range {
    std::uint64_t first;
    std::uint64_t last;
  };
  Range block_range(std::uint64_t number) const;

  // The next two functions are thread-safe for different blocks.
  // Returns whether the block exists and its checksums are right; a damaged block must be made
  // again.
  bool has_block(std::uint64_t number) const;
  // Clusters must be in ascending order of id, all in the block's range; initial expressions
  // without a cluster are left out. The manifest holds the sum of `counts` over all blocks.
  [[nodiscard]] base::Result<void> write_block(std::uint64_t number,
                                               std::span<const Cluster> clusters,
                                               const Counts& counts = {});

  // Call this when all blocks that this run owns exist. `on_block` receives the number of blocks
  // concatenated so far.
  base::Result<CorpusManifest> finish(const std::function<void(std::uint64_t)>& on_block = {});

 private:
  struct State;
  explicit CorpusFolder(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace noether::egen
