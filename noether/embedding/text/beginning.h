// The beginning of a text, as far as tokens are read of it.
#pragma once

#include <cstddef>
#include <string_view>

namespace noether::embedding {

// A token has some four bytes, in LaTeX fewer. Only words of hundreds of letters and long runs of
// blanks have more than this on average.
inline constexpr std::size_t kMostBytesOfToken = 64;

// The beginning of a text that is enough for `tokens` tokens, so that a text of megabytes takes no
// longer than one of pages. It is never cut inside a character.
inline std::string_view beginning_of(std::string_view text, std::size_t tokens) {
  std::size_t end = tokens * kMostBytesOfToken;
  if (end >= text.size()) return text;
  // A character has at most four bytes; longer sequences are not UTF-8.
  for (int i = 0; i < 3 && end > 0; ++i) {
    if ((static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80) break;
    --end;
  }
  return text.substr(0, end);
}

}  // namespace noether::embedding
