// Scores all texts of lists with a cross-encoder: for its validation, for TREC runs, and for models
// that learn from it.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/lists/tokenized_lists.h"
#include "noether/neural/transformer/transformer_config.h"
#include "noether/train/core/parameters.h"
#include "noether/train/core/training_loop.h"
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

struct ScoreRequest {
  std::string model;               // folder
  std::vector<std::string> lists;  // files of lists, see training_lists.h
  std::uint32_t question_tokens = 200;
  std::uint32_t tokens = 0;              // of a pair; 0: as many as the model was made for
  std::uint64_t batch_tokens = 1 << 15;  // maximum number of tokens in one batch
  torch::Device device = torch::kCPU;
  bool quiet = false;
};

// Returns whether the model in the folder has a head that scores pairs, or an error if the model
// cannot be read.
base::Result<bool> is_cross_encoder(const std::string& folder);

// Reads the lists and scores them with a cross-encoder.
base::Result<neural::TokenizedLists> score_lists(const ScoreRequest& request);

// A run in TREC's format, `topic Q0 id rank score tag`, the best text of each list first. Lists
// with the same id are one topic; a repeated text counts once.
std::string run_of(const neural::TokenizedLists& lists, const std::string& tag);

}  // namespace noether::train
