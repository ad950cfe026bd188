// How the vectors of all tokens become one vector.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace noether::neural {

// First: that of the first token that counts.
enum class Pooling : std::uint8_t { Mean, Max, First };
inline constexpr std::array<std::string_view, 3> kPoolingNames = {"mean", "max", "first"};

constexpr std::string_view pooling_name(Pooling pooling) {
  return kPoolingNames[static_cast<std::size_t>(pooling)];
}

}  // namespace noether::neural
