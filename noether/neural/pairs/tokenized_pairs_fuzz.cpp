// Any bytes as a file of tokens: no crash, nothing out of bounds, and what is read and written is
// read the same again.
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
