// Parses any bytes as a line of lists: the reader does not crash, and its errors have a message.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/neural/lists/tokenized_lists.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  const auto list = noether::neural::read_list_line(line);
  if (!list && list.error().message.empty()) std::abort();
  return 0;
}
