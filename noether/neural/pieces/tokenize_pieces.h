// Tokenizes files of pieces that `noether pieces` wrote.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "noether/base/error.h"
#include "noether/neural/pieces/tokenized_pieces.h"

namespace noether::neural {

using TokenizingProgress = std::function<void(std::uint64_t texts, std::uint64_t bytes)>;

// Reads the files one after another, with the tokenizer file of this name in the model's `folder`.
// An error names the file and the line; a result without tokens is an error too. All cores
// tokenize. `progress` receives from time to time the number of texts and bytes done.
base::Result<TokenizedPiecesBuilder> tokenize_pieces(const std::string& folder,
                                                     const std::string& tokenizer,
                                                     std::span<const std::string> files,
                                                     const TokenizingProgress& progress = {});

}  // namespace noether::neural
