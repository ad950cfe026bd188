// The encoder of formulas: one vector for every formula that can be read.
//
// A vector has two parts, and length 1 in all: what the formula means (composed_meaning.h), near
// for formulas that are equal or nearly so, whatever they look like; and how it is built
// (shape_model.h). The cosine of two vectors is the mean of those of the parts, by kMeaningShare. A
// stored vector serves questions by one part too: who asks weighs the parts (weigh_parts).
//
// The folder is that of an encoder of expressions with shape.safetensors beside it. Immutable once
// opened: any number of threads may embed at once.
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

// What is read of a formula and how it becomes a vector. It is part of the digest under which an
// index keeps vectors: a change of either counts the version up.
inline constexpr std::uint32_t kFormulaEncoderVersion = 3;
inline constexpr std::string_view kShapeFile = "shape.safetensors";

// How much the meaning counts in a cosine of vectors; the rest is the shape's. By
// bench/formula_vectors: more helps the topics of 2020 and hurts those of 2021. Vectors that are
// stored have it in them, so a change is one of the version.
inline constexpr float kMeaningShare = 0.1F;

// How much the cosines of the parts count for a question; they add up to 1.
struct PartWeights {
  float meaning = kMeaningShare;
  float shape = 1 - kMeaningShare;
};
PartWeights part_weights(VectorPart by);

class FormulaEncoder {
 public:
  static base::Result<FormulaEncoder> open(const std::string& folder);
  // Whether the folder has the files of one, and not of an encoder of expressions alone.
  static bool is_in(const std::string& folder);
  FormulaEncoder(FormulaEncoder&&) noexcept;
  FormulaEncoder& operator=(FormulaEncoder&&) noexcept;
  ~FormulaEncoder();

  const ExpressionEncoder& expressions() const;
  std::size_t meaning_width() const;
  std::size_t width() const;

  // Of one formula. Without a notation, the one the text seems to be written in.
  base::Result<std::vector<float>> embed(std::string_view text,
                                         std::optional<formula::Notation> notation = {}) const;
  // Of LaTeX. `vectors` has width() floats for each; says which could be read.
  base::Result<std::vector<bool>> embed_all(std::span<const std::string> latex,
                                            std::span<float> vectors, unsigned threads) const;

  // Makes a question of a vector, of length 1.
  void weigh_parts(std::span<float> vector, PartWeights weights) const;
  // What the cosine of such a question and a stored vector is multiplied by so that a formula has
  // 1 with itself.
  static float cosine_factor(PartWeights weights);

 private:
  struct Model;
  explicit FormulaEncoder(std::unique_ptr<Model> model);

  std::unique_ptr<Model> model_;
};

}  // namespace noether::embedding
