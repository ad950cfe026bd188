// Folders of published tokenizers, whatever files they have, as one text in the layout of
// tokenizer.json.
#pragma once

#include <string>

#include "noether/base/error.h"
#include "noether/neural/tokenizer/file_error.h"

namespace noether::neural::tokens {

base::Result<std::string> read_tokenizer_folder(const std::string& folder);

// The document as text: its parts and the ids of the vocabulary in the usual order.
std::string write_document(const Json& document);

}  // namespace noether::neural::tokens
