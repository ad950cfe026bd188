#include "noether/neural/kernels/int8_dot.h"

#include <algorithm>

#include "noether/neural/kernels/int8_dot_arm64.h"
#include "noether/neural/kernels/int8_dot_x86.h"

namespace noether::neural {
namespace {

void dot_portable(const std::int8_t* panel, const std::int8_t* tokens, std::size_t count,
                  std::size_t columns, std::int32_t (*sums)[kPanelRows]) {
  for (std::size_t t = 0; t < count; ++t) {
    std::int32_t sum[kPanelRows] = {};
    const std::int8_t* token = tokens + t * columns;
    const std::int8_t* weights = panel;
    for (std::size_t column = 0; column < columns; column += 4, weights += 4 * kPanelRows) {
      for (std::size_t row = 0; row < kPanelRows; ++row) {
        for (std::size_t i = 0; i < 4; ++i) sum[row] += weights[4 * row + i] * token[column + i];
      }
    }
    std::copy_n(sum, kPanelRows, sums[t]);
  }
}

}  // namespace

std::span<const Int8Kernel> int8_kernels() {
  static const std::vector<Int8Kernel> kernels = [] {
    std::vector<Int8Kernel> list;
    append_arm64_kernels(list);
    append_x86_kernels(list);
    list.push_back({"portable", dot_portable});
    return list;
  }();
  return kernels;
}

std::vector<std::int8_t> pack_panels(std::span<const std::int8_t> matrix, std::size_t rows,
                                     std::size_t columns) {
  const std::size_t padded = padded_columns(columns);
  const std::size_t panels = (rows + kPanelRows - 1) / kPanelRows;
  std::vector<std::int8_t> packed(panels * kPanelRows * padded, 0);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::int8_t* from = matrix.data() + row * columns;
    std::int8_t* to = packed.data() + row / kPanelRows * kPanelRows * padded + row % kPanelRows * 4;
    for (std::size_t column = 0; column < columns; column += 4, to += 4 * kPanelRows) {
      std::copy_n(from + column, std::min<std::size_t>(4, columns - column), to);
    }
  }
  return packed;
}

}  // namespace noether::neural
