// A corpus of distractors, parallel to a corpus: the same clusters in the same order with the same
// ids, and in the place of every member its distractor (see cluster_distractors.h).
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "noether/base/error.h"
#include "noether/egen/corpus_manifest.h"

namespace noether::egen {

struct DistractorRequest {
  std::string corpus;  // a finished corpus folder in the format `shards`
  std::string folder;  // for the result, in the same format
  std::uint64_t seed = 1;
  unsigned threads = 0;  // 0: as many as the machine runs at once
  std::function<void(std::uint64_t clusters, std::uint64_t of)> on_progress;
};

// Streams: memory does not grow with the corpus. Its manifest counts clusters without a certified
// distractor as `not-certified`. A finished folder of the same request is taken for done.
base::Result<CorpusManifest> write_distractors(const DistractorRequest& request);

}  // namespace noether::egen
