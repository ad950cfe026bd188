// Sums of products of int8 numbers: the inner loop of int8 encoders.
// The rows of a weight matrix are packed in panels of 16, so that one load of a machine with
// 512-bit registers (or four of one with 128) has four columns of each row, or as many as the
// kernel takes at a time. Sums are exact integers, so every kernel gives the same result, whatever
// its order; tests verify this. The kernels of a machine are detected at run time.
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

// Every sum stays below 2^31 with this many columns.
inline constexpr std::size_t kMostColumns = 1 << 16;

inline std::size_t padded_columns(std::size_t columns) {
  return (columns + kColumnBlock - 1) / kColumnBlock * kColumnBlock;
}

// sums[v][r] of the 16 rows r of a panel and 1 to 12 vectors v, which begin `columns` bytes after
// each other. `columns` is padded.
using Int8Dot = void (*)(const std::int8_t* panel, const std::int8_t* vectors, std::size_t count,
                         std::size_t columns, std::int32_t (*sums)[kPanelRows]);

struct Int8Kernel {
  std::string_view name;
  Int8Dot dot;
  std::size_t columns_at_once = 4;  // how its panels are packed
  // The same of vectors in pairs, for kernels that want them so: eight columns of the first, then
  // of the second. Without a second the sums of one more vector are written; otherwise null.
  Int8Dot dot_pairs = nullptr;
};

inline constexpr std::size_t kPairColumns = 8;  // of one vector of a pair, before the other's

// Stores a vector with this number among those that are stored in pairs.
void put_in_pair(const std::int8_t* vector, std::size_t number, std::size_t columns,
                 std::int8_t* pairs);

// The fastest first; the last one is plain C++.
std::span<const Int8Kernel> int8_kernels();

// Panel after panel: for every `columns_at_once` columns, that many bytes of each of the 16 rows.
// Rows beyond the last are zeros.
std::vector<std::int8_t> pack_panels(std::span<const std::int8_t> matrix, std::size_t rows,
                                     std::size_t columns, std::size_t columns_at_once);

}  // namespace noether::neural
