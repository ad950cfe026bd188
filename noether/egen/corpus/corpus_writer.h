// Writes corpora: the files of their clusters, and folders of them.
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
  // A shard that has grown to this size is closed, and the next one begun.
  static constexpr std::uint64_t kShardBytes = std::uint64_t{64} << 20;

  // `file_system` must outlive this.
  ClusterFiles(base::FileSystem& file_system, std::string folder, CorpusFormat format,
               std::uint64_t shard_bytes = kShardBytes);

  [[nodiscard]] base::Result<void> add(const Cluster& cluster);
  // Commits what is open. A corpus without clusters has one file as well.
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

// Writes a corpus folder in one go, cluster after cluster.
//
//   plan.json      first; a folder with another plan is refused
//   lock           while it is written: a second writer is refused
//   clusters.txt | clusters.jsonl | shards/0000.shard ...
//   manifest.json  last; without it the folder counts as unfinished
//
// Memory does not grow with the corpus. Work that should go on after a stop goes through
// CorpusFolder, which keeps finished blocks.
class CorpusWriter {
 public:
  // Makes the folder. One that holds a finished corpus of the same plan is taken for done; one that
  // was begun with the same plan is begun again.
  static base::Result<CorpusWriter> create(
      const std::string& folder, const CorpusPlan& plan,
      base::FileSystem& file_system = base::FileSystem::real());
  CorpusWriter(CorpusWriter&&) noexcept;
  CorpusWriter& operator=(CorpusWriter&&) noexcept;
  ~CorpusWriter();

  // Then there is nothing to add, and `finish` gives the manifest that is there.
  bool finished() const;

  // A part of a corpus (see CorpusPart) is kept as shards whatever the format of the plan: these
  // know the numbers of their clusters, which merging needs.
  [[nodiscard]] base::Result<void> add(const Cluster& cluster);
  base::Result<CorpusManifest> finish(const Counts& counts = {});

 private:
  struct State;
  explicit CorpusWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace noether::egen
