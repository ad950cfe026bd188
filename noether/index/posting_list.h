// A list of postings as bytes: see docs/formats/index.md.
//
//   up to 127 postings   one short block: widths, then deltas and weights, packed bit by bit
//   more                 a skip table, full blocks of 128, a short block for the rest
#pragma once

#include <cstdint>
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
SkipEntry read_skip_entry(std::string_view table, std::uint32_t block);

// Units strictly ascending. Appends the bytes of a list of two or more.
void append_postings(std::string& bytes, std::span<const Posting> postings,
                     const LengthColumn& lengths);

// A number as 16 bits, and back: the largest below or equal, or the smallest above or equal.
std::uint16_t round_down_to_16_bits(std::uint32_t number);
std::uint16_t round_up_to_16_bits(std::uint32_t number);
std::uint32_t from_16_bits(std::uint16_t bits);

}  // namespace noether::index
