// The tokens of a model by their ids, and back. Ids may have holes; two tokens with one id are an
// error.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/neural/token.h"

namespace noether::neural::tokens {

class Vocabulary {
 public:
  Vocabulary() = default;
  // Entries point into themselves.
  Vocabulary(const Vocabulary&) = delete;
  Vocabulary& operator=(const Vocabulary&) = delete;

  // Throws a FileError if the id is taken, or so large that the table would be nearly empty. A text
  // that has an id already keeps both, and is found under the new one.
  void add(std::string_view token, std::uint64_t id);

  std::optional<TokenId> find(std::string_view token) const {
    const auto found = ids_.find(token);
    return found == ids_.end() ? std::nullopt : std::optional(found->second);
  }
  bool has(TokenId id) const { return id < tokens_.size() && tokens_[id].data() != nullptr; }
  // Empty for an id without a token.
  std::string_view token(TokenId id) const {
    return id < tokens_.size() ? tokens_[id] : std::string_view();
  }
  // One more than the largest id: the rows that a table of embeddings needs.
  std::size_t size() const { return tokens_.size(); }
  std::size_t count() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;
  std::vector<std::string_view> tokens_;
  std::unordered_map<std::string_view, TokenId> ids_;
};

}  // namespace noether::neural::tokens
