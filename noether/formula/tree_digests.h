// Digests of trees, computed from the digests of their parts.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "noether/base/hash.h"
#include "noether/base/mix.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

using base::Digest;

// A formula needs many digests of small parts. Two lanes of 64 bits, each mixed with every part,
// are as good here as digests of bytes, and a few times as fast.
constexpr std::uint64_t mixed(std::uint64_t state, std::uint64_t part) {
  std::uint64_t bits = state * base::kGoldenRatio + (part ^ base::kSecondRatio);
  bits = (bits ^ (bits >> 32)) * 0xDABA0B6EB09322E3U;
  return bits ^ (bits >> 29);
}
constexpr Digest mixed(const Digest& state, const Digest& part) {
  return {mixed(state.high, part.high ^ std::rotl(part.low, 23)),
          mixed(state.low, part.low + 0xA0761D6478BD642FU * part.high)};
}
constexpr Digest mixed(const Digest& state, std::uint64_t part) {
  return {mixed(state.high, part), mixed(state.low, ~part)};
}

// Labels are short: eight bytes at a time is enough.
constexpr Digest digest_of_label(std::string_view label) {
  Digest digest{0x6C6162656C, label.size()};
  while (!label.empty()) {
    std::uint64_t word = 0;
    const std::size_t taken = std::min<std::size_t>(label.size(), 8);
    for (std::size_t i = 0; i < taken; ++i) {
      word |= std::uint64_t{static_cast<unsigned char>(label[i])} << (8 * i);
    }
    digest = mixed(digest, word);
    label.remove_prefix(taken);
  }
  return digest;
}

// The digests of labels of one byte, which most labels are, are computed at compile time.
inline constexpr auto kByteDigests = [] {
  std::array<Digest, 256> digests{};
  for (std::size_t i = 0; i < digests.size(); ++i) {
    const char byte = static_cast<char>(i);
    digests[i] = digest_of_label({&byte, 1});
  }
  return digests;
}();
inline Digest digest_of_short_label(std::string_view label) {
  return label.size() == 1 ? kByteDigests[static_cast<unsigned char>(label[0])]
                           : digest_of_label(label);
}

// Based on the names of operators, so that digests do not change when the list of operators grows.
inline constexpr std::array kOperatorDigests = {
#define NOETHER_OP(id, name, ...) digest_of_label(name),
#include "noether/formula/operators.def"
#undef NOETHER_OP
};
constexpr const Digest& operator_digest(Op op) {
  return kOperatorDigests[static_cast<std::size_t>(op)];
}

// The same with an empty label.
inline constexpr auto kPlainOperatorDigests = [] {
  auto digests = kOperatorDigests;
  for (Digest& digest : digests) digest = mixed(digest, digest_of_label({}));
  return digests;
}();
constexpr const Digest& plain_operator_digest(Op op) {
  return kPlainOperatorDigests[static_cast<std::size_t>(op)];
}

}  // namespace noether::formula
