// Writes a corpus folder in one go, cluster after cluster.
//
//   plan.json      first; a folder with another plan is refused
//   lock           while it is written: a second writer is refused
//   clusters.txt | clusters.jsonl | shards/0000.shard ...
//   manifest.json  last; without it the folder counts as unfinished
//
// Memory does not grow with the corpus. Work that should go on after a stop goes through
// CorpusFolder, which keeps finished blocks.
#pragma once

#include <memory>
#include <string>

#include "noether/base/file_system.h"
#include "noether/egen/cluster.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/formats/corpus_plan.h"

namespace noether::egen {

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
