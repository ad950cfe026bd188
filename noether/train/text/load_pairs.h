// Pairs to tune with: files of texts, as `noether pairs` writes them, or of their tokens, as
// `noether-train tokenize` writes them. The names of the latter end with .safetensors.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/pairs/tokenized_pairs.h"

namespace noether::train {

struct PairReading {
  std::string model;  // folder, for its tokenizer
  neural::ModelConfig config;
  std::vector<std::string> kinds;
  bool quiet = false;
};

// Returns an error if there are none, or if tokens are from another tokenizer.
base::Result<neural::TokenizedPairs> load_pairs(std::span<const std::string> files,
                                                const PairReading& source);

// Reads files of texts, all kinds if none are named. Needs tokenizers, which the build for bare
// machines may lack.
base::Result<neural::TokenizedFiles> tokenize_texts(std::span<const std::string> files,
                                                    const PairReading& source);

bool is_token_file(const std::string& path);

}  // namespace noether::train
