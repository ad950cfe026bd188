// Ids as collections write them: decimal numbers, and nothing else beside.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace noether::collection {

inline std::optional<std::uint32_t> read_number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace noether::collection
