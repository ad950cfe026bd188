// Scores all texts of lists by a cross-encoder, for a run and for models that learn from it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/lists/tokenized_lists.h"
#include "noether/train/core/training_loop.h"

namespace noether::train {

struct ScoreRequest {
  std::string model;               // folder
  std::vector<std::string> lists;  // files of lists, see load_lists.h
  std::uint32_t question_tokens = 200;
  std::uint32_t tokens = 0;              // of a pair; 0: as many as the model was made for
  std::uint64_t batch_tokens = 1 << 15;  // computed with at a time
  torch::Device device = torch::kCPU;
  bool quiet = false;
};

// Whether the model in the folder has a head that scores pairs. An error when it cannot be read.
base::Result<bool> is_cross_encoder(const std::string& folder);

// The lists with their scores, by a cross-encoder.
base::Result<neural::TokenizedLists> score_lists(const ScoreRequest& request);

// A run in TREC's format, `topic Q0 id rank score tag`, the best text of each list first. Lists
// with the same id are one topic; a repeated text counts once.
std::string run_of(const neural::TokenizedLists& lists, const std::string& tag);

}  // namespace noether::train
