// Scores of all texts of lists by a cross-encoder.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "noether/neural/lists/tokenized_lists.h"
#include "noether/neural/transformer/transformer_config.h"
#include "noether/train/core/parameters.h"
#include "noether/train/cross/cross_encoder.h"

namespace noether::train {

// A text of a list to score.
struct ListEntry {
  std::uint64_t list = 0;
  std::uint64_t entry = 0;
};

// Scores in the order of `entries`. Texts of similar length are scored together, up to
// `batch_tokens` at a time; `done`, if set, receives the number of scored texts after each batch.
std::vector<float> score_entries(const neural::TransformerConfig& config,
                                 const ParameterViews& weights, const PairReader& reader,
                                 std::span<const ListEntry> entries, std::uint64_t batch_tokens,
                                 const std::function<void(std::uint64_t)>& done = {});

}  // namespace noether::train
