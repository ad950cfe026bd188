// Files of pieces, as `noether pieces` writes them, as tokens.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "noether/base/error.h"
#include "noether/neural/pieces/tokenized_pieces.h"

namespace noether::neural {

// One after the other, by the tokenizer of the model in `folder`, whose file has this name there.
// An error names the file and the line; it is one when there are no tokens at all. All cores
// tokenize. `progress` is told how many texts are done, now and then.
base::Result<TokenizedPiecesBuilder> tokenize_pieces(
    const std::string& folder, const std::string& tokenizer, std::span<const std::string> files,
    const std::function<void(std::uint64_t)>& progress = {});

}  // namespace noether::neural
