// The number of a token in its tokenizer's vocabulary.
#pragma once

#include <cstdint>

namespace noether::neural {

using TokenId = std::uint32_t;

}  // namespace noether::neural
