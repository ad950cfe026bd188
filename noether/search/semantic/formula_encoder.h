// Vectors of formulas by a trained encoder, for an index and for queries.
//
// An encoder reads expressions of the operators it was trained with; of other formulas it has no
// vector, and says why. How variables are called makes no difference. An equation or inequality has
// the mean of the vectors of its sides. Sides that are a mere name or number, and sides that cannot
// be read, count for nothing beside others: f(x) = x sin x is where x sin x is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/expression_encoder.h"
#include "noether/formula/formula_io.h"
#include "noether/index/vectors/embed_segment.h"

namespace noether::search {

class FormulaEncoder {
 public:
  // A model folder; without one, the encoder that ships.
  static base::Result<FormulaEncoder> open(const std::string& folder = {});

  const index::VectorModel& model() const { return model_; }

  // Of one formula. Without a notation, the one the text seems to be written in.
  base::Result<std::vector<float>> embed(std::string_view text,
                                         std::optional<formula::Notation> notation = {}) const;
  // For IndexWriter::add_vectors; this must outlive it.
  index::FormulaEmbedding embedding(unsigned threads) const;

 private:
  FormulaEncoder(embedding::ExpressionEncoder encoder, index::VectorModel model)
      : encoder_(std::move(encoder)), model_(std::move(model)) {}
  using Tokens = std::vector<neural::TokenId>;
  base::Result<Tokens> tokens_of_side(const std::string& prefix) const;
  // Of the sides that count, at least one.
  base::Result<std::vector<Tokens>> tokens(std::string_view text,
                                           std::optional<formula::Notation> notation) const;
  base::Result<std::vector<bool>> embed_all(std::span<const std::string> latex,
                                            std::span<float> vectors, unsigned threads) const;

  embedding::ExpressionEncoder encoder_;
  index::VectorModel model_;
};

}  // namespace noether::search
