// A corpus of distractors, parallel to a corpus: the same clusters in the same order with the same
// ids, and in the place of every member its distractor (see cluster_distractors.h).
#pragma once

#include <cstdint>

#include "noether/egen/corpus/derived_corpus.h"

namespace noether::egen {

// The manifest counts clusters without a certified distractor as `not-certified`.
base::Result<CorpusManifest> write_distractors(const DerivedCorpusRequest& request,
                                               std::uint64_t seed);

}  // namespace noether::egen
