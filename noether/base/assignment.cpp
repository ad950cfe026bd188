#include "noether/base/assignment.h"

#include <algorithm>
#include <limits>

namespace noether::base {

// Costs are negated values, with potentials of rows and columns. Each row has an extra
// column of value 0, so that every row finds a column.
Assignment best_assignment(const std::vector<double>& values, std::size_t rows,
                           std::size_t columns) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  const std::size_t all = columns + rows;
  constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  std::vector<double> row_cost(rows, 0);
  std::vector<double> column_cost(all + 1, 0);
  std::vector<std::size_t> row_of(all + 1, kNone);
  std::vector<std::size_t> came_from(all + 1);
  std::vector<double> distance(all + 1);
  std::vector<bool> is_done(all + 1);
  const auto cost = [&](std::size_t row, std::size_t column) {
    return column < columns ? -values[row * columns + column] : 0.0;
  };
  // The path of a new row begins at the last column.
  for (std::size_t row = 0; row < rows; ++row) {
    std::ranges::fill(distance, kFar);
    std::fill(is_done.begin(), is_done.end(), false);
    std::size_t column = all;
    row_of[all] = row;
    while (row_of[column] != kNone) {
      is_done[column] = true;
      const std::size_t current = row_of[column];
      double step = kFar;
      std::size_t next = all;
      for (std::size_t c = 0; c < all; ++c) {
        if (is_done[c]) continue;
        const double reduced = cost(current, c) - row_cost[current] - column_cost[c];
        if (reduced < distance[c]) {
          distance[c] = reduced;
          came_from[c] = column;
        }
        if (distance[c] < step) {
          step = distance[c];
          next = c;
        }
      }
      for (std::size_t c = 0; c <= all; ++c) {
        if (is_done[c]) {
          row_cost[row_of[c]] += step;
          column_cost[c] -= step;
        } else {
          distance[c] -= step;
        }
      }
      column = next;
    }
    while (column != all) {
      row_of[column] = row_of[came_from[column]];
      column = came_from[column];
    }
  }

  Assignment best;
  best.columns.assign(rows, columns);
  for (std::size_t c = 0; c < all; ++c) {
    if (row_of[c] == kNone) continue;
    best.columns[row_of[c]] = c;
    best.value -= cost(row_of[c], c);
  }
  best.row_prices.resize(rows);
  best.column_prices.resize(columns);
  for (std::size_t r = 0; r < rows; ++r) best.row_prices[r] = -row_cost[r];
  for (std::size_t c = 0; c < columns; ++c) best.column_prices[c] = -column_cost[c];
  return best;
}

}  // namespace noether::base
