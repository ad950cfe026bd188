// Learns a byte-level BPE tokenizer from texts, for models that begin with random weights.
// Letters keep their case, every digit is a token, and a LaTeX command such as \frac is one piece,
// so it becomes one token if it is frequent. Any text decodes to the same bytes. The file is a
// tokenizer.json that Hugging Face's `tokenizers` reads as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "noether/base/error.h"
#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::neural::tokens {

// Follows each text, and has the id 0.
inline constexpr std::string_view kEndOfText = "<|endoftext|>";
// Bytes and the end of a text.
inline constexpr std::size_t kFewestBytePairTokens = 257;

class BytePairLearner {
 public:
  BytePairLearner();
  BytePairLearner(BytePairLearner&&) noexcept;
  BytePairLearner& operator=(BytePairLearner&&) noexcept;
  ~BytePairLearner();

  void add(std::string_view text);

  // Turns the most frequent pair of tokens into a token until there are `size` tokens, or no pair
  // occurs twice. The same texts in the same order give the same tokenizer.
  base::Result<Tokenizer> learn(std::size_t size) const;

 private:
  struct Counts;
  std::unique_ptr<Counts> counts_;
};

}  // namespace noether::neural::tokens
