// A trained encoder as an embedding to score.
#pragma once

#include <string>

#include "noether/evaluation/embedding/embed_expressions.h"

namespace noether::evaluation {

// `model` is the folder of an encoder, or `bag-of-tokens`.
base::Result<Embedding> open_embedding(const std::string& model, unsigned threads);

}  // namespace noether::evaluation
