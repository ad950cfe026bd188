#include "noether/neural/tokenizer/byte_alphabet.h"

#include <array>

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

}  // namespace noether::neural::tokens
