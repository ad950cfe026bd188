#include "noether/egen/training/varied_corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "noether/base/mix.h"
#include "noether/egen/training/plain_variation.h"
#include "noether/egen/verify/reference_check.h"

namespace noether::egen {
namespace {

// One for each thread.
class ClusterVariation {
 public:
  explicit ClusterVariation(const VariationOptions& options) : options_(options) {}

  // How many members were varied.
  std::uint64_t vary(Cluster& cluster) {
    egraph::Random random(options_.seed * base::kGoldenRatio + cluster.id);
    keep_some(cluster, random);
    for (Member& member : cluster.members) member.rules.clear();
    if (cluster.members.size() < 2 || !check_.set_reference(cluster.members[0].expression)) {
      return 0;
    }
    std::unordered_set<std::uint64_t> there;
    for (const Member& member : cluster.members) there.insert(text_key(member.expression));
    std::uint64_t varied = 0;
    constexpr std::uint64_t kWhole = 1'000'000;
    const auto share = static_cast<std::uint64_t>(options_.share * kWhole);
    for (std::size_t i = 1; i < cluster.members.size(); ++i) {
      if (random.below(kWhole) >= share) continue;
      Member& member = cluster.members[i];
      auto text = variation_.some(member.expression, options_.max_tokens, random);
      if (!text || there.contains(text_key(*text))) continue;
      const MemberCheck check = check_.check(*text);
      if (check.verdict != algebra::Verdict::Agrees || check.domain != member.domain) continue;
      there.insert(text_key(*text));
      member.expression = *std::move(text);
      member.verdict = check.verdict;
      member.shared_points = check.shared_points;
      ++varied;
    }
    return varied;
  }

 private:
  // A random choice, in the order there was.
  void keep_some(Cluster& cluster, egraph::Random& random) const {
    std::size_t wanted = std::max<std::size_t>(1, options_.members);
    if (cluster.members.size() <= wanted) return;
    std::vector<Member> kept;
    kept.push_back(std::move(cluster.members[0]));
    --wanted;
    for (std::size_t i = 1; i < cluster.members.size(); ++i) {
      if (random.below(cluster.members.size() - i) >= wanted) continue;
      kept.push_back(std::move(cluster.members[i]));
      --wanted;
    }
    cluster.members = std::move(kept);
  }

  VariationOptions options_;
  PlainVariation variation_;
  ReferenceCheck check_;
};

}  // namespace

base::Result<CorpusManifest> vary_corpus(const DerivedCorpusRequest& request,
                                         const VariationOptions& options) {
  if (!(options.share >= 0 && options.share <= 1)) {
    return base::fail("the share of members that are varied must be between 0 and 100 percent");
  }
  CorpusDerivation derivation;
  derivation.command = "vary";
  derivation.parameters = {
      {"seed", std::to_string(options.seed)},
      {"share", fmt::format("{}", options.share)},
      {"max-tokens", std::to_string(options.max_tokens)},
      {"members",
       options.members == SIZE_MAX ? std::string("all") : std::to_string(options.members)}};
  const auto varied = std::make_shared<std::atomic<std::uint64_t>>(0);
  derivation.make_change = [&options, varied]() -> ClusterChange {
    const auto variation = std::make_shared<ClusterVariation>(options);
    return [variation, varied](Cluster& cluster) { *varied += variation->vary(cluster); };
  };
  derivation.count = [varied](const Cluster&, Counts& counts) { counts["varied"] = *varied; };
  return derive_corpus(request, derivation);
}

}  // namespace noether::egen
