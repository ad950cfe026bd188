#include "noether/egraph/terms/term_ranking.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace noether::egraph {
namespace {

template <typename Count>
constexpr CountWidth kWidthOf = CountWidth::Big;
template <>
constexpr CountWidth kWidthOf<WideCount> = CountWidth::Wide;
template <>
constexpr CountWidth kWidthOf<std::uint64_t> = CountWidth::Narrow;

// The largest n with n (n + 1) / 2 <= index.
template <typename Count>
Count triangular_root(const Count& index) {
  if constexpr (std::is_same_v<Count, mpz_class>) {
    return (sqrt(mpz_class(8 * index + 1)) - 1) / 2;
  } else {
    // The floating-point root is only a first guess: the result is the same on every machine.
    auto root = static_cast<Count>(std::sqrt(2 * static_cast<double>(index)));
    while (unordered_pairs(root) > index) --root;
    while (unordered_pairs<Count>(root + 1) <= index) ++root;
    return root;
  }
}

// Returns the position of the last number that is not above `index`; the numbers ascend, and the
// first is 0. Each step halves the range without a branch, because a branch would be unpredictable.
template <typename Count>
std::size_t last_not_above(const Count* numbers, std::size_t count, const Count& index) {
  std::size_t place = 0;
  while (count > 1) {
    const std::size_t half = count / 2;
    place = index < numbers[place + half] ? place : place + half;
    count -= half;
  }
  return place;
}

template <typename Count>
struct Split {
  std::uint32_t left_above;  // the left argument's size, above the smallest of its row
  Count left;
  Count right;
};

template <typename Count>
Split<Count> share(std::uint32_t left_above, const Count& index, const Count& rights) {
  Count left = index / rights;
  Count right = index - left * rights;  // a second division would cost as much as all the rest
  return {left_above, std::move(left), std::move(right)};
}

// The count of a cell that is multiplied by the count of its partner. If the partner is zero, the
// count may be too large for this width and is irrelevant; only the residue of a 64-bit count is
// then read.
template <typename Count>
Count value_beside(const TermCounts& counts, std::uint32_t cell, std::uint32_t partner) {
  if constexpr (kWidthOf<Count> == CountWidth::Wide) {
    if (counts.is_zero(partner)) return 0;
  }
  return counts.value_as<Count>(cell);
}

// The sizes and indices of the two arguments of term number `index` of a production.
template <typename Count>
Split<Count> split_pair(const TermCounts& counts, const LiveProduction& production,
                        std::uint32_t above, Count index) {
  for (std::uint32_t n = 0;; ++n) {
    assert(n <= above);
    const std::uint32_t k = nth_split(n, above);
    const std::uint32_t left = production.left + k;
    const std::uint32_t right = production.right + (above - k);
    const auto rights = value_beside<Count>(counts, right, left);
    const Count terms = value_beside<Count>(counts, left, right) * rights;
    if (index < terms) return share<Count>(k, index, rights);
    index -= terms;
  }
}

template <typename Count>
Split<Count> split_twins(const TermCounts& counts, const LiveProduction& production,
                         std::uint32_t above, Count index) {
  for (std::uint32_t k = 0; 2 * k < above; ++k) {
    const std::uint32_t left = production.left + k;
    const std::uint32_t right = production.left + (above - k);
    const auto rights = value_beside<Count>(counts, right, left);
    const Count terms = value_beside<Count>(counts, left, right) * rights;
    if (index < terms) return share<Count>(k, index, rights);
    index -= terms;
  }
  const Count second = triangular_root(index);
  return {above / 2, index - unordered_pairs(second), second};
}

}  // namespace

Unranker::Unranker(const TermCounts& counts) : counts_(counts), slices_(counts.cell_count()) {}

template <typename Count>
const Unranker::Slice& Unranker::slice_of(std::uint32_t cell) {
  Slice& slice = slices_[cell];
  if (slice.count > 0) return slice;
  std::vector<Count>& totals = std::get<Level<Count>>(levels_).before;
  const std::uint32_t row = counts_.row_of_cell(cell);
  slice.size = counts_.size_of_cell(row, cell);
  slice.begin = static_cast<std::uint32_t>(totals.size());
  Count before(0);
  for (const LiveProduction& production : counts_.live(row)) {
    const auto terms = terms_of<Count>(production, slice.size, [&](std::uint32_t part) {
      // A count is too large for this width only if its partner is zero.
      if (counts_.width(part) > kWidthOf<Count>) return Count(0);
      return counts_.value_as<Count>(part);
    });
    if (terms == 0 && before == 0) continue;
    if (before == 0) slice.first = &production;
    totals.push_back(before);
    before += terms;
    if (terms != 0) slice.count = static_cast<std::uint32_t>(totals.size()) - slice.begin;
  }
  totals.resize(slice.begin + slice.count);
  return slice;
}

template <typename Count>
void Unranker::append_at_level(std::uint32_t root_cell, const Count& root_index, Term& term) {
  using Kind = Production::Kind;
  Level<Count>& level = std::get<Level<Count>>(levels_);
  level.pending.push_back({root_cell, root_index});
  while (!level.pending.empty()) {
    auto [cell, index] = std::move(level.pending.back());
    level.pending.pop_back();
    if constexpr (kWidthOf<Count> != CountWidth::Narrow) {
      const CountWidth width = counts_.width(cell);
      if (width == CountWidth::Narrow) {
        append_at_level(cell, narrow_count<std::uint64_t>(index), term);
        continue;
      }
      if (width < kWidthOf<Count>) {
        append_at_level(cell, narrow_count<WideCount>(index), term);
        continue;
      }
    }

    const Slice& slice = slice_of<Count>(cell);
    const Count* totals = level.before.data() + slice.begin;
    const std::size_t place = last_not_above(totals, slice.count, index);
    index -= totals[place];
    const LiveProduction& production = slice.first[place];
    const std::uint32_t above = slice.size - production.smallest;
    switch (production.kind) {
      case Kind::Leaf:
        term.tokens.push_back({production.symbol, 0});
        break;
      case Kind::Unary:
        term.tokens.push_back({production.symbol, production.arity});
        [[fallthrough]];
      case Kind::Inclusion:
        level.pending.push_back({production.left + above, std::move(index)});
        break;
      case Kind::Pair:
      case Kind::TwinPair:
        term.tokens.push_back({production.symbol, production.arity});
        [[fallthrough]];
      case Kind::Sequence: {
        auto [left_above, left, right] = production.kind == Kind::TwinPair
                                             ? split_twins(counts_, production, above, index)
                                             : split_pair(counts_, production, above, index);
        level.pending.push_back({production.right + (above - left_above), std::move(right)});
        level.pending.push_back({production.left + left_above, std::move(left)});
        break;
      }
    }
  }
}

template <typename Index>
void Unranker::append(std::uint32_t row, std::uint32_t size, const Index& index, Term& term) {
  const std::uint32_t cell = counts_.cell(row, size);
  switch (counts_.width(cell)) {
    case CountWidth::Narrow:
      return append_at_level(cell, narrow_count<std::uint64_t>(index), term);
    case CountWidth::Wide:
      return append_at_level(cell, narrow_count<WideCount>(index), term);
    case CountWidth::Big:
      if constexpr (std::is_same_v<Index, mpz_class>) {
        return append_at_level(cell, index, term);
      } else {
        return append_at_level(cell, to_mpz(index), term);
      }
  }
}

template void Unranker::append(std::uint32_t, std::uint32_t, const std::uint64_t&, Term&);
template void Unranker::append(std::uint32_t, std::uint32_t, const WideCount&, Term&);
template void Unranker::append(std::uint32_t, std::uint32_t, const mpz_class&, Term&);

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
  // Starts at the largest size, because almost all terms are there.
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
