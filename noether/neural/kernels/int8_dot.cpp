#include "noether/neural/kernels/int8_dot.h"

#include <algorithm>
#include <cstring>

#include "noether/neural/kernels/int8_dot_arm64.h"
#include "noether/neural/kernels/int8_dot_x86.h"

namespace noether::neural {
namespace {

void dot_portable(const std::int8_t* panel, const std::int8_t* vectors, std::size_t count,
                  std::size_t columns, std::int32_t (*sums)[kPanelRows]) {
  for (std::size_t v = 0; v < count; ++v) {
    std::int32_t sum[kPanelRows] = {};
    const std::int8_t* vector = vectors + v * columns;
    const std::int8_t* weights = panel;
    for (std::size_t column = 0; column < columns; column += 4, weights += 4 * kPanelRows) {
      for (std::size_t row = 0; row < kPanelRows; ++row) {
        for (std::size_t i = 0; i < 4; ++i) sum[row] += weights[4 * row + i] * vector[column + i];
      }
    }
    std::copy_n(sum, kPanelRows, sums[v]);
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

void put_in_pair(const std::int8_t* vector, std::size_t number, std::size_t columns,
                 std::int8_t* pairs) {
  std::int8_t* to = pairs + number / 2 * 2 * columns + number % 2 * kPairColumns;
  for (std::size_t i = 0; i < columns; i += kPairColumns, to += 2 * kPairColumns) {
    std::memcpy(to, vector + i, kPairColumns);
  }
}

std::vector<std::int8_t> pack_panels(std::span<const std::int8_t> matrix, std::size_t rows,
                                     std::size_t columns, std::size_t columns_at_once) {
  const std::size_t padded = padded_columns(columns);
  const std::size_t panels = (rows + kPanelRows - 1) / kPanelRows;
  std::vector<std::int8_t> packed(panels * kPanelRows * padded, 0);
  // Copies are frequent, and a copy of known size is a single instruction.
  const auto pack = [&]<std::size_t kAtOnce>() {
    for (std::size_t row = 0; row < rows; ++row) {
      const std::int8_t* from = matrix.data() + row * columns;
      std::int8_t* to =
          packed.data() + row / kPanelRows * kPanelRows * padded + row % kPanelRows * kAtOnce;
      std::size_t column = 0;
      for (; column + kAtOnce <= columns; column += kAtOnce, to += kAtOnce * kPanelRows) {
        std::memcpy(to, from + column, kAtOnce);
      }
      std::copy_n(from + column, columns - column, to);
    }
  };
  if (columns_at_once == 8) {
    pack.template operator()<8>();
  } else {
    pack.template operator()<4>();
  }
  return packed;
}

}  // namespace noether::neural
