// The sequences of tokens of a batch, concatenated without padding, the shortest first.
// Linear layers therefore compute nothing for padding. Attention and pooling need sequences of
// equal length: they view the batch as a few boxes of (sequences, length), where each length is a
// multiple of 16 and shorter sequences leave slots empty. The batch is built on the host, where
// `order` undoes the sorting, and then moved to the device. `attend` is attention within each
// sequence.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "noether/neural/token.h"

namespace noether::train {

struct LengthBox {
  std::int64_t length = 0;  // slots of each sequence
  std::int64_t count = 0;   // sequences
};

struct PackedBatch {
  torch::Tensor tokens;     // int32, the tokens of all sequences
  torch::Tensor positions;  // int32, the position of each token in its sequence
  torch::Tensor order;      // int64, the place in the batch of the caller's i-th sequence
  torch::Tensor starts;     // int32, where each sequence's tokens begin, and where the last ends
  std::vector<LengthBox> boxes;
  torch::Tensor slots;      // int64, the slot of each token; the boxes are concatenated
  torch::Tensor slot_rows;  // int64, the token of each slot; empty slots have the sequence's last
  torch::Tensor lengths;    // int32, the number of tokens of each sequence, in the batch's order
  // float32, a row of numbers for each token; undefined if the model reads no numbers.
  torch::Tensor values;
  // int32, the segment of each token; undefined if all tokens belong to segment 0.
  torch::Tensor segments;

  std::int64_t sequences() const { return order.size(0); }
  PackedBatch to(torch::Device device) const;
};

// The special tokens around each sequence.
struct SpecialTokens {
  neural::TokenId first = 0;
  neural::TokenId last = 0;
};

// The sequences must not be empty. Pinned memory allows an asynchronous copy to a CUDA device.
PackedBatch pack_sequences(std::span<const std::span<const neural::TokenId>> sequences, bool pinned,
                           std::optional<SpecialTokens> around = std::nullopt);

// Sets the segment of each token. `segments` lists the segments of each sequence in the caller's
// order.
void place_segments(PackedBatch& batch, std::span<const std::vector<std::uint8_t>> segments,
                    bool pinned);

// `to_slots` makes a tensor with one row per slot from a tensor with one row per token;
// `from_slots` is the inverse. Gradients of empty slots are dropped.
torch::Tensor to_slots(const PackedBatch& batch, const torch::Tensor& by_token);
torch::Tensor from_slots(const PackedBatch& batch, const torch::Tensor& by_slot);

// `in` has a row for each token: the queries, keys and values of all heads, in this order. The
// result has a row for each token with the outputs of all heads. With causal attention, a token
// does not attend to later tokens.
torch::Tensor attend(std::int64_t heads, const PackedBatch& batch, const torch::Tensor& in,
                     bool causal = false);

// Query, key and value have the shape (sequences, heads, length, width / heads). The softmax is
// over all positions that are not hidden.
torch::Tensor attention(const torch::Tensor& query, const torch::Tensor& key,
                        const torch::Tensor& value, const torch::Tensor& is_hidden);

// One box of a batch.
struct Box {
  torch::Tensor rows;     // (sequences, length, channels)
  torch::Tensor places;   // (1, length): 0, 1, 2, ...
  torch::Tensor lengths;  // (sequences, 1): number of tokens of each
};
std::vector<Box> to_boxes(const PackedBatch& batch, const torch::Tensor& by_token);

}  // namespace noether::train
