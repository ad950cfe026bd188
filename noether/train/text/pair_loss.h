// The loss of a batch of pairs of texts: each first text must find its second text among those of
// the batch, and vice versa, by the cosines of texts and by late interaction.
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

// Unit vectors of the tokens of some texts, text by text, and the number of tokens of each text.
struct TextTokens {
  torch::Tensor vectors;
  std::span<const std::int64_t> lengths;
};

// Returns a table (queries, documents) in float32, or in float64 if the vectors are float64. About
// `together` entries of the table of all cosines are in memory at a time; the backward pass needs
// only the place of each maximum.
torch::Tensor late_scores(const TextTokens& queries, const TextTokens& documents,
                          std::int64_t together = std::int64_t{1} << 26);

// A table of booleans that tells which distinct pairs belong to the same group: they are not wrong
// answers to each other.
torch::Tensor same_group(const std::vector<std::uint32_t>& groups);
torch::Tensor same_group(const torch::Tensor& groups);  // the group number of each pair

// `scores` has a row for each first text and a column for each second text. Entries set in
// `left_out` do not compete.
torch::Tensor find_partners_loss(const torch::Tensor& scores, const torch::Tensor& left_out,
                                 double temperature);

// The batch has all first texts, then all second texts.
torch::Tensor pair_loss(const TextConfig& config, const neural::TransformerConfig& model,
                        const ParameterViews& weights, const TextBatch& batch,
                        const torch::Tensor& left_out);

}  // namespace noether::train
