// Random expressions to measure encoders with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/base/error.h"

namespace noether::embedding {

// Prefix texts with exactly this many tokens, of operators that every encoder knows; a function of
// the seed.
std::string sample_expression(std::size_t tokens, std::uint64_t seed);
// Between 5 and 25 tokens.
std::vector<std::string> sample_expressions(std::size_t count, std::uint64_t seed = 1);

}  // namespace noether::embedding
