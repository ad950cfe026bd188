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

// For each class of lengths the largest weight of a posting of a block, rounded up: a code of four
// bits each, 0 if the block has none.
class PostingBounds {
 public:
  PostingBounds() = default;
  explicit PostingBounds(std::uint64_t codes) : codes_(codes) {}

  static constexpr std::uint32_t kWeightCodes = 16;
  static std::uint32_t code_of(std::uint32_t weight);
  static std::uint32_t weight_of(std::uint32_t code);

  std::uint64_t codes() const { return codes_; }
  bool empty() const { return codes_ == 0; }
  std::uint32_t code(std::uint32_t length_class) const {
    return static_cast<std::uint32_t>(codes_ >> 4 * length_class & 15);
  }
  void include(std::uint32_t length_class, std::uint32_t weight) {
    include(PostingBounds(std::uint64_t{code_of(weight)} << 4 * length_class));
  }
  // Extends the bounds to the postings of both.
  void include(PostingBounds other);
  bool holds_for(std::uint32_t length_class, std::uint32_t weight) const {
    return code_of(weight) <= code(length_class);
  }

 private:
  std::uint64_t codes_ = 0;
};

// One for each block of a list that has more than one.
struct SkipEntry {
  static constexpr std::size_t kBytes = 16;
  std::uint32_t last_unit = 0;
  std::uint32_t end = 0;  // of the block's bytes, counted from the first block
  PostingBounds bounds;
};

inline SkipEntry read_skip_entry(std::string_view table, std::uint32_t block) {
  std::array<std::uint32_t, 2> narrow;
  std::uint64_t codes;
  const char* entry = table.data() + SkipEntry::kBytes * block;
  std::memcpy(narrow.data(), entry, 8);
  std::memcpy(&codes, entry + 8, 8);
  return {narrow[0], narrow[1], PostingBounds(codes)};
}

// The first byte of a full block: the width of its gaps or, for a dense block, how many words of 64
// bits say which units are in it. Bits cost no more than gaps there, and a unit is found among them
// without decoding the others.
inline constexpr std::uint32_t kDenseBlock = 64;
inline constexpr std::uint32_t kMaxBitWords = UINT8_MAX - kDenseBlock;

// Units strictly ascending. Appends the bytes of a list of two or more.
void append_postings(std::string& bytes, std::span<const Posting> postings,
                     const LengthColumn& lengths);

}  // namespace noether::index
