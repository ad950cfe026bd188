// The right to write a corpus folder: its lock, and that it was begun with the same plan.
#pragma once

#include <optional>
#include <string>

#include "noether/base/file_descriptor.h"
#include "noether/base/file_system.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/formats/corpus_plan.h"

namespace noether::egen {

struct CorpusClaim {
  base::FileLock lock;
  std::optional<CorpusManifest> manifest;  // when the corpus is finished
};

// Makes the folder and writes the plan when they are not there, and removes unfinished files that a
// crash has left. Errors are those that CorpusFolder::open promises.
base::Result<CorpusClaim> claim_folder(base::FileSystem& file_system, const std::string& folder,
                                       const CorpusPlan& plan);

}  // namespace noether::egen
