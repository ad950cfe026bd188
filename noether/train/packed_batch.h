// Expressions of a batch, one behind the other without padding, the shortest first.
//
// Expressions of the same number of tokens stand together, so attention takes each such group as a
// box of (expressions, length) and needs no mask. Built on the host, where `order` undoes the
// sorting; then moved to the device as four tensors.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>
#include <vector>

namespace noether::train {

struct LengthGroup {
  std::int64_t length = 0;  // tokens of each, with the special ones
  std::int64_t count = 0;   // expressions
};

struct PackedBatch {
  torch::Tensor tokens;     // int32, of all expressions
  torch::Tensor positions;  // int32, in its expression, for each token
  torch::Tensor order;      // int64; where the i-th expression of the caller stands
  torch::Tensor starts;     // int32, where each expression's tokens begin, and where the last ends
  std::vector<LengthGroup> groups;

  std::int64_t expressions() const { return order.size(0); }
  PackedBatch to(torch::Device device) const;
};

// Expressions as token numbers without the special ones, which are added here; none is empty.
// Pinned memory is copied to a CUDA device without waiting.
PackedBatch pack(std::span<const std::span<const std::uint16_t>> expressions, bool pinned);

}  // namespace noether::train
