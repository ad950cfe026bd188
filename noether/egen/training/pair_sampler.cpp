#include "noether/egen/training/pair_sampler.h"

#include <algorithm>

#include "noether/base/mix.h"
#include "noether/egraph/terms/random.h"

namespace noether::egen {
namespace {

using egraph::WideCount;

constexpr WideCount kMostShuffled = WideCount{1} << 62;

std::uint64_t seed_of(std::uint64_t seed, std::uint64_t a, std::uint64_t b = 0) {
  egraph::Random random(seed ^ (a * base::kGoldenRatio) ^ (b * base::kSecondRatio));
  return random.next();
}

// The position of `item` in the order of its epoch.
WideCount shuffled(WideCount count, std::uint64_t seed, std::uint64_t item) {
  if (count > kMostShuffled) return egraph::Random(seed_of(seed, item)).below(count);
  const auto narrow = static_cast<std::uint64_t>(count);
  return base::IndexShuffle(narrow, seed_of(seed, item / narrow))[item % narrow];
}

}  // namespace

PairSampler::PairSampler(const MemberTable& table, std::uint64_t seed, Uniform uniform)
    : table_(&table), seed_(seed), uniform_(uniform) {
  WideCount pairs = 0;
  for (std::size_t cluster = 0; cluster < table.cluster_count(); ++cluster) {
    const WideCount size = table.size_of(cluster);
    if (size < 2) continue;
    pairs += size * (size - 1);
    clusters_.push_back(static_cast<std::uint32_t>(cluster));
    pairs_until_.push_back(pairs);
  }
}

mpz_class PairSampler::pair_count() const {
  return pairs_until_.empty() ? mpz_class(0) : egraph::to_mpz(pairs_until_.back());
}

WideCount PairSampler::epoch_size() const {
  if (empty()) return 0;
  return uniform_ == Uniform::Pairs ? pairs_until_.back() : WideCount{clusters_.size()};
}

MemberPair PairSampler::pair_of(std::size_t row, WideCount number) const {
  const std::uint32_t cluster = clusters_[row];
  const std::uint64_t first = table_->first_member(cluster);
  const std::uint64_t others = table_->size_of(cluster) - 1;
  const auto anchor = static_cast<std::uint64_t>(number / others);
  const auto other = static_cast<std::uint64_t>(number % others);
  return {cluster, first + anchor, first + (other < anchor ? other : other + 1)};
}

MemberPair PairSampler::at(std::uint64_t item) const {
  if (uniform_ == Uniform::Pairs) {
    const WideCount number = shuffled(pairs_until_.back(), seed_, item);
    const auto row = static_cast<std::size_t>(std::ranges::upper_bound(pairs_until_, number) -
                                              pairs_until_.begin());
    return pair_of(row, row == 0 ? number : number - pairs_until_[row - 1]);
  }
  const auto row = static_cast<std::size_t>(shuffled(clusters_.size(), seed_, item));
  const WideCount pairs = pairs_until_[row] - (row == 0 ? 0 : pairs_until_[row - 1]);
  const std::uint64_t round = item / clusters_.size();
  return pair_of(row, shuffled(pairs, seed_of(seed_, row, 1), round));
}

}  // namespace noether::egen
