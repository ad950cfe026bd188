// The loss of a batch of pairs of texts: each first text is to find its second one among those of
// the batch, and each second its first, by the cosines of texts and by late interaction.
//
// Late interaction (Khattab and Zaharia, 2020): the score of a query and a document is the mean
// over the query's tokens of the greatest cosine to a token of the document.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "noether/train/text/text_config.h"
#include "noether/train/text/text_encoder.h"

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

// Whether pairs that are not the same are of the same group, as a table of booleans: they are no
// wrong answers to one another.
torch::Tensor same_group(const std::vector<std::uint32_t>& groups);
torch::Tensor same_group(const torch::Tensor& groups);  // the number of each pair's

// `scores` has a row for each first text and a column for each second; those of `left_out` do not
// compete.
torch::Tensor find_partners_loss(const torch::Tensor& scores, const torch::Tensor& left_out,
                                 double temperature);

// The batch has all firsts, then all seconds.
torch::Tensor pair_loss(const TextConfig& config, const neural::TransformerConfig& model,
                        const ParameterViews& weights, const TextBatch& batch,
                        const torch::Tensor& left_out);

}  // namespace noether::train
