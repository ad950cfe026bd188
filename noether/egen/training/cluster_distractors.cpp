#include "noether/egen/training/cluster_distractors.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/mix.h"

namespace noether::egen {
namespace {

// The number of changes tried for one member.
constexpr std::size_t kDistractorTries = 12;
// The number of members tried as references for distractors: members of E-Gen's clusters need not
// have values where others do.
constexpr std::size_t kReferences = 8;

}  // namespace

bool ClusterDistractors::set_reference(const Cluster& cluster) {
  const std::size_t count = std::min(kReferences, cluster.members.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (check_.set_reference(cluster.members[i].expression) && check_.reference_has_values()) {
      return true;
    }
  }
  return false;
}

void ClusterDistractors::replace_members(Cluster& cluster) {
  egraph::Random random(seed_ * base::kGoldenRatio + cluster.id);
  const bool has_reference = set_reference(cluster);
  const auto differs = [&](std::string_view text) { return check_.differs_at_a_glance(text); };
  std::vector<std::string> distractors(cluster.members.size());
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < distractors.size() && has_reference; ++i) {
    auto made = maker_.first(cluster.members[i].expression, kDistractorTries, random, differs);
    if (!made) continue;
    distractors[i] = std::move(made->expression);
    found.push_back(i);
  }
  for (std::size_t i = 0; i < distractors.size(); ++i) {
    if (!distractors[i].empty()) continue;
    distractors[i] = found.empty() ? "+ 1 " + cluster.members[i].expression
                                   : distractors[found[random.below(found.size())]];
  }
  for (std::size_t i = 0; i < distractors.size(); ++i) {
    Member& member = cluster.members[i];
    member = Member();
    member.expression = std::move(distractors[i]);
    member.verdict = found.empty() ? algebra::Verdict::Unknown : algebra::Verdict::Refuted;
  }
}

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
