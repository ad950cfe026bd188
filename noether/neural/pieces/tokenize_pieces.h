// Files of pieces, as `noether pieces` writes them, as tokens.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "noether/base/error.h"
#include "noether/neural/pieces/tokenized_pieces.h"

namespace noether::neural {

using TokenizingProgress = std::function<void(std::uint64_t texts, std::uint64_t bytes)>;

// One after the other, by the tokenizer of the model in `folder`, whose file has this name there.
// An error names the file and the line; it is one when there are no tokens at all. All cores
// tokenize. `progress` is told now and then how many texts and bytes of the files are done.
base::Result<TokenizedPiecesBuilder> tokenize_pieces(const std::string& folder,
                                                     const std::string& tokenizer,
                                                     std::span<const std::string> files,
                                                     const TokenizingProgress& progress = {});

}  // namespace noether::neural
