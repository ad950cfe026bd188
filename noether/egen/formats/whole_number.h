// Reads whole numbers from untrusted JSON. The library casts numbers: -1 becomes a huge number, and
// 1e30 is undefined behaviour; here both are errors.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>

namespace noether::egen {

template <std::unsigned_integral Number, typename Json>
std::optional<Number> whole_number(const Json& value) {
  if (!value.is_number_unsigned()) return std::nullopt;
  const auto number = value.template get<std::uint64_t>();
  if (number > std::numeric_limits<Number>::max()) return std::nullopt;
  return static_cast<Number>(number);
}

// Returns the member `name`; throws if it is absent or of another type, as the library's own access
// does.
template <std::unsigned_integral Number, typename Json>
Number whole_number_at(const Json& object, const char* name) {
  const auto number = whole_number<Number>(object.at(name));
  if (!number) {
    throw std::invalid_argument(fmt::format("\"{}\" is not a whole number from 0 to {}", name,
                                            std::numeric_limits<Number>::max()));
  }
  return *number;
}

}  // namespace noether::egen
