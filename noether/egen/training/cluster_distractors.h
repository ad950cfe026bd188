// A distractor for every member of a cluster: the member with one change, certain to be no member.
//
// What is certain is that it differs from the cluster's initial expression, clearly and at several
// ordinary points. A member for which nothing of the kind is found gets the distractor of another
// one; in a cluster without any (it has no real values) a distractor is the member plus one, which
// is another number wherever the member is one, and counts as not certified.
#pragma once

#include <cstdint>

#include "noether/egen/cluster.h"
#include "noether/egen/corpus/derived_corpus.h"
#include "noether/egen/training/distractors.h"
#include "noether/egen/verify/reference_check.h"

namespace noether::egen {

// Not for two threads. What it makes is a function of the cluster and the seed.
class ClusterDistractors {
 public:
  explicit ClusterDistractors(std::uint64_t seed) : seed_(seed) {}

  // Members become their distractors, in place. Verdicts: Refuted when certified, else Unknown. The
  // fingerprint is that of the cluster still; domains, points and rules are gone.
  void replace_members(Cluster& cluster);

 private:
  bool set_reference(const Cluster& cluster);

  std::uint64_t seed_;
  ReferenceCheck check_;
  DistractorMaker maker_{check_};
};

// A corpus of distractors, parallel to a corpus: the same clusters in the same order with the same
// ids, and in the place of every member its distractor (see ClusterDistractors).

// The manifest counts clusters without a certified distractor as `not-certified`.
base::Result<CorpusManifest> write_distractors(const DerivedCorpusRequest& request,
                                               std::uint64_t seed);

}  // namespace noether::egen
