// Writes corpora: the cluster files, and folders of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/base/result_file.h"
#include "noether/egen/cluster.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/formats/shard_writer.h"

namespace noether::egen {

// The data files of a corpus, in any of its formats; see docs/formats/corpus.md.
class ClusterFiles {
 public:
  // When a shard reaches this size, it is closed and the next one begins.
  static constexpr std::uint64_t kShardBytes = std::uint64_t{64} << 20;

  // `file_system` must outlive this.
  ClusterFiles(base::FileSystem& file_system, std::string folder, CorpusFormat format,
               std::uint64_t shard_bytes = kShardBytes);

  [[nodiscard]] base::Result<void> add(const Cluster& cluster);
  // Commits the open file. A corpus without clusters has one file, too.
  base::Result<std::vector<CorpusFile>> finish();

 private:
  base::Result<void> begin_file();
  base::Result<void> end_file();

  base::FileSystem* file_system_;
  std::string folder_;
  CorpusFormat format_;
  std::uint64_t shard_bytes_;
  std::vector<CorpusFile> files_;           // the last one may be open
  std::unique_ptr<base::AtomicFile> file_;  // the shard's writer points to it
  std::optional<ShardWriter> shard_;
  std::string text_;
};

// Writes a corpus folder in one run, cluster after cluster.
//
//   plan.json      first; a folder with another plan is refused
//   while the folder is written: a second writer is refused
//   clusters.txt | clusters.jsonl | shards/0000.shard ...
//   manifest.json  last; without it the folder counts as unfinished
//
// Memory does not grow with the corpus. For work that must resume after an interruption, use
// CorpusFolder, which keeps finished blocks.
class CorpusWriter {
 public:
  // Creates the folder. A finished corpus of the same plan is accepted as the result; an unfinished
  // one is written again from the beginning.
  static base::Result<CorpusWriter> create(
      const std::string& folder, const CorpusPlan& plan,
      base::FileSystem& file_system = base::FileSystem::real());
  CorpusWriter(CorpusWriter&&) noexcept;
  CorpusWriter& operator=(CorpusWriter&&) noexcept;
  ~CorpusWriter();

  // If true, nothing is to be added, and `finish` returns the existing manifest.
  bool finished() const;

  // A part of a corpus (see CorpusPart) is stored as shards whatever the format of the plan,
  // because shards hold the numbers of their clusters, which merging needs.
  [[nodiscard]] base::Result<void> add(const Cluster& cluster);
  base::Result<CorpusManifest> finish(const Counts& counts = {});

 private:
  struct State;
  explicit CorpusWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace noether::egen
