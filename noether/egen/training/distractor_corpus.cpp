#include "noether/egen/training/distractor_corpus.h"

#include <memory>
#include <string>

#include "noether/egen/training/cluster_distractors.h"

namespace noether::egen {

base::Result<CorpusManifest> write_distractors(const DerivedCorpusRequest& request,
                                               std::uint64_t seed) {
  CorpusDerivation derivation;
  derivation.command = "distractors";
  derivation.parameters = {{"seed", std::to_string(seed)}};
  derivation.make_change = [seed]() -> ClusterChange {
    const auto distractors = std::make_shared<ClusterDistractors>(seed);
    return [distractors](Cluster& cluster) { distractors->replace_members(cluster); };
  };
  derivation.count = [](const Cluster& cluster, Counts& counts) {
    const bool is_certified =
        !cluster.members.empty() && cluster.members[0].verdict == algebra::Verdict::Refuted;
    counts["not-certified"] += is_certified ? 0 : 1;
  };
  return derive_corpus(request, derivation);
}

}  // namespace noether::egen
