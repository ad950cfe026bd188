// Divides a piece of text into tokens. WordPiece, byte pairs and Unigram each have a file.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "noether/neural/tokenizer/file_error.h"
#include "noether/neural/tokenizer/vocabulary.h"

namespace noether::neural::tokens {

struct ModelToken {
  TokenId id = 0;
  std::uint32_t begin = 0;  // bytes of the piece
  std::uint32_t end = 0;
};

// Room that is used again for piece after piece.
struct ModelScratch {
  struct Symbol {
    TokenId id = 0;
    std::uint32_t size = 0;  // bytes; 0 once it is part of another one
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
    std::uint32_t begin = 0;  // of the last token; itself where no path ends
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

// Reads the value under "model", whose tokens are in the vocabulary already. They throw a
// FileError.
std::unique_ptr<const Model> read_word_piece(const Json& json, const Vocabulary& vocabulary);
std::unique_ptr<const Model> read_byte_pairs(const Json& json, const Vocabulary& vocabulary,
                                             bool is_byte_level);
std::unique_ptr<const Model> read_unigram(const Json& json, const Vocabulary& vocabulary);

}  // namespace noether::neural::tokens
