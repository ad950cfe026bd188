// The embeddings to score: those of Noether, and vectors made by another program, so that any model
// can be scored.
//
// Noether's embeddings are a trained encoder, and the simplest embedding: the counts of each token
// and of each pair of neighbours. The latter contains no meaning, and so shows how far appearance
// alone goes. Tokens and pairs are hashed to a fixed number of places.
//
// A file of vectors has one line for each expression: the expression in prefix notation, a tab, and
// numbers separated by blanks.
//
//   sin x<tab>0.12 -0.5 0.031
#pragma once

#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/base/line_reader.h"
#include "noether/evaluation/embedding/expression_vectors.h"

namespace noether::evaluation {

inline constexpr std::string_view kBagOfTokens = "bag-of-tokens";
inline constexpr std::size_t kBagWidth = 256;

Embedding bag_of_tokens();

// `model` is the folder of an encoder, or `bag-of-tokens`.
base::Result<Embedding> open_embedding(const std::string& model, unsigned threads);

inline constexpr std::size_t kMostVectorWidth = 65'536;
inline constexpr std::size_t kMostVectorNumbers = std::size_t{1} << 30;  // the width of all vectors

// Vectors are scaled to length 1. Errors name the line; a missing expression is an error when it is
// requested.
base::Result<Embedding> read_vector_file(const std::string& path);
base::Result<Embedding> read_vectors(base::LineReader& lines);

// The maximum size of the part of a line that the reader keeps, whatever the length of its numbers.
inline constexpr std::size_t kMostVectorLineBytes = std::size_t{4} << 20;

}  // namespace noether::evaluation
