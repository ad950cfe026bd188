// Parses any bytes as a line of pairs: the reader does not crash, and its errors have a message.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/neural/pairs/tokenized_pairs.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  const auto pair = noether::neural::read_pair_line(line);
  if (!pair && pair.error().message.empty()) std::abort();
  return 0;
}
