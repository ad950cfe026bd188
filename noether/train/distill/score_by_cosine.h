// Scores all texts of lists by a text encoder: the cosine of a text and its question.
#pragma once

#include "noether/base/error.h"
#include "noether/neural/lists/tokenized_lists.h"
#include "noether/train/cross/score_lists.h"

namespace noether::train {

// The lists with their scores. `tokens` of the request are those of a text alone. The model may be
// int8.
base::Result<neural::TokenizedLists> score_by_cosine(const ScoreRequest& request);

}  // namespace noether::train
