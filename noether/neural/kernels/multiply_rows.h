// Products of small float matrices, for attention.
//
// Products are added with one rounding (fused.h).
#pragma once

#include <cstddef>

namespace noether::neural {

inline constexpr std::size_t kSummedColumns = 16;  // the columns that are summed in registers

// c = a b: `rows` rows of a with `depth` numbers, one row every `a_stride`. b and c have `columns`
// columns, a multiple of kSummedColumns.
void multiply_rows(const float* a, std::size_t a_stride, std::size_t rows, std::size_t depth,
                   const float* b, std::size_t columns, float* c);

// The implementation for any machine, with the same results; for tests.
void multiply_rows_portable(const float* a, std::size_t a_stride, std::size_t rows,
                            std::size_t depth, const float* b, std::size_t columns, float* c);

}  // namespace noether::neural
