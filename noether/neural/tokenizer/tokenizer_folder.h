// Folders of published tokenizers, whatever files they have, as one text in the layout of
// tokenizer.json.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/neural/tokenizer/file_error.h"

namespace noether::neural::tokens {

base::Result<std::string> read_tokenizer_folder(const std::string& folder);

// The document of a SentencePiece model, with the settings of tokenizer_config.json. Throws a
// FileError.
Json sentence_piece_document(std::string_view model, const Json& config);

// The document as text: its parts and the ids of the vocabulary in the usual order.
std::string write_document(const Json& document);

}  // namespace noether::neural::tokens
