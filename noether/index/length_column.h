// The lengths of units in a space: 1, 2 or 4 bytes each, as many as the longest needs.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace noether::index {

class LengthColumn {
 public:
  LengthColumn() = default;
  // `bytes` has a whole number of lengths of `width` bytes.
  LengthColumn(std::string_view bytes, std::uint32_t width) : bytes_(bytes), width_(width) {}

  std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size() / width_); }
  // `unit` must be below size(): no check here, where scores are made.
  std::uint32_t operator[](std::uint32_t unit) const {
    if (width_ == 1) return static_cast<unsigned char>(bytes_[unit]);
    if (width_ == 2) return read<std::uint16_t>(unit);
    return read<std::uint32_t>(unit);
  }
  std::uint32_t width() const { return width_; }
  std::string_view bytes() const { return bytes_; }

 private:
  template <typename T>
  std::uint32_t read(std::uint32_t unit) const {
    T number;
    std::memcpy(&number, bytes_.data() + sizeof(T) * unit, sizeof(T));
    return number;
  }

  std::string_view bytes_;
  std::uint32_t width_ = 4;
};

// The bytes of a column, and how wide its numbers are.
struct PackedLengths {
  std::string bytes;
  std::uint32_t width = 1;
  std::uint64_t total = 0;

  LengthColumn column() const { return {bytes, width}; }
};
PackedLengths pack_lengths(std::span<const std::uint32_t> lengths);

}  // namespace noether::index
