// Digests as text, separate from hashing, which needs a library that machines for training lack.
#include <fmt/format.h>

#include <charconv>

#include "noether/base/hash.h"

namespace noether::base {
namespace {

std::optional<std::uint64_t> number_from_hex(std::string_view digits) {
  std::uint64_t number = 0;
  const char* end = digits.data() + digits.size();
  const auto [stopped_at, error] = std::from_chars(digits.data(), end, number, 16);
  if (error != std::errc{} || stopped_at != end) return std::nullopt;
  return number;
}

}  // namespace

std::string Digest::hex() const { return fmt::format("{:016x}{:016x}", high, low); }

std::optional<Digest> Digest::from_hex(std::string_view text) {
  if (text.size() != 32) return std::nullopt;
  const auto high = number_from_hex(text.substr(0, 16));
  const auto low = number_from_hex(text.substr(16));
  if (!high || !low) return std::nullopt;
  return Digest{*high, *low};
}

}  // namespace noether::base
