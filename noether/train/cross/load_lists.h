// Lists to tune with and to score: files of texts, as `noether lists` writes them, or of their
// tokens, as `noether-train tokenize --lists` writes them. The names of the latter end with
// .safetensors.
#pragma once

#include <span>
#include <string>

#include "noether/base/error.h"
#include "noether/neural/lists/tokenized_lists.h"
#include "noether/neural/model/model_folder.h"

namespace noether::train {

struct ListReading {
  std::string model;  // folder, for its tokenizer
  neural::ModelConfig config;
  bool quiet = false;
};

// Returns an error if there are none, or if tokens are from another tokenizer.
base::Result<neural::TokenizedLists> load_lists(std::span<const std::string> files,
                                                const ListReading& source);

// Reads files of texts. Needs tokenizers, which the build for bare machines may lack.
base::Result<neural::TokenizedLists> tokenize_list_texts(std::span<const std::string> files,
                                                         const ListReading& source);

}  // namespace noether::train
