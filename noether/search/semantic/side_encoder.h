// Vectors of formulas by an encoder of expressions alone, which reads the sides of a relation.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/expression_encoder.h"
#include "noether/formula/formula_io.h"

namespace noether::search {

class SideEncoder {
 public:
  // The encoder must outlive this object.
  explicit SideEncoder(const embedding::ExpressionEncoder& encoder) : encoder_(&encoder) {}

  base::Result<std::vector<float>> embed(std::string_view text,
                                         std::optional<formula::Notation> notation) const;
  // Embeds LaTeX formulas; returns which of them have a vector.
  base::Result<std::vector<bool>> embed_all(std::span<const std::string> latex,
                                            std::span<float> vectors, unsigned threads) const;

 private:
  using SideTokens = std::vector<neural::TokenId>;
  std::size_t width() const { return encoder_->width(); }
  base::Result<SideTokens> tokens_of_side(const std::string& prefix) const;
  // The tokens of the sides that count, at least one.
  base::Result<std::vector<SideTokens>> tokens(std::string_view text,
                                               std::optional<formula::Notation> notation) const;

  const embedding::ExpressionEncoder* encoder_;
};

}  // namespace noether::search
