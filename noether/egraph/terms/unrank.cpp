#include "noether/egraph/terms/unrank.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

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
    // The floating-point root is only a first guess: the answer is the same on every machine.
    auto root = static_cast<Count>(std::sqrt(2 * static_cast<double>(index)));
    while (unordered_pairs(root) > index) --root;
    while (unordered_pairs<Count>(root + 1) <= index) ++root;
    return root;
  }
}

template <typename Count>
struct Split {
  std::uint32_t left_above;  // the left argument's size, above the smallest of its row
  Count left;
  Count right;
};

// Which sizes and indices of the two arguments the term number `index` of a production has.
template <typename Count>
Split<Count> split_pair(const TermCounts& counts, const LiveProduction& production,
                        std::uint32_t above, Count index) {
  for (std::uint32_t n = 0;; ++n) {
    assert(n <= above);
    const std::uint32_t k = nth_split(n, above);
    const std::uint32_t left = production.left + k;
    const std::uint32_t right = production.right + (above - k);
    // A zero also says that its partner may be too large for this width.
    if (counts.is_zero(left) || counts.is_zero(right)) continue;
    const auto rights = counts.value_as<Count>(right);
    const Count terms = counts.value_as<Count>(left) * rights;
    if (index < terms) return {k, index / rights, index % rights};
    index -= terms;
  }
}

template <typename Count>
Split<Count> split_twins(const TermCounts& counts, const LiveProduction& production,
                         std::uint32_t above, Count index) {
  for (std::uint32_t k = 0; 2 * k < above; ++k) {
    const std::uint32_t left = production.left + k;
    const std::uint32_t right = production.left + (above - k);
    if (counts.is_zero(left) || counts.is_zero(right)) continue;
    const auto rights = counts.value_as<Count>(right);
    const Count terms = counts.value_as<Count>(left) * rights;
    if (index < terms) return {k, index / rights, index % rights};
    index -= terms;
  }
  const Count second = triangular_root(index);
  return {above / 2, index - unordered_pairs(second), second};
}

}  // namespace

Unranker::Unranker(const TermCounts& counts) : counts_(counts), slices_(counts.cell_count()) {}

template <typename Count>
Unranker::Slice Unranker::slice_of(std::uint32_t row, std::uint32_t size) {
  Slice& slice = slices_[counts_.cell(row, size)];
  if (slice.begin != slice.end) return slice;
  std::vector<RunningTotal<Count>>& totals = std::get<Level<Count>>(levels_).totals;
  slice.begin = static_cast<std::uint32_t>(totals.size());
  Count before(0);
  for (const LiveProduction& production : counts_.live(row)) {
    const auto terms = terms_of<Count>(production, size, [&](std::uint32_t cell) {
      // Only beside a zero is a count too large for this width.
      if (counts_.width(cell) > kWidthOf<Count>) return Count(0);
      return counts_.value_as<Count>(cell);
    });
    if (terms == 0) continue;
    totals.push_back({before, &production});
    before += terms;
  }
  slice.end = static_cast<std::uint32_t>(totals.size());
  return slice;
}

template <typename Count>
void Unranker::append_at_level(std::uint32_t root_row, std::uint32_t root_size,
                               const Count& root_index, Term& term) {
  using Kind = Production::Kind;
  Level<Count>& level = std::get<Level<Count>>(levels_);
  level.pending.push_back({root_row, root_size, root_index});
  while (!level.pending.empty()) {
    const auto [row, size, index] = std::move(level.pending.back());
    level.pending.pop_back();
    if constexpr (kWidthOf<Count> != CountWidth::Narrow) {
      const CountWidth width = counts_.width(counts_.cell(row, size));
      if (width < kWidthOf<Count>) {
        if (width == CountWidth::Narrow) {
          append_at_level(row, size, narrow_count<std::uint64_t>(index), term);
        } else {
          append_at_level(row, size, narrow_count<WideCount>(index), term);
        }
        continue;
      }
    }

    const Slice slice = slice_of<Count>(row, size);
    const auto first = level.totals.begin() + slice.begin;
    const auto after = std::upper_bound(
        first + 1, level.totals.begin() + slice.end, index,
        [](const Count& i, const RunningTotal<Count>& total) { return i < total.before; });
    const RunningTotal<Count>& found = *(after - 1);
    const Production& production = counts_.grammar().production(found.production->number);
    const Count rest = index - found.before;
    if (production.writes_token()) term.tokens.push_back({production.symbol, production.arity});

    if (production.kind == Kind::Leaf) continue;
    const std::vector<std::uint32_t>& smallest = counts_.bounds().smallest;
    const std::uint32_t above = size - found.production->smallest;
    if (!production.has_right()) {
      level.pending.push_back({production.left, smallest[production.left] + above, rest});
      continue;
    }
    const Split<Count> split = production.kind == Kind::TwinPair
                                   ? split_twins(counts_, *found.production, above, rest)
                                   : split_pair(counts_, *found.production, above, rest);
    const std::uint32_t right_above = above - split.left_above;
    level.pending.push_back(
        {production.right, smallest[production.right] + right_above, split.right});
    level.pending.push_back(
        {production.left, smallest[production.left] + split.left_above, split.left});
  }
}

template <typename Index>
void Unranker::append(std::uint32_t row, std::uint32_t size, const Index& index, Term& term) {
  switch (counts_.width(counts_.cell(row, size))) {
    case CountWidth::Narrow:
      return append_at_level(row, size, narrow_count<std::uint64_t>(index), term);
    case CountWidth::Wide:
      return append_at_level(row, size, narrow_count<WideCount>(index), term);
    case CountWidth::Big:
      if constexpr (std::is_same_v<Index, mpz_class>) {
        return append_at_level(row, size, index, term);
      } else {
        return append_at_level(row, size, to_mpz(index), term);
      }
  }
}

template void Unranker::append(std::uint32_t, std::uint32_t, const std::uint64_t&, Term&);
template void Unranker::append(std::uint32_t, std::uint32_t, const WideCount&, Term&);
template void Unranker::append(std::uint32_t, std::uint32_t, const mpz_class&, Term&);

}  // namespace noether::egraph
