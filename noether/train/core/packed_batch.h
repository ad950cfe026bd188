// The sequences of tokens of a batch, concatenated without padding, the shortest first.
// Linear layers read only tokens that count. Attention and pooling need sequences of one length:
// they use the batch as a few boxes of (sequences, length), each length a multiple of 16, in which
// a shorter sequence has empty slots. The batch is built on the host, where `order` undoes the
// sorting, and then moved to the device. `attend` is attention within each sequence.
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
  torch::Tensor tokens;     // int32, of all sequences
  torch::Tensor positions;  // int32, in its sequence, for each token
  torch::Tensor order;      // int64; where the i-th sequence of the caller stands
  torch::Tensor starts;     // int32, where each sequence's tokens begin, and where the last ends
  std::vector<LengthBox> boxes;
  torch::Tensor slots;      // int64, the slot of each token, boxes one behind the other
  torch::Tensor slot_rows;  // int64, the token of each slot, its sequence's last where none is
  torch::Tensor lengths;    // int32, tokens of each sequence, as they stand
  // float32, a row of numbers for each token; unset if none were requested.
  torch::Tensor values;
  // int32, the segment of each token; unset where all are of segment 0.
  torch::Tensor segments;

  std::int64_t sequences() const { return order.size(0); }
  PackedBatch to(torch::Device device) const;
};

// The special tokens around each sequence.
struct SpecialTokens {
  neural::TokenId first = 0;
  neural::TokenId last = 0;
};

// None of the sequences is empty. Pinned memory is copied to a CUDA device without waiting.
PackedBatch pack_sequences(std::span<const std::span<const neural::TokenId>> sequences, bool pinned,
                           std::optional<SpecialTokens> around = std::nullopt);

// Gives each token its segment: `segments` are those of the batch's sequences, as they were given.
void place_segments(PackedBatch& batch, std::span<const std::vector<std::uint8_t>> segments,
                    bool pinned);

// One row for each slot, from a tensor with one for each token, and the inverse. Gradients of empty
// slots are dropped.
torch::Tensor to_slots(const PackedBatch& batch, const torch::Tensor& by_token);
torch::Tensor from_slots(const PackedBatch& batch, const torch::Tensor& by_slot);

// `in` has a row for each token: queries, keys and values of all heads, in this order. The result
// has a row of the heads' values for each token. With causal attention tokens do not attend to
// later ones.
torch::Tensor attend(std::int64_t heads, const PackedBatch& batch, const torch::Tensor& in,
                     bool causal = false);

// (sequences, heads, length, width / heads) each; softmax over all places that are not hidden.
torch::Tensor attention(const torch::Tensor& query, const torch::Tensor& key,
                        const torch::Tensor& value, const torch::Tensor& is_hidden);

// One box of a batch.
struct Box {
  torch::Tensor rows;     // (sequences, length, channels)
  torch::Tensor places;   // (1, length): 0, 1, 2, ...
  torch::Tensor lengths;  // (sequences, 1): tokens of each
};
std::vector<Box> to_boxes(const PackedBatch& batch, const torch::Tensor& by_token);

}  // namespace noether::train
