// Merges several corpora into one.
//
// Merging the parts of one plan gives, byte for byte, the corpus of a single run. Other corpora are
// joined: clusters with the same meaning become one, and no expression is in two clusters. Every
// member is checked again.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/verify/cluster_comparison.h"

namespace noether::egen {

struct MergeRequest {
  std::vector<std::string> folders;
  std::string output;
  std::optional<CorpusFormat> format;  // default: that of the first corpus
  unsigned threads = 0;                // 0: as many as the machine runs at once
};

struct MergeHooks {
  std::function<void(const RefutedMember&)> on_refuted;
  std::function<void(std::uint64_t done, std::uint64_t of)> on_progress;  // members checked
};

// Errors: folders without a finished corpus; missing parts of a plan; a refuted member in a part,
// which generation would not have written. Refuted members of other corpora are dropped. Merging
// adds the counts joined, duplicates and refuted.
base::Result<CorpusManifest> merge_corpora(const MergeRequest& request,
                                           const MergeHooks& hooks = {});

}  // namespace noether::egen
