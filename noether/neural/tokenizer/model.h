// The vocabulary of a tokenizer, and the models that divide pieces of text into its tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/neural/token.h"
#include "noether/neural/tokenizer/file_error.h"

namespace noether::neural::tokens {

// A set of byte strings, each with a number, as a double array. A step from a node by a byte is one
// exclusive or and one comparison, however many strings there are.
//
// Invariant: the child of node n by byte b is at base(n) ^ b, and its check is n.
class Trie {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  Trie() = default;
  // If a string repeats, the first counts. Empty strings are ignored.
  static Trie of(std::vector<std::pair<std::string_view, std::uint32_t>> entries);

  bool empty() const { return units_.empty(); }

  struct Match {
    std::uint32_t value = kNone;
    std::size_t size = 0;
  };
  std::uint32_t find(std::string_view text) const;
  Match longest_prefix(std::string_view text) const;
  // Calls visit(value, size) for each entry that is a prefix of `text`, short ones first.
  template <typename Visit>
  void prefixes(std::string_view text, const Visit& visit) const {
    std::uint32_t node = 0;
    for (std::size_t i = 0; i < text.size() && step(node, text[i]); ++i) {
      if (units_[node].value != kNone) visit(units_[node].value, i + 1);
    }
  }

  // Moves to the child of `node` by the byte; returns false, with `node` unchanged, if there is
  // none.
  bool step(std::uint32_t& node, char byte) const {
    if (units_.empty()) return false;
    const std::uint32_t child = units_[node].base ^ static_cast<unsigned char>(byte);
    if (child >= units_.size() || units_[child].check != node) return false;
    node = child;
    return true;
  }
  std::uint32_t value(std::uint32_t node) const {
    return units_.empty() ? kNone : units_[node].value;
  }

 private:
  friend class TrieBuilder;
  struct Unit {
    std::uint32_t base = 0;
    std::uint32_t check = kNone;  // the parent; kNone for a free unit and for the root
    std::uint32_t value = kNone;
  };
  std::vector<Unit> units_;
};

// The tokens of a model by their ids, and back. Ids may have holes; two tokens with one id are an
// error.
class Vocabulary {
 public:
  Vocabulary() = default;
  // The entries refer to members of the vocabulary.
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

// Divides a piece of text into tokens. WordPiece and Unigram are in model.cpp, byte pairs in
// byte_pairs.cpp.
struct ModelToken {
  TokenId id = 0;
  std::uint32_t begin = 0;  // bytes of the piece
  std::uint32_t end = 0;
};

// Buffers that are reused for each piece.
struct ModelScratch {
  struct Symbol {
    TokenId id = 0;
    std::uint32_t size = 0;  // bytes; 0 after a merge into another symbol
    std::uint32_t before = 0;
    std::uint32_t after = 0;
  };
  struct Merge {
    std::uint32_t rank = 0;
    std::uint32_t place = 0;
    TokenId result = 0;
  };
  struct Path {
    double score = 0;
    std::uint32_t begin = 0;  // of the last token; its own position if no path ends here
    TokenId id = 0;
  };
  std::vector<Symbol> symbols;
  std::vector<Merge> merges;
  std::vector<Path> paths;
  std::vector<std::uint32_t> ranks;
};

class Model {
 public:
  virtual ~Model() = default;
  // Appends the tokens of a piece that is not empty to `out`.
  virtual void tokenize(std::string_view piece, ModelScratch& scratch,
                        std::vector<ModelToken>& out) const = 0;
};

// Reads the value under "model", whose tokens are in the vocabulary already. Throws a FileError.
std::unique_ptr<const Model> read_word_piece(const Json& json, const Vocabulary& vocabulary);
std::unique_ptr<const Model> read_byte_pairs(const Json& json, const Vocabulary& vocabulary,
                                             bool is_byte_level);
std::unique_ptr<const Model> read_unigram(const Json& json, const Vocabulary& vocabulary);

}  // namespace noether::neural::tokens
