// Parses any bytes as a line of pieces: the reader does not crash, and its errors have a message.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/neural/pieces/tokenized_pieces.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  const auto pieces = noether::neural::read_piece_line(line);
  if (!pieces && pieces.error().message.empty()) std::abort();
  return 0;
}
