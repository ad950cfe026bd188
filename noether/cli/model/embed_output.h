// How vectors are written.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace noether::cli {

struct EmbeddedExpression {
  std::string expression;
  std::string prefix;
  std::vector<float> vector;
  std::string error;  // why there is no vector; empty when there is one
};

// Json: an object per line. Tsv: the expression and the numbers. Npy: an array of NumPy.
// Similarity: the cosine and the expression.
enum class EmbedFormat : std::uint8_t { Json, Tsv, Npy, Similarity, SimilarityJson };
std::optional<EmbedFormat> embed_format_by_name(std::string_view name);

// A line of any format but Npy. `first` is what similarities are to.
std::string embedded_text(EmbedFormat format, const EmbeddedExpression& expression,
                          const EmbeddedExpression* first);

// All vectors as one file: float32, a row each.
std::string npy_bytes(std::span<const EmbeddedExpression> expressions, std::size_t width);

}  // namespace noether::cli
