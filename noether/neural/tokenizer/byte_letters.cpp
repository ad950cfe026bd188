#include "noether/neural/tokenizer/byte_letters.h"

#include <array>
#include <cstdint>

#include "noether/base/utf8.h"
#include "noether/neural/tokenizer/aligned_text.h"

namespace noether::neural::tokens {
namespace {

struct ByteLetters {
  std::array<char32_t, 256> letter{};
  std::array<int, 0x180> byte{};

  ByteLetters() {
    byte.fill(-1);
    char32_t next = 0x100;
    for (std::size_t b = 0; b < 256; ++b) {
      const bool is_printable = (b >= '!' && b <= '~') || (b >= 0xA1 && b != 0xAD);
      letter[b] = is_printable ? static_cast<char32_t>(b) : next++;
      byte[letter[b]] = static_cast<int>(b);
    }
  }
};

const ByteLetters& byte_letters() {
  static const ByteLetters kLetters;
  return kLetters;
}

}  // namespace

std::string to_byte_letters(std::string_view bytes) {
  std::string letters;
  for (const char byte : bytes) {
    base::append_code_point(letters, byte_letters().letter[static_cast<unsigned char>(byte)]);
  }
  return letters;
}

std::optional<std::string> from_byte_letters(std::string_view letters) {
  std::string bytes;
  for (const base::CodePoint& c : base::code_points(letters)) {
    const auto& table = byte_letters().byte;
    if (!c.valid || c.value >= table.size() || table[c.value] < 0) return std::nullopt;
    bytes += static_cast<char>(table[c.value]);
  }
  return bytes;
}

namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      group = group << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += at + i > bytes.size() ? '=' : kDigits[group >> (18 - 6 * i) & 63U];
    }
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string bytes;
  std::uint32_t group = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t digit = kDigits.find(text[i]);
    if (digit == std::string_view::npos) return std::nullopt;
    group = group << 6 | static_cast<std::uint32_t>(digit);
    if (i % 4 != 0) bytes += static_cast<char>(group >> (6 - 2 * (i % 4)) & 0xFFU);
  }
  return bytes;
}

}  // namespace noether::neural::tokens
