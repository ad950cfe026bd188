// One vector of length 1 from the vectors of tokens.
#pragma once

#include <cstddef>

#include "noether/neural/model/pooling.h"

namespace noether::embedding {

// `rows` are the tokens that count, at least one, of `width` numbers each, a multiple of 4. False
// when the vector has no direction: it is not finite, or zero.
bool pool_tokens(const float* rows, std::size_t count, std::size_t width, neural::Pooling pooling,
                 float* out);

}  // namespace noether::embedding
