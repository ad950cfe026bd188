// The texts that a model is pre-trained on: files of pieces, as `noether pieces` writes them, or of
// their tokens, as `noether-train tokenize --texts` writes them, whose names end with .safetensors.
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
  std::vector<neural::TokenizedPieces> files;  // at least one, all of one tokenizer

  const neural::TokenizerFacts& tokenizer() const { return files.front().tokenizer(); }
  std::uint64_t texts() const;
  std::uint64_t tokens() const;
  // Tells these texts from others.
  std::uint64_t identity() const;
};

struct PieceReading {
  std::string model;  // folder, for its tokenizer
  std::string tokenizer_file;
  bool quiet = false;
};

// An error when there are no texts, or when tokens are of another tokenizer.
base::Result<PieceCorpus> load_pieces(std::span<const std::string> files,
                                      const PieceReading& source);

// Tokenizes files of texts to the bytes of a file of tokens. Needs tokenizers, which the build for
// bare machines may lack.
base::Result<std::string> tokenize_piece_files(std::span<const std::string> files,
                                               const PieceReading& source);

}  // namespace noether::train
