// A distractor for every member of a cluster: the member with one change, certified to differ.
//
// A certified distractor differs from the cluster's initial expression, clearly and at several
// ordinary points. A member without one gets the distractor of another member. In a cluster without
// any (it has no real values), a distractor is the member plus one, which differs from the member
// wherever the member is a number, and counts as not certified.
#pragma once

#include <cstdint>

#include "noether/egen/cluster.h"
#include "noether/egen/corpus/derived_corpus.h"
#include "noether/egen/training/distractors.h"
#include "noether/egen/verify/reference_check.h"

namespace noether::egen {

// Not thread-safe. The result is a function of the cluster and the seed.
class ClusterDistractors {
 public:
  explicit ClusterDistractors(std::uint64_t seed) : seed_(seed) {}

  // Replaces the members by their distractors. Verdicts: Refuted if certified, else Unknown. The
  // fingerprint remains that of the cluster; domains, points and rules are cleared.
  void replace_members(Cluster& cluster);

 private:
  bool set_reference(const Cluster& cluster);

  std::uint64_t seed_;
  ReferenceCheck check_;
  DistractorMaker maker_{check_};
};

// A corpus of distractors, parallel to another corpus: the same clusters in the same order with the
// same ids, and every member replaced by its distractor (see ClusterDistractors).

// The manifest counts clusters without a certified distractor as `not-certified`.
base::Result<CorpusManifest> write_distractors(const DerivedCorpusRequest& request,
                                               std::uint64_t seed);

}  // namespace noether::egen
