// Reads any bytes as a file of tokens: no crash, no access out of bounds, and a file that was read,
// written and read again is the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/neural/lists/tokenized_lists.h"

using noether::neural::TokenizedLists;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto lists =
      TokenizedLists::from_bytes(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!lists) return 0;
  for (std::uint64_t list = 0; list < lists->size(); ++list) {
    if (lists->query(list).empty()) std::abort();
    for (std::uint64_t i = lists->list_begin(list); i < lists->list_ends[list]; ++i) {
      if (lists->entry(i).empty()) std::abort();
    }
  }
  if (TokenizedLists::from_bytes(lists->to_bytes()).value() != *lists) std::abort();
  return 0;
}
