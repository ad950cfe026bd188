// The lengths of units in a space: 1, 2 or 4 bytes each, as many as the longest needs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

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
  // No length of the class is less.
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
  // `unit` must be below size(): no check here, where scores are made.
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

// The bytes of a column, and how wide its numbers are.
struct PackedLengths {
  std::string bytes;
  std::uint32_t width = 1;
  std::uint64_t total = 0;

  LengthColumn column() const { return {bytes, width, total}; }
};
PackedLengths pack_lengths(std::span<const std::uint32_t> lengths);

}  // namespace noether::index
