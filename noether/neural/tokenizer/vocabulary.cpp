#include "noether/neural/tokenizer/vocabulary.h"

#include <fmt/format.h>

#include "noether/neural/tokenizer/file_error.h"

namespace noether::neural::tokens {

void Vocabulary::add(std::string_view token, std::uint64_t id) {
  // A small file may not ask for a large table.
  constexpr std::uint64_t kHolesAllowed = 1 << 16;
  if (id > texts_.size() * 4 + kHolesAllowed) {
    refuse(fmt::format("the token '{}' has the id {}, far above the number of tokens", token, id));
  }
  if (has(static_cast<TokenId>(id))) {
    refuse(fmt::format("the tokens '{}' and '{}' have the same id {}", tokens_[id], token, id));
  }
  if (id >= tokens_.size()) tokens_.resize(id + 1);
  texts_.emplace_back(token);
  tokens_[id] = texts_.back();
  ids_[texts_.back()] = static_cast<TokenId>(id);
}

}  // namespace noether::neural::tokens
