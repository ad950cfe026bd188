// Imports corpora from elsewhere, such as E-Gen's released files, into a corpus folder.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/verify/cluster_comparison.h"

namespace noether::egen {

struct ImportRequest {
  std::vector<std::string> files;
  std::string folder;
  CorpusFormat format = CorpusFormat::EgenText;
  unsigned threads = 0;  // 0: as many as the machine runs at once
  bool keep_refuted = false;
  bool lenient = false;  // skip damaged lines; otherwise the first one is an error
};

struct ImportHooks {
  // called for every damaged line, or the first one
  std::function<void(const base::Error&)> on_broken;
  std::function<void(const RefutedMember&)> on_refuted;
  std::function<void(std::uint64_t done, std::uint64_t of)> on_progress;  // members
};

// Members are checked against the first member of their cluster. Counts in the manifest: refuted,
// refuted-by-rounding, duplicates, broken.
base::Result<CorpusManifest> import_corpus(const ImportRequest& request,
                                           const ImportHooks& hooks = {});

}  // namespace noether::egen
