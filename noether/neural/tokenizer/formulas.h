// Where formulas are in a text, and what in a formula is a token of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/tokenizer/added_tokens.h"
#include "noether/neural/tokenizer/trie.h"

namespace noether::neural::tokens {

// What is between $ and $, $$ and $$, \( and \) or \[ and \], without them. A dollar sign after a
// backslash is none, and a sign without a partner opens nothing. Dollar signs in braces do not
// close a formula that was opened before them, where there is one outside of braces that does.
void find_formulas(std::string_view text, std::vector<base::Span>& formulas);

// Counted up whenever other tokens would come of the same formula and the same list of tokens.
inline constexpr std::uint32_t kFormulaReading = 1;

class FormulaReader {
 public:
  FormulaReader() = default;
  explicit FormulaReader(const std::vector<AddedToken>& all);

  bool is_active() const { return !trie_.empty(); }

  // A part of a formula: a token of its own, or text that is read as any other.
  struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::optional<TokenId> id;
  };
  // White space between parts is in none of them.
  void split(std::string_view formula, std::vector<Part>& parts) const;

 private:
  class Splitter;

  Trie trie_;
};

}  // namespace noether::neural::tokens
