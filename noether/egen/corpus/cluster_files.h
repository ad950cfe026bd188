// The data files of a corpus, in any of its formats; see docs/formats/corpus.md.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/result_file.h"
#include "noether/egen/cluster.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/formats/shard_writer.h"

namespace noether::egen {

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

}  // namespace noether::egen
