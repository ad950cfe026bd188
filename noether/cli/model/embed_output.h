// The formats in which vectors are written.
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
  std::string error;  // the reason why there is no vector; empty if there is one
};

// Json: one object per line. Tsv: the expression and the numbers. Npy: an array of NumPy.
// Similarity: the cosine and the expression.
enum class EmbedFormat : std::uint8_t { Json, Tsv, Npy, Similarity, SimilarityJson };
std::optional<EmbedFormat> embed_format_by_name(std::string_view name);

// A line of any format but Npy. `first` is the expression that similarities are measured against.
std::string embedded_text(EmbedFormat format, const EmbeddedExpression& expression,
                          const EmbeddedExpression* first);

// All vectors as one file of NumPy: float32, one row for each.
std::string npy_bytes(std::span<const EmbeddedExpression> expressions, std::size_t width);

}  // namespace noether::cli
