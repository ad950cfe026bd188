// A list of postings as bytes, and the lengths of units, by which postings are bounded: see
// docs/formats/index.md.
//
//   up to 127 postings   one short block: widths, then deltas and weights, packed bit by bit
//   more                 a skip table, full blocks of 128, a short block for the rest
//
// The lengths of units in a space have 1, 2 or 4 bytes each, as many as the longest needs.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "noether/index/bit_packing.h"

namespace noether::index {

// Classes of lengths, two for each doubling, so that the score of a unit is bounded by its class.
// The average length is in the middle of them, unless it is small.
class LengthClasses {
 public:
  static constexpr std::uint32_t kCount = 16;

  LengthClasses() = default;
  LengthClasses(std::uint64_t total_length, std::uint32_t units) {
    constexpr std::uint32_t kMiddle = 6;
    const std::uint64_t average = units == 0 ? 0 : total_length / units;
    const auto bits = static_cast<std::uint32_t>(std::bit_width(average));
    shift_ = std::clamp(bits, kMiddle, 32U) - kMiddle;
  }

  std::uint32_t of(std::uint32_t length) const {
    const std::uint32_t number = length >> shift_;
    if (number < 2) return 0;
    const auto bits = static_cast<std::uint32_t>(std::bit_width(number));
    return std::min(2 * bits + (number >> (bits - 2) & 1) - 3, kCount - 1);
  }
  // The least length of the class.
  std::uint32_t begin(std::uint32_t length_class) const {
    if (length_class == 0) return 0;
    const std::uint64_t leading = 2 + (length_class + 1) % 2;
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(leading << ((length_class - 1) / 2 + shift_), UINT32_MAX));
  }

 private:
  std::uint32_t shift_ = 0;
};

class LengthColumn {
 public:
  LengthColumn() = default;
  // `bytes` has a whole number of lengths of `width` bytes, which is not 0.
  LengthColumn(std::string_view bytes, std::uint32_t width, std::uint64_t total_length)
      : bytes_(bytes), width_(width), classes_(total_length, size()) {}

  std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size() / width_); }
  // `unit` must be below size(): this is not checked, because scoring calls it for every posting.
  std::uint32_t operator[](std::uint32_t unit) const {
    if (width_ == 1) return static_cast<unsigned char>(bytes_[unit]);
    if (width_ == 2) return read<std::uint16_t>(unit);
    return read<std::uint32_t>(unit);
  }
  std::uint32_t width() const { return width_; }
  std::string_view bytes() const { return bytes_; }
  const LengthClasses& classes() const { return classes_; }

 private:
  template <typename T>
  std::uint32_t read(std::uint32_t unit) const {
    T number;
    std::memcpy(&number, bytes_.data() + sizeof(T) * unit, sizeof(T));
    return number;
  }

  std::string_view bytes_;
  std::uint32_t width_ = 4;
  LengthClasses classes_;
};

// The bytes of a column, and the width of its numbers.
struct PackedLengths {
  std::string bytes;
  std::uint32_t width = 1;
  std::uint64_t total = 0;

  LengthColumn column() const { return {bytes, width, total}; }
};
PackedLengths pack_lengths(std::span<const std::uint32_t> lengths);

struct Posting {
  std::uint32_t unit = 0;
  std::uint32_t weight = 1;  // at least 1

  friend bool operator==(const Posting&, const Posting&) = default;
};

inline constexpr std::uint32_t kPostingBlock = kPackedBlock;

// The largest weight of the postings of a block for each class of lengths, rounded up: a code of
// four bits for each class, which is 0 if the block has no posting of the class.
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

// An entry for each block of a list of several blocks.
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

// The first byte of a full block is the width of its gaps or, for a dense block, the number of
// words of 64 bits that mark its units. In a dense block such bits cost no more than gaps, and a
// unit is found among them without decoding the others.
inline constexpr std::uint32_t kDenseBlock = 64;
inline constexpr std::uint32_t kMaxBitWords = UINT8_MAX - kDenseBlock;

// Appends the bytes of a list of two or more postings, whose units are strictly ascending.
void append_postings(std::string& bytes, std::span<const Posting> postings,
                     const LengthColumn& lengths);

}  // namespace noether::index
