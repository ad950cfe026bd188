// The version of the reading of formulas for an encoder.
// It is part of the digest under which an index stores vectors, and is also stored beside it, so
// that vectors of an older reading are distinguished from those of another model. A change of the
// tokens of a formula, of the sides that count, or of the way in which their vectors are joined
// must increase the version: a test fails until then.
#pragma once

#include <cstdint>
#include <string_view>

namespace noether::search {

inline constexpr std::string_view kFormulaReading = "sides of relations, 16-bit tokens";
inline constexpr std::uint32_t kFormulaReadingVersion = 1;
// The reading of a formula encoder; its version is in embedding/formula/formula_encoder.h.
inline constexpr std::string_view kWholeFormulaReading = "trees by meaning and shape";

}  // namespace noether::search
