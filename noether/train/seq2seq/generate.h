// Equivalents of an expression, as a seq2seq model writes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/expression_tokenizer.h"
#include "noether/train/seq2seq/beam_search.h"
#include "noether/train/seq2seq/decoder.h"

namespace noether::train {

struct Generated {
  std::string prefix;
  double log_probability = 0;
  double score = 0;  // what they are sorted by
};

// Whole expressions in the source's variables, the likeliest first, each once, without the source
// itself; so there may be fewer than beams. Neither they nor the source are longer than the
// model's positions.
base::Result<std::vector<Generated>> generate_equivalents(
    const Seq2seqShape& shape, const ParameterViews& weights,
    const embedding::ExpressionTokenizer& tokenizer, std::string_view prefix, BeamOptions options);

}  // namespace noether::train
