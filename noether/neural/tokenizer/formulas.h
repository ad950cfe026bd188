// Finds formulas in a text, and the tokens in a formula.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/tokenizer/added_tokens.h"
#include "noether/neural/tokenizer/model.h"

namespace noether::neural::tokens {

// Finds the text between $ and $, $$ and $$, \( and \) or \[ and \], without the delimiters. A
// dollar sign after a backslash is not a delimiter, and a delimiter without a partner opens
// nothing. A dollar sign in braces closes a formula opened before the braces only if there is none
// outside of braces that does.
void find_formulas(std::string_view text, std::vector<base::Span>& formulas);

// Increased whenever the same formula and the same list of tokens would give other tokens.
inline constexpr std::uint32_t kFormulaReading = 1;

class FormulaReader {
 public:
  FormulaReader() = default;
  explicit FormulaReader(const std::vector<AddedToken>& all);

  bool is_active() const { return !trie_.empty(); }

  // A part of a formula: a token, or text that is read like any other text.
  struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::optional<TokenId> id;
  };
  // White space between parts belongs to no part.
  void split(std::string_view formula, std::vector<Part>& parts) const;

 private:
  class Splitter;

  Trie trie_;
};

}  // namespace noether::neural::tokens
