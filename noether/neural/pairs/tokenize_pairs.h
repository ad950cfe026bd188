// Files of pairs, as `noether pairs` writes them, as tokens.
#pragma once

#include <span>
#include <string>

#include "noether/base/error.h"
#include "noether/neural/pairs/tokenized_pairs.h"

namespace noether::neural {

// Reads the files one after the other, with the tokenizer file of this name of the model in
// `folder`. Pairs of other kinds are left out; with no kinds, none. An error names the file and the
// line. All cores tokenize.
base::Result<TokenizedFiles> tokenize_pairs(const std::string& folder, const std::string& tokenizer,
                                            std::span<const std::string> files,
                                            std::span<const std::string> kinds);

}  // namespace noether::neural
