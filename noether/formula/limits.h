// The bounds that every reader keeps, so that no input can exhaust the stack, memory or time.
//
// Depth bounds make recursion over both trees safe: a walker may recurse along every relation
// except `next` and `element`, whose chains are as long as the formula and must be walked in a
// loop.
#pragma once

#include <cstddef>

namespace noether::formula {

inline constexpr std::size_t kMaxInputBytes = std::size_t{1} << 20;  // one formula, any notation
inline constexpr std::size_t kMaxNodes = std::size_t{1} << 20;       // per tree
inline constexpr int kMaxLayoutDepth = 256;    // nested groups, scripts, fences, cells
inline constexpr int kMaxOperatorDepth = 512;  // height of an operator tree
inline constexpr int kMaxExpansions = 10'000;  // macro calls in one formula

}  // namespace noether::formula
