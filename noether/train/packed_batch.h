// Expressions of a batch, one behind the other without padding, the shortest first.
//
// Linear layers see only tokens that count. Attention and pooling need expressions of one length:
// they take the batch as a few boxes of (expressions, length), each length a multiple of 16, in
// which an expression that is shorter has slots that hold nothing. Built on the host, where `order`
// undoes the sorting; then moved to the device.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "noether/embedding/values/part_values.h"

namespace noether::train {

struct LengthBox {
  std::int64_t length = 0;  // slots of each expression
  std::int64_t count = 0;   // expressions
};

struct PackedBatch {
  torch::Tensor tokens;     // int32, of all expressions
  torch::Tensor positions;  // int32, in its expression, for each token
  torch::Tensor order;      // int64; where the i-th expression of the caller stands
  torch::Tensor starts;     // int32, where each expression's tokens begin, and where the last ends
  std::vector<LengthBox> boxes;
  torch::Tensor slots;      // int64, the slot of each token, boxes one behind the other
  torch::Tensor slot_rows;  // int64, the token of each slot, its expression's last where none is
  torch::Tensor lengths;    // int32, tokens of each expression, as they stand
  // float32, embedding::kPartNumbers for each token; unset where none were asked for.
  torch::Tensor values;

  std::int64_t expressions() const { return order.size(0); }
  PackedBatch to(torch::Device device) const;
};

// Expressions as token numbers without the special ones, which are added here; none is empty.
// Pinned memory is copied to a CUDA device without waiting.
PackedBatch pack(std::span<const std::span<const neural::TokenId>> expressions, bool pinned);
// What encoders that read values read of them.
PackedBatch pack(std::span<const std::span<const neural::TokenId>> expressions, bool pinned,
                 const embedding::PartValues& values,
                 const embedding::PartValues::Opens& opens = {});

// One row for each slot, by a tensor with one for each token, and the other way round. Gradients
// of slots that hold nothing go nowhere.
torch::Tensor to_slots(const PackedBatch& batch, const torch::Tensor& by_token);
torch::Tensor from_slots(const PackedBatch& batch, const torch::Tensor& by_slot);

}  // namespace noether::train
