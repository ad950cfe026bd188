// WordPiece: the longest token that a word begins with, then the longest that continues it, to its
// end. A word that cannot be read to its end, or is too long, is one unknown token.
#include <algorithm>
#include <string>
#include <utility>

#include "noether/neural/tokenizer/model.h"
#include "noether/neural/tokenizer/trie.h"

namespace noether::neural::tokens {
namespace {

class WordPiece : public Model {
 public:
  WordPiece(const Json& json, const Vocabulary& vocabulary)
      : most_characters_(setting<std::size_t>(json, "max_input_chars_per_word", 100)) {
    const auto unknown = setting<std::string>(json, "unk_token", "[UNK]");
    const auto id = vocabulary.find(unknown);
    if (!id) refuse("the unknown token '" + unknown + "' is not in the vocabulary");
    unknown_ = *id;
    const auto prefix = setting<std::string>(json, "continuing_subword_prefix", "##");
    std::vector<std::pair<std::string_view, std::uint32_t>> first;
    std::vector<std::pair<std::string_view, std::uint32_t>> later;
    for (TokenId token = 0; token < vocabulary.size(); ++token) {
      const std::string_view text = vocabulary.token(token);
      first.emplace_back(text, token);
      if (text.starts_with(prefix)) later.emplace_back(text.substr(prefix.size()), token);
    }
    first_ = Trie::of(std::move(first));
    later_ = Trie::of(std::move(later));
  }

  void tokenize(std::string_view piece, ModelScratch& /*scratch*/,
                std::vector<ModelToken>& out) const override {
    const std::size_t before = out.size();
    const auto size = static_cast<std::uint32_t>(piece.size());
    if (is_too_long(piece)) {
      out.push_back({unknown_, 0, size});
      return;
    }
    for (std::uint32_t at = 0; at < size;) {
      const Trie::Match match = (at == 0 ? first_ : later_).longest_prefix(piece.substr(at));
      if (match.value == Trie::kNone) {
        out.resize(before);
        out.push_back({unknown_, 0, size});
        return;
      }
      const std::uint32_t end = at + static_cast<std::uint32_t>(match.size);
      out.push_back({match.value, at, end});
      at = end;
    }
  }

 private:
  bool is_too_long(std::string_view piece) const {
    if (piece.size() <= most_characters_) return false;
    const auto characters = std::count_if(piece.begin(), piece.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0U) != 0x80;
    });
    return static_cast<std::size_t>(characters) > most_characters_;
  }

  std::size_t most_characters_;
  TokenId unknown_ = 0;
  Trie first_;
  Trie later_;
};

}  // namespace

std::unique_ptr<const Model> read_word_piece(const Json& json, const Vocabulary& vocabulary) {
  return std::make_unique<WordPiece>(json, vocabulary);
}

}  // namespace noether::neural::tokens
