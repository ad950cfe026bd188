// The table by which SentencePiece replaces characters, as its models carry it: a double array of
// Darts-clone over what is replaced, and the replacements, each ended by a zero byte.
//
// It is applied as Hugging Face's library does: a grapheme of less than six bytes as a whole if it
// begins with an entry, and otherwise each of its characters; of several entries the shortest.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/tokenizer/aligned_text.h"

namespace noether::neural::tokens {

class Charsmap {
 public:
  static base::Result<Charsmap> read(std::string_view bytes);

  // Bytes of the longest text that stands for a character.
  std::size_t longest_replacement() const;
  void apply(AlignedText& text, AlignedText& spare) const;

 private:
  std::optional<std::string_view> replacement(std::string_view text) const;

  std::vector<std::uint32_t> units_;
  std::string replacements_;
};

}  // namespace noether::neural::tokens
