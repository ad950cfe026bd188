// Finds the best assignment of rows to columns: the Hungarian method by shortest augmenting paths
// (H. W. Kuhn 1955; R. Jonker and A. Volgenant, "A shortest augmenting path algorithm for dense and
// sparse linear assignment problems", 1987). Time grows with the cube of the size.
#pragma once

#include <cstddef>
#include <vector>

namespace noether::base {

// Each row gets a column of its own, or no column, which has the value 0.
struct Assignment {
  double value = 0;
  std::vector<std::size_t> columns;  // by row; a number >= `columns` of the matrix means no column
  // Prices that prove that the assignment is best: row + column >= value for every cell, both are
  // >= 0, and their sum is the value of the assignment.
  std::vector<double> row_prices;
  std::vector<double> column_prices;
};

// `values` by row and column; all are at least 0. Whole numbers whose sum is below 2^53 give an
// exact result.
Assignment best_assignment(const std::vector<double>& values, std::size_t rows,
                           std::size_t columns);

}  // namespace noether::base
