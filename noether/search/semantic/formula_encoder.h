// Vectors of formulas, for an index and for queries.
// A folder with shape.safetensors is a formula encoder (embedding/formula/formula_encoder.h): every
// readable formula has a vector of two parts, its meaning and its shape. Any other folder is an
// encoder of expressions. It reads expressions with the operators on which it was trained; for
// other formulas it reports the reason why there is no vector. It ignores the names of variables.
// The vector of an equation or inequality is the mean of the vectors of its sides; a side that is
// only a name or number, or that cannot be read, is ignored if there are others.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/expression_encoder.h"
#include "noether/embedding/formula/vector_part.h"
#include "noether/formula/formula_io.h"
#include "noether/index/writing/embed_segment.h"

namespace noether::search {

// The version of the reading of formulas for an encoder.
// It is part of the digest under which an index stores vectors, and is also stored beside it, so
// that vectors of an older reading are distinguished from those of another model. A change of the
// tokens of a formula, of the sides that count, or of the way in which their vectors are joined
// must increase the version: a test fails until then.
inline constexpr std::string_view kFormulaReading = "sides of relations, 16-bit tokens";
inline constexpr std::uint32_t kFormulaReadingVersion = 1;
// The reading of a formula encoder; its version is in embedding/formula/formula_encoder.h.
inline constexpr std::string_view kWholeFormulaReading = "trees by meaning and shape";

// The vector that a search compares with stored ones.
struct FormulaQuestion {
  std::vector<float> vector;
  float cosine_factor = 1;      // the cosine of a formula with itself is 1 if multiplied by this
  bool is_of_one_part = false;  // neighbours in the graph are near by both parts
};

class FormulaEncoder {
 public:
  // `folder` is a model folder; if it is empty, the shipped encoder is used.
  static base::Result<FormulaEncoder> open(const std::string& folder = {});

  const index::VectorModel& model() const { return model_; }

  // The vector of one formula, in the form that an index stores. Without a notation, the notation
  // is recognised.
  base::Result<std::vector<float>> embed(std::string_view text,
                                         std::optional<formula::Notation> notation = {}) const;
  // The vector to search with, by one part of vectors or by both. Returns an error also if the
  // encoder has no such part.
  base::Result<FormulaQuestion> ask(std::string_view text,
                                    std::optional<formula::Notation> notation = {},
                                    embedding::VectorPart by = embedding::VectorPart::Both) const;
  // For IndexWriter::add_vectors; this object must outlive the result.
  index::FormulaEmbedding embedding(unsigned threads) const;

 private:
  // An encoder of formulas, or one of expressions alone.
  struct Encoder;
  FormulaEncoder(std::shared_ptr<const Encoder> encoder, index::VectorModel model)
      : encoder_(std::move(encoder)), model_(std::move(model)) {}
  base::Result<std::vector<bool>> embed_all(std::span<const std::string> latex,
                                            std::span<float> vectors, unsigned threads) const;

  std::shared_ptr<const Encoder> encoder_;
  index::VectorModel model_;
};

}  // namespace noether::search
