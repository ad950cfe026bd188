#include "noether/egraph/terms/count.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace noether::egraph {
namespace {

constexpr std::uint32_t kNoTerm = SizeBounds::kNoTerm;

// For each row, the productions that use it on their right side, once per occurrence.
class Uses {
 public:
  explicit Uses(const TermGrammar& grammar) : first_(grammar.row_count() + 1, 0) {
    for (std::uint32_t p = 0; p < grammar.production_count(); ++p) {
      const Production& production = grammar.production(p);
      if (production.has_left()) ++first_[production.left];
      if (production.has_right()) ++first_[production.right];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    users_.resize(first_.back());
    for (std::uint32_t p = 0; p < grammar.production_count(); ++p) {
      const Production& production = grammar.production(p);
      if (production.has_left()) users_[--first_[production.left]] = p;
      if (production.has_right()) users_[--first_[production.right]] = p;
    }
  }

  std::span<const std::uint32_t> of(std::uint32_t row) const {
    return {users_.data() + first_[row], users_.data() + first_[row + 1]};
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> users_;
};

// Rows by a small number, processed in ascending order: Dijkstra's queue, for sizes.
using Buckets = std::vector<std::vector<std::uint32_t>>;

// Knuth's generalisation of Dijkstra's algorithm: rows are settled in the order of their smallest
// terms, and a production is known when all rows to its right are settled.
std::vector<std::uint32_t> smallest_sizes(const TermGrammar& grammar, std::uint32_t max_size) {
  const Uses uses(grammar);
  std::vector<std::uint32_t> smallest(grammar.row_count(), kNoTerm);
  std::vector<std::uint32_t> row_of(grammar.production_count());
  std::vector<std::uint8_t> missing(grammar.production_count());
  Buckets buckets(std::size_t{max_size} + 1);
  for (std::uint32_t row = 0; row < grammar.row_count(); ++row) {
    std::uint32_t p = grammar.first_production(row);
    for (const Production& production : grammar.productions(row)) {
      row_of[p] = row;
      missing[p] = static_cast<std::uint8_t>(production.has_left() + production.has_right());
      if (missing[p] == 0 && max_size > 0) buckets[1].push_back(row);
      ++p;
    }
  }
  for (std::uint32_t size = 1; size <= max_size; ++size) {
    // Iterates by position, because an inclusion adds to the bucket that is being emptied.
    for (std::size_t i = 0; i < buckets[size].size(); ++i) {
      const std::uint32_t row = buckets[size][i];
      if (smallest[row] != kNoTerm) continue;
      smallest[row] = size;
      for (const std::uint32_t p : uses.of(row)) {
        if (--missing[p] > 0 || smallest[row_of[p]] != kNoTerm) continue;
        const std::uint32_t whole = smallest_size(grammar.production(p), smallest);
        if (whole <= max_size) buckets[whole].push_back(row_of[p]);
      }
    }
  }
  return smallest;
}

}  // namespace

SizeBounds bound_sizes(const TermGrammar& grammar, std::optional<std::uint32_t> root_row,
                       std::uint32_t max_size) {
  SizeBounds bounds{.smallest = smallest_sizes(grammar, max_size), .largest = {}};
  if (!root_row) {
    bounds.largest.assign(grammar.row_count(), max_size);
    return bounds;
  }
  bounds.largest.assign(grammar.row_count(), 0);
  if (bounds.smallest[*root_row] == kNoTerm) return bounds;

  // Dijkstra from the root: a row is reached with the largest size that remains for it.
  Buckets buckets(std::size_t{max_size} + 1);
  buckets[max_size].push_back(*root_row);
  for (std::uint32_t left_over = max_size; left_over > 0; --left_over) {
    const auto reach = [&](std::uint32_t row, std::uint32_t rest) {
      if (left_over < rest) return;
      const std::uint32_t room = left_over - rest;
      if (bounds.largest[row] < room && bounds.smallest[row] <= room) buckets[room].push_back(row);
    };
    for (std::size_t i = 0; i < buckets[left_over].size(); ++i) {
      const std::uint32_t row = buckets[left_over][i];
      if (bounds.largest[row] >= left_over) continue;
      bounds.largest[row] = left_over;
      for (const Production& production : grammar.productions(row)) {
        if (!production.has_left()) continue;
        const std::uint32_t whole = smallest_size(production, bounds.smallest);
        if (whole > left_over) continue;
        reach(production.left, whole - bounds.smallest[production.left]);
        if (production.has_right()) {
          reach(production.right, whole - bounds.smallest[production.right]);
        }
      }
    }
  }
  return bounds;
}

namespace {

// In the range of GMP's integers, the double must only be large and finite, so that its product
// with zero is zero.
constexpr double kHuge = 1e300;

// Four independent sums, because each step of a single one would wait for the previous step.
double sum_of_products(const double* left, const double* right, std::uint32_t above) {
  double sums[4] = {0, 0, 0, 0};
  const double* back = right + above;
  std::uint32_t k = 0;
  for (; k + 4 <= above + 1; k += 4, left += 4, back -= 4) {
    sums[0] += left[0] * back[0];
    sums[1] += left[1] * back[-1];
    sums[2] += left[2] * back[-2];
    sums[3] += left[3] * back[-3];
  }
  for (; k <= above; ++k) sums[0] += *left++ * *back--;
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Returns whether a cell's double, summed up from the doubles of other cells, is within 2^63 of the
// exact value. All summands are positive, so the relative error is at most 2^-53 times the number
// of roundings that a summand passes through: one for each production and each split of the size,
// and a few for the product itself.
bool is_restorable(double sum, std::size_t productions, std::uint32_t size) {
  return sum * static_cast<double>(productions + size + 16) < 0x1p115;
}

}  // namespace

TermCounts::TermCounts(const TermGraph& graph, const TermRules& rules,
                       std::optional<std::uint32_t> root, std::uint32_t max_size)
    : grammar_(graph, rules), max_size_(std::min(max_size, kMaxTermSize)) {
  assert(max_size <= kMaxTermSize);
  std::optional<std::uint32_t> root_row;
  if (root) root_row = grammar_.row_of(*root);
  bounds_ = bound_sizes(grammar_, root_row, max_size_);
  lay_out();
  for (std::uint32_t size = 1; size <= max_size_; ++size) {
    // Rows are processed in ascending order, because a row that includes another has a larger
    // number.
    for (std::uint32_t row = 0; row < grammar_.row_count(); ++row) {
      if (bounds_.smallest[row] <= size && size <= bounds_.largest[row]) count_cell(row, size);
    }
  }
}

void TermCounts::lay_out() {
  const std::uint32_t rows = grammar_.row_count();
  first_cell_.resize(rows + 1);
  std::uint64_t cells = 0;
  for (std::uint32_t row = 0; row < rows; ++row) {
    first_cell_[row] = static_cast<std::uint32_t>(cells);
    if (bounds_.is_used(row)) cells += bounds_.largest[row] - bounds_.smallest[row] + 1;
  }
  assert(cells <= SizeBounds::kNoTerm);
  first_cell_[rows] = static_cast<std::uint32_t>(cells);
  nearest_.resize(cells);
  residues_.resize(cells);

  first_live_.resize(rows + 1);
  live_.reserve(grammar_.production_count());
  for (std::uint32_t row = 0; row < rows; ++row) {
    first_live_[row] = static_cast<std::uint32_t>(live_.size());
    if (!bounds_.is_used(row)) continue;
    std::uint32_t number = grammar_.first_production(row);
    for (const Production& production : grammar_.productions(row)) {
      const std::uint32_t smallest = smallest_size(production, bounds_.smallest);
      if (smallest <= bounds_.largest[row]) {
        live_.push_back({.left = production.has_left() ? first_cell_[production.left] : 0,
                         .right = production.has_right() ? first_cell_[production.right] : 0,
                         .symbol = production.symbol,
                         .number = number,
                         .smallest = static_cast<std::uint16_t>(smallest),
                         .arity = production.arity,
                         .kind = production.kind});
      }
      ++number;
    }
  }
  first_live_[rows] = static_cast<std::uint32_t>(live_.size());
}

void TermCounts::count_cell(std::uint32_t row, std::uint32_t size) {
  using Kind = Production::Kind;
  const std::span<const LiveProduction> productions = live(row);
  const double* nearest = nearest_.data();
  double sum = 0;
  for (const LiveProduction& production : productions) {
    if (size < production.smallest) continue;
    if (production.kind == Kind::Pair || production.kind == Kind::Sequence) {
      sum += sum_of_products(nearest + production.left, nearest + production.right,
                             size - production.smallest);
    } else {
      sum += terms_of<double>(production, size, [&](std::uint32_t c) { return nearest[c]; });
    }
  }

  const std::uint32_t at = cell(row, size);
  if (sum < kExactDouble) {
    // Nothing was rounded: a single rounded summand would already be this large.
    nearest_[at] = sum;
    residues_[at] = static_cast<std::uint64_t>(sum);
  } else if (sum < kWide && is_restorable(sum, productions.size(), size)) {
    std::uint64_t residue = 0;
    for (const LiveProduction& production : productions) {
      residue +=
          terms_of<std::uint64_t>(production, size, [&](std::uint32_t c) { return residues_[c]; });
    }
    nearest_[at] = static_cast<double>(restore(sum, residue));
    residues_[at] = residue;
  } else {
    mpz_class exact;
    for (const LiveProduction& production : productions) {
      exact += terms_of<mpz_class>(production, size, [&](std::uint32_t c) { return value(c); });
    }
    nearest_[at] = std::min(exact.get_d(), kHuge);
    residues_[at] = static_cast<std::uint64_t>(to_wide(exact));
    if (width(at) == CountWidth::Big) big_.emplace(at, std::move(exact));
  }
}

std::uint32_t TermCounts::row_of_cell(std::uint32_t cell) const {
  // Among the rows that begin here, only the last is not empty.
  const auto after = std::ranges::upper_bound(first_cell_, cell);
  return static_cast<std::uint32_t>(after - first_cell_.begin()) - 1;
}

std::uint32_t TermCounts::largest_counted(std::uint32_t class_id) const {
  const std::uint32_t row = grammar_.row_of(class_id);
  return bounds_.is_used(row) ? bounds_.largest[row] : 0;
}

mpz_class TermCounts::count(std::uint32_t class_id, std::uint32_t size) const {
  const std::uint32_t row = grammar_.row_of(class_id);
  if (!bounds_.is_used(row) || size < bounds_.smallest[row]) return 0;
  assert(size <= bounds_.largest[row]);
  return value(cell(row, size));
}

mpz_class TermCounts::total(std::uint32_t class_id) const {
  mpz_class sum;
  for (std::uint32_t size = 1; size <= largest_counted(class_id); ++size) {
    sum += count(class_id, size);
  }
  return sum;
}

mpz_class TermCounts::value(std::uint32_t cell) const {
  if (width(cell) == CountWidth::Big) return big_.at(cell);
  return to_mpz(wide_value(cell));
}

}  // namespace noether::egraph
