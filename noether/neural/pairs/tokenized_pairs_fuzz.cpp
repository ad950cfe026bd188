// Reads any bytes as a file of tokens: no crash, no access out of bounds, and a file that was read,
// written and read again is the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/neural/pairs/tokenized_pairs.h"

using noether::neural::TokenizedPairs;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto pairs =
      TokenizedPairs::from_bytes(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!pairs) return 0;
  for (std::uint64_t i = 0; i < pairs->size(); ++i) {
    if (pairs->first(i).empty() || pairs->second(i).empty()) std::abort();
  }
  if (TokenizedPairs::from_bytes(pairs->to_bytes()).value() != *pairs) std::abort();
  return 0;
}
