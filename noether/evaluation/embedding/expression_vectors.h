// The embeddings that are scored, which can be anything that makes vectors of expressions; and the
// vectors of all expressions that some tasks need, each made once.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/evaluation/embedding/vectors.h"

namespace noether::evaluation {

// Makes unit vectors of one width for expressions in prefix notation. An expression that the
// embedding cannot read gets a vector of zeros: it is wrong in every task unless algebra decides,
// and the other expressions are scored.
using EmbedExpressions = std::function<base::Result<Vectors>(std::span<const std::string>)>;

struct Embedding {
  std::string name;  // the name in reports
  EmbedExpressions embed;
  // The input of the embedding. Scores are comparable only between embeddings with the same input:
  // values give an encoder information that others have to learn.
  std::string reads = "unknown";
};

// Receives the number of expressions that have their vector, and the number of all expressions.
using OnEmbedded = std::function<void(std::uint64_t done, std::uint64_t of)>;

class ExpressionVectors {
 public:
  static base::Result<ExpressionVectors> make(const EmbedExpressions& embed,
                                              std::vector<std::string> texts,
                                              const OnEmbedded& on_embedded = {});

  // The text must be one of those given.
  std::span<const float> of(std::string_view text) const {
    return vectors_.row(row_of_.find(text)->second);
  }
  bool is_readable(std::string_view text) const;  // whether its vector differs from zero
  // The cosine of the vectors. It is exactly 1 for equal vectors, whatever their lengths are after
  // rounding, and 0 if one vector is zero.
  float cosine(std::string_view a, std::string_view b) const;
  // The vectors as rows, in this order.
  Vectors rows(std::span<const std::string> texts) const;

  std::size_t count() const { return vectors_.count(); }
  std::size_t width() const { return vectors_.width(); }
  std::uint64_t unreadable() const;  // the number of zero vectors

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  std::unordered_map<std::string, std::size_t, TextHash, std::equal_to<>> row_of_;
  Vectors vectors_;
};

}  // namespace noether::evaluation
