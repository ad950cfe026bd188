// A whole corpus, checked by several threads.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "noether/base/error.h"
#include "noether/egen/cluster_source.h"
#include "noether/egen/verify/cluster_check.h"

namespace noether::egen {

struct CorpusCheck {
  CheckTally tally;
  std::vector<FalseMember> found;  // in the order of the corpus; none when `on_false` took them
};

using FalseMemberSink = std::function<base::Result<void>(FalseMember&)>;

// The same for any number of threads. `on_false` takes the false members in their order, so that
// memory need not hold them, and its first error ends the work. It, and the source, are called by
// one thread at a time.
base::Result<CorpusCheck> verify_corpus(ClusterSource& source, unsigned threads,
                                        const FalseMemberSink& on_false = {});

}  // namespace noether::egen
