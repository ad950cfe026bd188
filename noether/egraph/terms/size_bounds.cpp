#include "noether/egraph/terms/size_bounds.h"

#include <numeric>

namespace noether::egraph {

namespace {

constexpr std::uint32_t kNoTerm = SizeBounds::kNoTerm;

// For each row the productions that it stands to the right of, as often as it does.
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

// Rows by a small number that is to be taken from below: Dijkstra's queue, for sizes.
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
    // By position: an inclusion adds to the bucket that is being emptied.
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

  // Dijkstra from the root: a row is reached with the size that is left for it, largest first.
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

}  // namespace noether::egraph
