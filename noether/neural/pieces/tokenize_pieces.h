// Files of pieces, as `noether pieces` writes them, as tokens.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "noether/base/error.h"
#include "noether/neural/pieces/tokenized_pieces.h"

namespace noether::neural {

using TokenizingProgress = std::function<void(std::uint64_t texts, std::uint64_t bytes)>;

// Reads the files one after the other, with the tokenizer file of this name of the model in
// `folder`. An error names the file and the line; having no tokens at all is an error too. All
// cores tokenize. `progress` receives the number of texts and bytes done now and then.
base::Result<TokenizedPiecesBuilder> tokenize_pieces(const std::string& folder,
                                                     const std::string& tokenizer,
                                                     std::span<const std::string> files,
                                                     const TokenizingProgress& progress = {});

}  // namespace noether::neural
