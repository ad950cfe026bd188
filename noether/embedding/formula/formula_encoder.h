// The encoder of formulas: one vector for every readable formula. A vector has length 1 and two
// parts: the meaning of the formula (formula_meaning.h), which is near for equal or nearly equal
// formulas, however they look; and its shape (shape_model.h). The cosine of two vectors is the mean
// of the cosines of the parts, weighted by kMeaningShare. A stored vector also serves queries by
// one part: the query weights the parts (weigh_parts). The folder is that of an encoder of
// expressions with shape.safetensors in addition. Immutable after opening: any number of threads
// may embed at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/formula/vector_part.h"
#include "noether/formula/formula_io.h"

namespace noether::embedding {

class ExpressionEncoder;

// The version of the reading of a formula and of its conversion to a vector. It is part of the
// digest under which an index stores vectors, so a change of either must increase it.
inline constexpr std::uint32_t kFormulaEncoderVersion = 3;
inline constexpr std::string_view kShapeFile = "shape.safetensors";

// The weight of the meaning in a cosine of vectors; the rest is the weight of the shape. According
// to bench/formula_vectors, a larger weight helps the topics of 2020 and hurts those of 2021.
// Stored vectors include it, so a change must increase the version.
inline constexpr float kMeaningShare = 0.1F;

// The weights of the parts' cosines in a query; their sum is 1.
struct PartWeights {
  float meaning = kMeaningShare;
  float shape = 1 - kMeaningShare;
};
PartWeights part_weights(VectorPart by);

class FormulaEncoder {
 public:
  static base::Result<FormulaEncoder> open(const std::string& folder);
  // Whether the folder has the files of a formula encoder, not only those of an encoder of
  // expressions.
  static bool is_in(const std::string& folder);
  FormulaEncoder(FormulaEncoder&&) noexcept;
  FormulaEncoder& operator=(FormulaEncoder&&) noexcept;
  ~FormulaEncoder();

  const ExpressionEncoder& expressions() const;
  std::size_t meaning_width() const;
  std::size_t width() const;

  // Returns the vector of one formula. Without a notation, the notation is detected.
  base::Result<std::vector<float>> embed(std::string_view text,
                                         std::optional<formula::Notation> notation = {}) const;
  // Embeds LaTeX formulas. `vectors` gets width() floats for each. Returns which formulas could be
  // read.
  base::Result<std::vector<bool>> embed_all(std::span<const std::string> latex,
                                            std::span<float> vectors, unsigned threads) const;

  // Turns a vector into a query of length 1.
  void weigh_parts(std::span<float> vector, PartWeights weights) const;
  // The factor that scales the product of such a query and a stored vector so that a formula has
  // the cosine 1 with itself.
  static float cosine_factor(PartWeights weights);

 private:
  struct Model;
  explicit FormulaEncoder(std::unique_ptr<Model> model);

  std::unique_ptr<Model> model_;
};

}  // namespace noether::embedding
