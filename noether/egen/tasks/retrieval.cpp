#include "noether/egen/tasks/retrieval.h"

#include <algorithm>
#include <unordered_set>

#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/base/mix.h"
#include "noether/egen/prefix_tokens.h"
#include "noether/egen/verify/reference_check.h"
#include "noether/egraph/terms/random.h"

namespace noether::egen {
namespace {

// Detects whether any of the expressions, or an equal one, occurred in an earlier cluster.
class SeenMeanings {
 public:
  // Records nothing if one of them occurred or is unreadable.
  bool add(const std::vector<std::string>& expressions) {
    pool_.clear();
    std::unordered_set<std::uint64_t> keys;
    for (const std::string& expression : expressions) {
      const auto root = reader_.read(formula::Notation::Prefix, expression, pool_);
      if (!root) return false;
      keys.insert(fingerprinter_.fingerprint(*root, algebra::Names::Keep).low);
      keys.insert(twin_key(expression));
    }
    for (const std::uint64_t key : keys) {
      if (seen_.contains(key)) return false;
    }
    seen_.merge(keys);
    return true;
  }

 private:
  algebra::Vocabulary vocabulary_;
  algebra::Expressions pool_{vocabulary_};
  algebra::ExpressionReader reader_;
  algebra::Fingerprinter fingerprinter_{pool_};
  std::unordered_set<std::uint64_t> seen_;
};

// Up to `most` random members that agree with the initial expression, which comes first.
std::vector<std::string> choose_members(const MemberTable& table, std::size_t cluster,
                                        std::size_t most, std::uint64_t seed,
                                        ReferenceCheck& check) {
  std::vector<std::string> chosen;
  const std::uint64_t first = table.first_member(cluster);
  if (!check.set_reference(table.expression(first)) || !check.reference_has_values()) return chosen;
  chosen.emplace_back(table.expression(first));
  const std::uint64_t others = table.size_of(cluster) - 1;
  if (others == 0) return chosen;
  const base::IndexShuffle shuffle(others, seed);
  for (std::uint64_t i = 0; i < others && chosen.size() < most; ++i) {
    const std::string_view member = table.expression(first + 1 + shuffle[i]);
    if (check.agrees(member)) chosen.emplace_back(member);
  }
  return chosen;
}

}  // namespace

std::vector<RetrievalCluster> make_retrieval_clusters(const MemberTable& table,
                                                      const RetrievalOptions& options) {
  std::vector<RetrievalCluster> clusters;
  if (table.cluster_count() == 0) return clusters;
  const base::IndexShuffle shuffle(table.cluster_count(), options.seed);
  ReferenceCheck check;
  SeenMeanings seen;
  for (std::uint64_t i = 0; i < table.cluster_count(); ++i) {
    if (clusters.size() == options.clusters) break;
    const auto cluster = static_cast<std::size_t>(shuffle[i]);
    if (table.size_of(cluster) < options.fewest) continue;
    egraph::Random random(options.seed ^ (table.cluster_id(cluster) * base::kGoldenRatio));
    const std::size_t most =
        options.fewest + random.below(std::uint64_t{options.most - options.fewest + 1});
    auto members = choose_members(table, cluster, most, random.next(), check);
    if (members.size() < options.fewest) continue;
    // Clusters that are equal wherever both have values are relevant, too, even with different
    // fingerprints.
    const bool known = std::ranges::any_of(clusters, [&](const RetrievalCluster& other) {
      return check.agrees(other.expressions[0]);
    });
    if (known || !seen.add(members)) continue;
    clusters.push_back({table.cluster_id(cluster), std::move(members)});
  }
  return clusters;
}

}  // namespace noether::egen
