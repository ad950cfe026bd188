// Files of lists, as `noether lists` writes them, as tokens.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "noether/base/error.h"
#include "noether/neural/lists/tokenized_lists.h"

namespace noether::neural {

// What was made of files of texts.
struct ListsOfFiles {
  TokenizedLists lists;
  std::uint64_t empty = 0;  // texts without tokens, left out with the lists they leave empty
};

// One after the other, by the tokenizer of the model in `folder`, whose file has this name there.
// Scores count where every text has one. An error names the file and the line. All cores tokenize.
base::Result<ListsOfFiles> tokenize_lists(const std::string& folder, const std::string& tokenizer,
                                          std::span<const std::string> files);

}  // namespace noether::neural
