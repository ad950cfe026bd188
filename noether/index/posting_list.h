// A list of postings as bytes: see docs/formats/index.md.
//
//   up to 127 postings   one short block: widths, then deltas and weights, packed bit by bit
//   more                 a skip table, full blocks of 128, a short block for the rest
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "noether/index/bit_packing.h"
#include "noether/index/length_column.h"

namespace noether::index {

struct Posting {
  std::uint32_t unit = 0;
  std::uint32_t weight = 1;  // at least 1

  friend bool operator==(const Posting&, const Posting&) = default;
};

inline constexpr std::uint32_t kPostingBlock = kPackedBlock;

// No posting of a block has a larger weight, or a unit of less length. Exact below 2048, else
// rounded to the safe side by less than a thousandth.
struct PostingBound {
  std::uint32_t max_weight = 0;
  std::uint32_t min_length = 0;
};

// One for each block of a list that has more than one.
struct SkipEntry {
  static constexpr std::size_t kBytes = 12;
  std::uint32_t last_unit = 0;
  std::uint32_t end = 0;  // of the block's bytes, counted from the first block
  PostingBound bound;
};

// A number as 16 bits, and back: the largest below or equal, or the smallest above or equal. Below
// kExactCodes a number is its own code; above, its eleven leading bits and how far to shift them.
inline constexpr std::uint32_t kExactCodes = 2048;
std::uint16_t round_down_to_16_bits(std::uint32_t number);
std::uint16_t round_up_to_16_bits(std::uint32_t number);
inline std::uint32_t from_16_bits(std::uint16_t bits) {
  if (bits < kExactCodes) return bits;
  const std::uint32_t shift = bits / (kExactCodes / 2) - 1U;
  const std::uint64_t leading = bits - kExactCodes / 2 * shift;
  // Rounding up may pass the largest number there is.
  return shift > 21 ? UINT32_MAX : static_cast<std::uint32_t>(leading << shift);
}

inline SkipEntry read_skip_entry(std::string_view table, std::uint32_t block) {
  std::array<std::uint32_t, 2> wide;
  std::array<std::uint16_t, 2> narrow;
  const char* entry = table.data() + SkipEntry::kBytes * block;
  std::memcpy(wide.data(), entry, 8);
  std::memcpy(narrow.data(), entry + 8, 4);
  return {wide[0], wide[1], {from_16_bits(narrow[0]), from_16_bits(narrow[1])}};
}

// Units strictly ascending. Appends the bytes of a list of two or more.
void append_postings(std::string& bytes, std::span<const Posting> postings,
                     const LengthColumn& lengths);

}  // namespace noether::index
