// How members are drawn from all terms of a class.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace noether::egen {

// Stratified: root operators share equally, then sizes, and rules not seen before go first.
// Uniform: every term has the same chance; nearly all of them are of the largest sizes.
enum class Sampling : std::uint8_t { Stratified, Uniform };

inline std::string_view sampling_name(Sampling sampling) {
  return sampling == Sampling::Uniform ? "uniform" : "stratified";
}
inline std::optional<Sampling> sampling_by_name(std::string_view name) {
  for (const Sampling sampling : {Sampling::Stratified, Sampling::Uniform}) {
    if (sampling_name(sampling) == name) return sampling;
  }
  return std::nullopt;
}

}  // namespace noether::egen
