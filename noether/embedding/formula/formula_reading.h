// One formula as the formula encoder reads it: its tree, the parts that have values, its features.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/formula/canonical_formula.h"
#include "noether/embedding/formula/formula_meaning.h"
#include "noether/embedding/formula/tree_features.h"
#include "noether/formula/formula_io.h"

namespace noether::embedding {

struct FormulaReading {
  CanonicalFormula formula;
  std::vector<ValuedPart> parts;
  std::vector<TreeFeature> features;  // at least one
};

// Keeps its working memory from one formula to the next. One thread at a time may use it.
class FormulaReadingReader {
 public:
  // The tokenizer of the encoder of parts, which must outlive this object.
  explicit FormulaReadingReader(const ExpressionTokenizer& tokenizer) : parts_(tokenizer) {}

  // Without a notation, the notation is detected. A part of a formula that cannot be read is an
  // error leaf of its tree. Returns an error if no part of the formula can be read, or if it is
  // empty.
  base::Result<void> read(std::string_view text, std::optional<formula::Notation> notation,
                          FormulaReading& reading);

 private:
  formula::FormulaReader reader_;
  formula::Formula formula_;
  CanonicalReader canonical_;
  ValuedPartReader parts_;
  TreeFeatures features_;
  std::vector<std::uint64_t> digests_;
};

}  // namespace noether::embedding
