// The vectors of all expressions that some tasks ask for, each made once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/evaluation/embedding/embed_expressions.h"

namespace noether::evaluation {

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
