#include "noether/index/length_column.h"

#include <algorithm>

#include "noether/base/packed_bytes.h"

namespace noether::index {

PackedLengths pack_lengths(std::span<const std::uint32_t> lengths) {
  PackedLengths packed;
  const std::uint32_t longest = lengths.empty() ? 0 : *std::ranges::max_element(lengths);
  packed.width = longest <= UINT8_MAX ? 1 : longest <= UINT16_MAX ? 2 : 4;
  packed.bytes.reserve(lengths.size() * packed.width);
  for (const std::uint32_t length : lengths) {
    base::append_fixed(packed.bytes, length, static_cast<int>(packed.width));
    packed.total += length;
  }
  return packed;
}

}  // namespace noether::index
