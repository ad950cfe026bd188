// Products of small float matrices, those of attention.
//
// Products are added with one rounding (fused.h).
#pragma once

#include <cstddef>

namespace noether::neural {

inline constexpr std::size_t kSummedColumns = 16;  // those that are summed in registers

// c = a b: `rows` rows of a with `depth` numbers, one every `a_stride`; b and c have `columns`, a
// multiple of kSummedColumns.
void multiply_rows(const float* a, std::size_t a_stride, std::size_t rows, std::size_t depth,
                   const float* b, std::size_t columns, float* c);

// The same on any machine; for tests.
void multiply_rows_portable(const float* a, std::size_t a_stride, std::size_t rows,
                            std::size_t depth, const float* b, std::size_t columns, float* c);

}  // namespace noether::neural
