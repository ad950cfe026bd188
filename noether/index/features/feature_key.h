// 64-bit keys of features: built token by token, the same on every machine.
#pragma once

#include <cstdint>
#include <string_view>

#include "noether/base/mix.h"

namespace noether::index {

// The key of the sequence `key` followed by `token`. Order matters; every bit of both counts.
constexpr std::uint64_t extend_key(std::uint64_t key, std::uint64_t token) {
  std::uint64_t mixed = key * base::kGoldenRatio + (token ^ base::kSecondRatio);
  mixed = (mixed ^ (mixed >> 32)) * 0xDABA0B6EB09322E3u;
  mixed = (mixed ^ (mixed >> 32)) * 0xDABA0B6EB09322E3u;
  return mixed ^ (mixed >> 32);
}

// The key of a label. Labels are short: eight bytes at a time is enough.
constexpr std::uint64_t key_of(std::string_view label) {
  std::uint64_t key = label.size();
  while (!label.empty()) {
    std::uint64_t word = 0;
    const std::size_t taken = label.size() < 8 ? label.size() : 8;
    for (std::size_t i = 0; i < taken; ++i) {
      word |= static_cast<std::uint64_t>(static_cast<unsigned char>(label[i])) << (8 * i);
    }
    key = extend_key(key, word);
    label.remove_prefix(taken);
  }
  return key;
}

}  // namespace noether::index
