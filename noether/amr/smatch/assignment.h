// The best assignment of rows to columns (the Hungarian method).
#pragma once

#include <cstddef>
#include <vector>

namespace noether::amr {

// Each row gets a different column, or none, which is worth nothing.
struct Assignment {
  double value = 0;
  std::vector<std::size_t> columns;  // by row; at least `columns` of the matrix: none
  // Prices that prove it: row + column >= value of the cell everywhere, both >= 0, and their sum is
  // the value of the assignment.
  std::vector<double> row_prices;
  std::vector<double> column_prices;
};

// `values` by row and column; all are at least 0.
Assignment best_assignment(const std::vector<double>& values, std::size_t rows,
                           std::size_t columns);

}  // namespace noether::amr
