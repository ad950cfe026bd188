// Sums of products of int8 numbers: the inner loop of int8 encoders. The rows of a weight matrix
// are packed in panels of 16 rows, so that one load of a machine with 512-bit registers (or four
// loads with 128-bit registers) gets four columns of each row, or as many columns as the kernel
// takes at a time. Sums are exact integers, so every kernel gives the same result, whatever its
// order; tests verify this. The kernels of a machine are detected at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace noether::neural {

inline constexpr std::size_t kPanelRows = 16;
inline constexpr std::size_t kColumnBlock = 16;  // columns are padded with zeros to a multiple
inline constexpr std::size_t kMostVectors = 12;  // of one call

// With this many columns, every sum is below 2^31.
inline constexpr std::size_t kMostColumns = 1 << 16;

inline std::size_t padded_columns(std::size_t columns) {
  return (columns + kColumnBlock - 1) / kColumnBlock * kColumnBlock;
}

// Computes sums[v][r] for the 16 rows r of a panel and 1 to 12 vectors v, which are `columns` bytes
// apart. `columns` is padded.
using Int8Dot = void (*)(const std::int8_t* panel, const std::int8_t* vectors, std::size_t count,
                         std::size_t columns, std::int32_t (*sums)[kPanelRows]);

struct Int8Kernel {
  std::string_view name;
  Int8Dot dot;
  std::size_t columns_at_once = 4;  // how its panels are packed
  // The same for vectors in pairs, for kernels that need them: eight columns of the first vector,
  // then eight of the second. With an odd number of vectors, the sums of one more are written. Null
  // if the kernel does not use pairs.
  Int8Dot dot_pairs = nullptr;
};

inline constexpr std::size_t kPairColumns = 8;  // of one vector of a pair, then of the other

// Stores the vector with this number among vectors that are stored in pairs.
void put_in_pair(const std::int8_t* vector, std::size_t number, std::size_t columns,
                 std::int8_t* pairs);

// The kernels, fastest first. The last one is plain C++.
std::span<const Int8Kernel> int8_kernels();

// Packs the matrix panel by panel: for every `columns_at_once` columns, that many bytes of each of
// the 16 rows. Missing rows of the last panel are zeros.
std::vector<std::int8_t> pack_panels(std::span<const std::int8_t> matrix, std::size_t rows,
                                     std::size_t columns, std::size_t columns_at_once);

}  // namespace noether::neural
