// Expressions of a batch, packed with the special tokens around them.
#pragma once

#include <span>

#include "noether/embedding/values/part_values.h"
#include "noether/train/core/packed_batch.h"

namespace noether::train {

// Expressions as token numbers without the special ones, which are added here; none is empty.
PackedBatch pack(std::span<const std::span<const neural::TokenId>> expressions, bool pinned);
// The input of encoders that read values, with embedding::kPartNumbers for each token.
PackedBatch pack(std::span<const std::span<const neural::TokenId>> expressions, bool pinned,
                 const embedding::PartValues& values,
                 const embedding::PartValues::Opens& opens = {});

}  // namespace noether::train
