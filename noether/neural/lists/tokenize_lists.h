// Tokenizes files of lists that `noether lists` wrote.
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

// Reads the files one after another, with the tokenizer file of this name in the model's `folder`.
// Scores are used if every text has one. An error names the file and the line. All cores tokenize.
base::Result<ListsOfFiles> tokenize_lists(const std::string& folder, const std::string& tokenizer,
                                          std::span<const std::string> files);

}  // namespace noether::neural
