// Identifies vectors of an index by their unit and a name. An index may have several sets, each
// with its own model. Adding vectors to a set replaces those of another model in it, and does not
// change other sets.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace noether::index {

// The unit that has a vector.
enum class VectorUnit : std::uint8_t { Formula, Document, Passage, Sentence };
inline constexpr std::array<std::string_view, 4> kVectorUnitNames = {"formula", "document",
                                                                     "passage", "sentence"};

inline std::string_view vector_unit_name(VectorUnit unit) {
  return kVectorUnitNames[static_cast<std::size_t>(unit)];
}

// Whether the units are parts of the texts of documents; such units are stored like passages.
inline bool is_of_text(VectorUnit unit) {
  return unit == VectorUnit::Passage || unit == VectorUnit::Sentence;
}

// The default set of formulas.
inline constexpr std::string_view kFormulaVectors = "formulas";

struct VectorSet {
  VectorUnit unit = VectorUnit::Formula;
  std::string name = std::string(kFormulaVectors);

  bool is_default() const { return unit == VectorUnit::Formula && name == kFormulaVectors; }
  friend bool operator==(const VectorSet&, const VectorSet&) = default;
};

// Small letters, digits and hyphens, at most 32: names become parts of file names.
inline bool is_vector_set_name(std::string_view name) {
  return !name.empty() && name.size() <= 32 && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

}  // namespace noether::index
