// The texts for pre-training a model: files of pieces, written by `noether pieces`, or files of
// their tokens, written by `noether-train tokenize --texts`, whose names end with .safetensors.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/pieces/tokenized_pieces.h"

namespace noether::train {

struct PieceCorpus {
  std::vector<neural::TokenizedPieces> files;  // at least one file, all with the same tokenizer

  const neural::TokenizerFacts& tokenizer() const { return files.front().tokenizer(); }
  std::uint64_t texts() const;
  std::uint64_t tokens() const;
  // Identifies these texts.
  std::uint64_t identity() const;
};

struct PieceReading {
  std::string model;  // folder, for its tokenizer
  std::string tokenizer_file;
  bool quiet = false;
};

// Returns an error if the files contain no texts, or if their tokens are from another tokenizer.
base::Result<PieceCorpus> load_pieces(std::span<const std::string> files,
                                      const PieceReading& source);

// Tokenizes files of texts and returns the bytes of a file of tokens. This needs tokenizers, which
// a build without utf8proc lacks.
base::Result<std::string> tokenize_piece_files(std::span<const std::string> files,
                                               const PieceReading& source);

}  // namespace noether::train
