// The Hungarian method by shortest augmenting paths (H. W. Kuhn 1955; R. Jonker and A. Volgenant,
// "A shortest augmenting path algorithm for dense and sparse linear assignment problems", 1987):
// rows are added one by one, and prices of rows and columns keep all reduced costs above zero.
#include "noether/evaluation/embedding/assignment.h"

#include <cassert>
#include <limits>

namespace noether::evaluation {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
constexpr std::int64_t kInfinite = std::numeric_limits<std::int64_t>::max();

class Assignment {
 public:
  Assignment(std::span<const std::int64_t> weights, std::size_t size)
      : weights_(weights),
        size_(size),
        row_price_(size),
        column_price_(size),
        row_of_(size, kNone) {}

  // Follows the cheapest way from `row` over assigned columns to a free one, and turns it over.
  void add(std::size_t row) {
    std::vector<std::int64_t> distance(size_, kInfinite);
    std::vector<std::size_t> previous(size_, kNone);  // column before, on the way; none: the row
    std::vector<bool> reached(size_, false);
    std::vector<std::size_t> order;
    std::size_t current = row;
    std::size_t last = kNone;
    std::int64_t so_far = 0;
    while (true) {
      std::size_t next = kNone;
      for (std::size_t column = 0; column < size_; ++column) {
        if (reached[column]) continue;
        const std::int64_t reduced = so_far + cost(current, column);
        if (reduced < distance[column]) {
          distance[column] = reduced;
          previous[column] = last;
        }
        if (next == kNone || distance[column] < distance[next]) next = column;
      }
      so_far = distance[next];
      reached[next] = true;
      order.push_back(next);
      last = next;
      if (row_of_[next] == kNone) break;
      current = row_of_[next];
    }
    row_price_[row] += so_far;
    for (const std::size_t column : order) {
      const std::int64_t gain = so_far - distance[column];
      column_price_[column] -= gain;
      if (row_of_[column] != kNone) row_price_[row_of_[column]] += gain;
    }
    for (std::size_t column = last; column != kNone; column = previous[column]) {
      row_of_[column] = previous[column] == kNone ? row : row_of_[previous[column]];
    }
  }

  std::vector<std::size_t> columns() const {
    std::vector<std::size_t> column_of(size_);
    for (std::size_t column = 0; column < size_; ++column) column_of[row_of_[column]] = column;
    return column_of;
  }

 private:
  std::int64_t cost(std::size_t row, std::size_t column) const {
    return -weights_[row * size_ + column] - row_price_[row] - column_price_[column];
  }

  std::span<const std::int64_t> weights_;
  std::size_t size_;
  std::vector<std::int64_t> row_price_;
  std::vector<std::int64_t> column_price_;
  std::vector<std::size_t> row_of_;  // of every column
};

}  // namespace

std::vector<std::size_t> assign_one_to_one(std::span<const std::int64_t> weights,
                                           std::size_t size) {
  assert(weights.size() == size * size);
  Assignment assignment(weights, size);
  for (std::size_t row = 0; row < size; ++row) assignment.add(row);
  return assignment.columns();
}

}  // namespace noether::evaluation
