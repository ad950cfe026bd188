#include "noether/egraph/terms/term_ranking.h"

#include <algorithm>
#include <cassert>

namespace noether::egraph {

TermRanking::TermRanking(const TermCounts& counts, std::uint32_t class_id)
    : unranker_(counts), row_(counts.grammar().row_of(class_id)) {
  for (std::uint32_t size = 1; size <= counts.largest_counted(class_id); ++size) {
    const mpz_class terms = counts.count(class_id, size);
    if (terms == 0) continue;
    by_size_.push_back({.first = count_, .count = terms, .size = size});
    count_ += terms;
  }
  if (!is_wide()) return;
  for (const RankRange& range : by_size_) first_wide_.push_back(to_wide(range.first));
}

void TermRanking::unrank(const mpz_class& rank, Term& term) {
  assert(0 <= rank && rank < count_);
  if (is_wide()) return unrank(to_wide(rank), term);
  term.tokens.clear();
  const auto after = std::ranges::upper_bound(by_size_, rank, {}, &RankRange::first);
  const RankRange& range = *(after - 1);
  unranker_.append(row_, range.size, mpz_class(rank - range.first), term);
}

void TermRanking::unrank(WideCount rank, Term& term) {
  assert(is_wide());
  term.tokens.clear();
  // From the largest size down: that is where nearly all terms are.
  std::size_t i = first_wide_.size() - 1;
  while (first_wide_[i] > rank) --i;
  unranker_.append(row_, by_size_[i].size, rank - first_wide_[i], term);
}

Term TermRanking::unrank(const mpz_class& rank) {
  Term term;
  unrank(rank, term);
  return term;
}

std::vector<RankRange> TermRanking::ranges_by_root_symbol(const RankRange& of_size) const {
  std::vector<RankRange> ranges;
  collect_root_symbols(row_, of_size.size, ranges);
  mpz_class first = of_size.first;
  for (RankRange& range : ranges) {
    range.first = first;
    first += range.count;
  }
  assert(first == of_size.first + of_size.count);
  return ranges;
}

void TermRanking::collect_root_symbols(std::uint32_t row, std::uint32_t size,
                                       std::vector<RankRange>& ranges) const {
  const TermCounts& counts = unranker_.counts();
  for (const LiveProduction& live : counts.live(row)) {
    const Production& production = counts.grammar().production(live.number);
    if (production.kind == Production::Kind::Inclusion) {
      if (size >= live.smallest) collect_root_symbols(production.left, size, ranges);
      continue;
    }
    const auto terms =
        terms_of<mpz_class>(live, size, [&](std::uint32_t cell) { return counts.value(cell); });
    if (terms == 0) continue;
    if (!ranges.empty() && ranges.back().symbol == production.symbol) {
      ranges.back().count += terms;
    } else {
      ranges.push_back({.first = 0, .count = terms, .size = size, .symbol = production.symbol});
    }
  }
}

}  // namespace noether::egraph
