// Several corpora become one.
//
// The parts of one plan give, byte for byte, what a single run gives. Other corpora are joined:
// clusters that mean the same become one, and no expression is in two of them. Every member is
// checked again on the way.
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
  std::optional<CorpusFormat> format;  // that of the first corpus when not given
  unsigned threads = 0;                // 0: as many as the machine runs at once
};

struct MergeHooks {
  std::function<void(const RefutedMember&)> on_refuted;
  std::function<void(std::uint64_t done, std::uint64_t of)> on_progress;  // members checked
};

// Errors: folders that are no finished corpora; parts of which others are missing; a refuted member
// in a part, which generation would not have written. Other corpora just lose refuted members.
// Counts that merging adds: joined, duplicates, refuted.
base::Result<CorpusManifest> merge_corpora(const MergeRequest& request,
                                           const MergeHooks& hooks = {});

}  // namespace noether::egen
