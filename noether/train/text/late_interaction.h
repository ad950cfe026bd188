// Late interaction (Khattab and Zaharia, 2020): the score of a query and a document is the mean
// over the query's tokens of the greatest cosine to a token of the document.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>

namespace noether::train {

// Unit vectors of the tokens of some texts, text by text, and the tokens of each.
struct TextTokens {
  torch::Tensor vectors;
  std::span<const std::int64_t> lengths;
};

// (queries, documents), in float32, or float64 if the vectors are. About `together` entries of the
// table of all cosines exist at a time; only the place of each maximum is kept for the backward
// pass.
torch::Tensor late_scores(const TextTokens& queries, const TextTokens& documents,
                          std::int64_t together = std::int64_t{1} << 26);

}  // namespace noether::train
