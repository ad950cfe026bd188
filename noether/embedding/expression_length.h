// How long an expression may be that an encoder reads.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "noether/embedding/values/part_values.h"

namespace noether::embedding {

// Tokens that an expression may have for an encoder that reads values, which does not mind how long
// a part with values is written.
inline constexpr std::size_t kMostValuedTokens = 512;

// Why what the tokenizer made of an expression cannot be read with so many positions: it is empty
// or too long. `values` is null for an encoder that reads tokens alone.
std::optional<std::string> length_problem(const std::vector<TokenId>& tokens, std::size_t positions,
                                          const PartValues* values);

}  // namespace noether::embedding
