#include "noether/egraph/terms/sample.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace noether::egraph {

namespace {

// Equal shares of `how_many`, none above its capacity; the remainder goes to the others.
std::vector<std::size_t> equal_shares(std::size_t how_many,
                                      const std::vector<mpz_class>& capacity) {
  std::vector<std::size_t> shares(capacity.size());
  std::vector<std::size_t> order(capacity.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // The smallest capacities come first, so the remainder is divided among the larger ones.
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(capacity[i], i); });
  std::size_t sharers = order.size();
  for (const std::size_t i : order) {
    const std::size_t fair = how_many / sharers--;
    shares[i] = capacity[i] < fair ? capacity[i].get_ui() : fair;
    how_many -= shares[i];
  }
  return shares;
}

mpz_class sum_of_counts(const auto& strata) {
  mpz_class sum;
  for (const auto& stratum : strata) sum += stratum.count;
  return sum;
}

}  // namespace

TermSampler::TermSampler(TermRanking& ranking, std::uint64_t seed, Strata strata)
    : ranking_(ranking), random_(seed), is_wide_(ranking.is_wide()) {
  const auto stratum = [&](const mpz_class& first, const mpz_class& count) {
    return Stratum{first, count, to_wide(first), to_wide(count)};
  };
  if (ranking.count() == 0) return;
  if (strata == Strata::None) {
    groups_.push_back({stratum(0, ranking.count())});
    return;
  }
  for (const RankRange& range : ranking.ranges_by_size()) {
    std::vector<Stratum>& group = groups_.emplace_back();
    if (strata == Strata::Size) {
      group.push_back(stratum(range.first, range.count));
    } else {
      for (const RankRange& part : ranking.ranges_by_root_symbol(range)) {
        group.push_back(stratum(part.first, part.count));
      }
    }
  }
}

bool TermSampler::draw(Term& term) {
  if (groups_.empty()) return false;
  const auto pick = [&](const auto& from) -> const auto& {
    return from[from.size() == 1 ? 0 : random_.below(std::uint64_t{from.size()})];
  };
  const Stratum& stratum = pick(pick(groups_));
  if (is_wide_) {
    ranking_.unrank(stratum.first_wide + random_.below(stratum.count_wide), term);
  } else {
    ranking_.unrank(stratum.first + random_.below(stratum.count), term);
  }
  return true;
}

std::vector<Term> TermSampler::draw_distinct(std::size_t how_many) {
  std::vector<mpz_class> ranks;
  std::vector<mpz_class> capacity;
  for (const std::vector<Stratum>& group : groups_) capacity.push_back(sum_of_counts(group));
  const std::vector<std::size_t> group_shares = equal_shares(how_many, capacity);
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    capacity.clear();
    for (const Stratum& stratum : groups_[g]) capacity.push_back(stratum.count);
    const std::vector<std::size_t> shares = equal_shares(group_shares[g], capacity);
    for (std::size_t s = 0; s < shares.size(); ++s) draw_ranks(groups_[g][s], shares[s], ranks);
  }
  std::vector<Term> terms(ranks.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) ranking_.unrank(ranks[i], terms[i]);
  return terms;
}

// Floyd's algorithm: it needs as many random numbers as ranks, even if almost all ranks are drawn.
void TermSampler::draw_ranks(const Stratum& stratum, std::size_t how_many,
                             std::vector<mpz_class>& ranks) {
  std::set<mpz_class> chosen;
  for (mpz_class last = stratum.count - how_many; last < stratum.count; ++last) {
    if (!chosen.insert(random_.below(mpz_class(last + 1))).second) chosen.insert(last);
  }
  for (const mpz_class& offset : chosen) ranks.emplace_back(stratum.first + offset);
}

}  // namespace noether::egraph
