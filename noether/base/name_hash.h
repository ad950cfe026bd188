// A hash for tables of names that the program defines: commands, symbols, operators.
//
// It is a few times as fast as std::hash. It is not for names from outside, because an attacker can
// construct many that collide.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "noether/base/mix.h"

namespace noether::base {

struct NameHash {
  std::size_t operator()(std::string_view name) const noexcept {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    const std::size_t size = name.size();
    if (size >= 8) {
      std::memcpy(&first, name.data(), 8);
      std::memcpy(&last, name.data() + size - 8, 8);
    } else if (size >= 4) {
      std::memcpy(&first, name.data(), 4);
      std::memcpy(&last, name.data() + size - 4, 4);
    } else if (size > 0) {
      first = static_cast<unsigned char>(name[0]);
      last = static_cast<std::uint64_t>(static_cast<unsigned char>(name[size / 2])) << 8 |
             static_cast<unsigned char>(name[size - 1]);
    }
    const std::uint64_t mixed = (first ^ last << 29 ^ last >> 35 ^ size << 56) * kGoldenRatio;
    return static_cast<std::size_t>(mixed ^ mixed >> 32);
  }
};

}  // namespace noether::base
