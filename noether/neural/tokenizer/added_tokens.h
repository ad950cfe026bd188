// Tokens that are found in the text before it is split, including special ones.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/neural/tokenizer/file_error.h"
#include "noether/neural/tokenizer/model.h"
#include "noether/neural/tokenizer/normalizer.h"

namespace noether::neural::tokens {

struct AddedToken {
  TokenId id = 0;
  std::string content;
  // The texts that the token stands for inside formulas, where alone it is then recognised. Empty
  // for other tokens.
  std::vector<std::string> formulas;
  bool is_single_word = false;
  bool strips_left = false;
  bool strips_right = false;
  bool is_normalized = false;  // it is searched in the normalised text
  bool is_special = false;

  bool is_of_formulas() const { return !formulas.empty(); }

  static AddedToken read(const Json& json);
  Json to_json() const;
};

// Finds some of the added tokens, from left to right. Of those that begin at the same place, the
// longest wins.
class AddedTokenFinder {
 public:
  AddedTokenFinder() = default;
  // Uses the tokens whose is_normalized is `normalized`, without tokens of formulas. `all` is kept.
  AddedTokenFinder(const std::vector<AddedToken>& all, bool normalized,
                   const Normalizer& normalizer);

  struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
    const AddedToken* token = nullptr;  // null: the text between tokens
  };
  // Splits the whole text into parts. Returns false and writes nothing if the text has no such
  // token.
  bool split(std::string_view text, std::vector<Part>& parts) const;

 private:
  const AddedToken* token_at(std::string_view text, std::size_t at, std::size_t& end) const;

  const std::vector<AddedToken>* all_ = nullptr;
  std::bitset<256> first_bytes_;
  Trie trie_;
};

}  // namespace noether::neural::tokens
