// The maximum length of an expression for an encoder.
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

// The reason why these tokens of an expression cannot be read with this many positions: there are
// none or too many. `values` is null for an encoder that reads tokens alone.
std::optional<std::string> length_problem(const std::vector<TokenId>& tokens, std::size_t positions,
                                          const PartValues* values);

}  // namespace noether::embedding
