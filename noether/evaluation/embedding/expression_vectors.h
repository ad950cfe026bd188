// The object of scoring: anything that makes vectors of expressions; and the vectors of all
// expressions that some tasks ask for, each made once.
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

class ExpressionVectors {
 public:
  static base::Result<ExpressionVectors> make(const EmbedExpressions& embed,
                                              std::vector<std::string> texts,
                                              const OnEmbedded& on_embedded = {});

  // The text must be one of those given.
  std::span<const float> of(std::string_view text) const {
    return vectors_.row(row_of_.find(text)->second);
  }
  bool is_readable(std::string_view text) const;  // its vector is not of zeros
  // 1 of two equal vectors, whatever their lengths are after rounding; 0 where one is of zeros.
  float cosine(std::string_view a, std::string_view b) const;
  // In rows, in this order.
  Vectors rows(std::span<const std::string> texts) const;

  std::size_t count() const { return vectors_.count(); }
  std::size_t width() const { return vectors_.width(); }
  std::uint64_t unreadable() const;  // how many have a vector of zeros

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
