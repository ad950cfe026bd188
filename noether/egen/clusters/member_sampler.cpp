#include "noether/egen/clusters/member_sampler.h"

#include <algorithm>

#include "noether/algebra/expression/vocabulary.h"

namespace noether::egen {
namespace {

constexpr std::uint64_t kLargestDeck = std::uint64_t{1} << 62;

}  // namespace

bool RankDeck::deal(egraph::Random& random, mpz_class& rank) {
  if (count_ > kLargestDeck) {
    do {
      rank = random.below(count_);
    } while (!used_.insert(rank).second);
    rank += first_;
    return true;
  }
  const std::uint64_t count = count_.get_ui();
  if (dealt_ == count) return false;
  // One step of the Fisher-Yates shuffle: swap the next place with a random one that follows.
  const std::uint64_t other = dealt_ + random.below(count - dealt_);
  const auto at = [&](std::uint64_t place) {
    const auto found = moved_.find(place);
    return found == moved_.end() ? place : found->second;
  };
  rank = first_ + at(other);
  moved_[other] = at(dealt_);
  moved_.erase(dealt_);
  ++dealt_;
  return true;
}

MemberSampler::MemberSampler(egraph::TermRanking& ranking, std::uint64_t seed, Sampling sampling)
    : ranking_(ranking), random_(seed), sampling_(sampling) {
  if (sampling == Sampling::Uniform) {
    Stratum& all = roots_.emplace_back().strata.emplace_back();
    all.decks.emplace_back(mpz_class(0), ranking.count());
    return;
  }
  for (const egraph::RankRange& of_size : ranking.ranges_by_size()) {
    for (const egraph::RankRange& range : ranking.ranges_by_root_symbol(of_size)) {
      const algebra::Op op = algebra::Head(range.symbol).op();
      auto root = std::ranges::lower_bound(roots_, std::optional(op), {}, &Root::op);
      if (root == roots_.end() || root->op != op) root = roots_.insert(root, Root{op, {}});
      if (root->strata.empty() || root->strata.back().size != of_size.size) {
        root->strata.push_back({of_size.size, {}});
      }
      root->strata.back().decks.emplace_back(range.first, range.count);
    }
  }
}

bool MemberSampler::draw(std::size_t root, std::size_t stratum, egraph::Term& term) {
  Stratum& from = roots_[root].strata[stratum];
  mpz_class rank;
  while (!from.decks.empty()) {
    from.next_deck %= from.decks.size();
    if (from.decks[from.next_deck].deal(random_, rank)) {
      ++from.next_deck;
      ranking_.unrank(rank, term);
      return true;
    }
    from.decks.erase(from.decks.begin() + static_cast<std::ptrdiff_t>(from.next_deck));
  }
  return false;
}

}  // namespace noether::egen
