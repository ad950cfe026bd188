// Codes that are not whole bytes: fixed widths, unary, Elias gamma, Rice. Low bits first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace noether::index {

static_assert(std::endian::native == std::endian::little,
              "files are read without a change of byte order");

class BitWriter {
 public:
  explicit BitWriter(std::string& out) : out_(out) {}

  // `bits` has no bits above `width`, which is at most 64.
  void fixed(std::uint64_t bits, std::uint32_t width) {
    waiting_ |= bits << used_;
    const std::uint32_t taken = std::min(width, 64 - used_);
    used_ += taken;
    if (used_ < 64) return;
    flush();
    waiting_ = taken < 64 ? bits >> taken : 0;
    used_ = width - taken;
  }
  // Writes this many zeros, then a one.
  void unary(std::uint64_t zeros) {
    for (; zeros >= 32; zeros -= 32) fixed(0, 32);
    fixed(std::uint64_t{1} << zeros, static_cast<std::uint32_t>(zeros) + 1);
  }
  // The number is at least 1.
  void gamma(std::uint64_t number) {
    const auto low = static_cast<std::uint32_t>(std::bit_width(number)) - 1;
    unary(low);
    fixed(number & ((std::uint64_t{1} << low) - 1), low);
  }
  // `low` is at most 63.
  void rice(std::uint64_t number, std::uint32_t low) {
    unary(number >> low);
    fixed(number & ((std::uint64_t{1} << low) - 1), low);
  }
  // Writes zeros up to the next byte. Until then the last bits are not in `out`.
  void align() {
    used_ = (used_ + 7) / 8 * 8;
    flush();
  }

 private:
  void flush() {
    std::array<char, 8> bytes;
    std::memcpy(bytes.data(), &waiting_, bytes.size());
    out_.append(bytes.data(), used_ / 8);
    waiting_ = 0;
    used_ = 0;
  }

  std::string& out_;
  std::uint64_t waiting_ = 0;
  std::uint32_t used_ = 0;  // bits of it, less than 64 between calls
};

// Past the end everything reads as 0, and `failed` is true.
class BitReader {
 public:
  explicit BitReader(std::string_view bytes) : bytes_(bytes) {}

  bool failed() const { return failed_; }
  std::uint64_t position() const { return position_; }

  std::uint64_t fixed(std::uint32_t width) {
    if (width > 32) {
      const std::uint64_t low = fixed(32);
      return low | fixed(width - 32) << 32;
    }
    const std::uint64_t bits = peek() & ((std::uint64_t{1} << width) - 1);
    skip(width);
    return bits;
  }
  std::uint64_t unary() {
    std::uint64_t zeros = 0;
    while (!failed_) {
      const std::uint64_t window = peek() & kWindowMask;
      if (window != 0) {
        const auto here = static_cast<std::uint32_t>(std::countr_zero(window));
        skip(here + 1);
        return zeros + here;
      }
      zeros += kWindow;
      skip(kWindow);
    }
    return 0;
  }
  std::uint64_t gamma() {
    // The whole code is nearly always in the window.
    const std::uint64_t window = peek() & kWindowMask;
    const auto zeros = static_cast<std::uint32_t>(std::countr_zero(window));
    if (2 * zeros + 1 <= kWindow) {
      const std::uint64_t one = std::uint64_t{1} << zeros;
      skip(2 * zeros + 1);
      return one | (window >> (zeros + 1) & (one - 1));
    }
    const std::uint64_t low = unary();
    if (low >= 64) failed_ = true;
    if (failed_) return 1;
    return std::uint64_t{1} << low | fixed(static_cast<std::uint32_t>(low));
  }
  std::uint64_t rice(std::uint32_t low) {
    const std::uint64_t window = peek() & kWindowMask;
    const auto zeros = static_cast<std::uint32_t>(std::countr_zero(window));
    if (zeros + 1 + low <= kWindow) {
      skip(zeros + 1 + low);
      return std::uint64_t{zeros} << low |
             (window >> (zeros + 1) & ((std::uint64_t{1} << low) - 1));
    }
    const std::uint64_t high = unary() << low;
    return high | fixed(low);
  }

 private:
  static constexpr std::uint32_t kWindow = 56;
  static constexpr std::uint64_t kWindowMask = (std::uint64_t{1} << kWindow) - 1;

  // Returns at least kWindow bits from the position on.
  std::uint64_t peek() const {
    const std::uint64_t at = position_ / 8;
    std::uint64_t bits = 0;
    if (at + 8 <= bytes_.size()) {
      std::memcpy(&bits, bytes_.data() + at, 8);
    } else if (at < bytes_.size()) {
      std::memcpy(&bits, bytes_.data() + at, bytes_.size() - at);
    }
    return bits >> position_ % 8;
  }
  void skip(std::uint32_t width) {
    position_ += width;
    if (position_ > bytes_.size() * 8) failed_ = true;
  }

  std::string_view bytes_;
  std::uint64_t position_ = 0;
  bool failed_ = false;
};

}  // namespace noether::index
