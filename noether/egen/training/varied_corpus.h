// A corpus of which a share of the members is written in another way (see plain_variation.h), and
// of every cluster no more members than asked, by chance.
#pragma once

#include <cstdint>

#include "noether/egen/corpus/derived_corpus.h"

namespace noether::egen {

struct VariationOptions {
  double share = 0.5;              // of the members that are varied
  std::size_t members = SIZE_MAX;  // of a cluster at most; the first is always kept, as it is
  std::size_t max_tokens = 25;     // of what is varied
  std::uint64_t seed = 1;
};

// Certified numbers compare what is varied with the initial expression of its cluster: where they
// do not agree as before, or a member of the cluster is written so already, the member stays as it
// is. Rules are not kept. The manifest counts the members that were varied.
base::Result<CorpusManifest> vary_corpus(const DerivedCorpusRequest& request,
                                         const VariationOptions& options);

}  // namespace noether::egen
