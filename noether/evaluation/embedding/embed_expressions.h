// The object of scoring: anything that makes vectors of expressions.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "noether/base/error.h"
#include "noether/evaluation/embedding/vectors.h"

namespace noether::evaluation {

// Unit vectors of one width for expressions in prefix notation. What the embedding cannot read has
// a vector of zeros: in every task it is wrong, unless algebra decides, and the rest is scored.
using EmbedExpressions = std::function<base::Result<Vectors>(std::span<const std::string>)>;

struct Embedding {
  std::string name;  // as reports call it
  EmbedExpressions embed;
  // The input of the embedding. Scores are comparable only among embeddings with the same input:
  // values give an encoder what others have to learn.
  std::string reads = "unknown";
};

// Hears how many expressions of how many have their vector.
using OnEmbedded = std::function<void(std::uint64_t done, std::uint64_t of)>;

}  // namespace noether::evaluation
