// Files of lists, as `noether lists` writes them, as tokens.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "noether/base/error.h"
#include "noether/neural/lists/tokenized_lists.h"

namespace noether::neural {

// The result of tokenizing files of texts.
struct ListsOfFiles {
  TokenizedLists lists;
  std::uint64_t empty = 0;  // texts without tokens, left out with the lists they leave empty
};

// Reads the files one after the other, with the tokenizer file of this name of the model in
// `folder`. Scores count if every text has one. An error names the file and the line. All cores
// tokenize.
base::Result<ListsOfFiles> tokenize_lists(const std::string& folder, const std::string& tokenizer,
                                          std::span<const std::string> files);

}  // namespace noether::neural
