// Numbers and texts packed into bytes, and read back without trusting a single one of them.
//
// Fixed-width numbers are little-endian whatever the machine. A varint has seven bits per byte, the
// low ones first, and a set high bit in every byte but the last.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "noether/base/hash.h"

namespace noether::base {

inline void append_fixed(std::string& out, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i) & 0xFF);
}
inline void append_varint(std::string& out, std::uint64_t number) {
  while (number >= 0x80) {
    out += static_cast<char>(number | 0x80);
    number >>= 7;
  }
  out += static_cast<char>(number);
}
inline void append_text(std::string& out, std::string_view text) {
  append_varint(out, text.size());
  out += text;
}
inline void append_digest(std::string& out, const base::Digest& digest) {
  append_fixed(out, digest.high, 8);
  append_fixed(out, digest.low, 8);
}

// After the first read past the end, or of a number that is too large, every read returns 0 and
// `failed` returns true: one test at the end of a record is enough.
class PackedReader {
 public:
  explicit PackedReader(std::string_view bytes) : rest_(bytes) {}

  bool failed() const { return failed_; }
  // Rejects a value that is impossible.
  void refuse() { fail(); }
  std::size_t left() const { return rest_.size(); }

  std::uint64_t fixed(int bytes) {
    const std::string_view part = take(static_cast<std::size_t>(bytes));
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < part.size(); ++i) {
      number |= std::uint64_t{static_cast<unsigned char>(part[i])} << (8 * i);
    }
    return number;
  }

  std::uint64_t varint(std::uint64_t max = UINT64_MAX) {
    std::uint64_t number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (rest_.empty()) break;
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      const std::uint64_t bits = byte & 0x7F;
      if (shift == 63 && bits > 1) break;
      number |= bits << shift;
      if (byte < 0x80) return number <= max ? number : fail();
    }
    return fail();
  }

  // Reads the number of items that follow, each of at least this many bytes; fails if they cannot
  // fit.
  std::size_t count(std::size_t bytes_each) { return varint(left() / bytes_each); }

  std::string_view text() { return take(varint(left())); }
  base::Digest digest() {
    const std::uint64_t high = fixed(8);
    return {high, fixed(8)};
  }

 private:
  std::uint64_t fail() {
    failed_ = true;
    rest_ = {};
    return 0;
  }
  std::string_view take(std::size_t bytes) {
    if (bytes > rest_.size()) {
      fail();
      return {};
    }
    const std::string_view part = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return part;
  }

  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace noether::base
