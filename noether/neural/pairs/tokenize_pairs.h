// Tokenizes files of pairs that `noether pairs` wrote.
#pragma once

#include <span>
#include <string>

#include "noether/base/error.h"
#include "noether/neural/pairs/tokenized_pairs.h"

namespace noether::neural {

// Reads the files one after another, with the tokenizer file of this name in the model's `folder`.
// Pairs of other kinds are left out; an empty list of kinds accepts all. An error names the file
// and the line. All cores tokenize.
base::Result<TokenizedFiles> tokenize_pairs(const std::string& folder, const std::string& tokenizer,
                                            std::span<const std::string> files,
                                            std::span<const std::string> kinds);

}  // namespace noether::neural
