// How formulas become what an encoder sees, as a version.
//
// It is part of the digest under which an index keeps vectors, and stands beside it, so that
// vectors of an older reading are told from those of another model. Who changes what tokens a
// formula has, which of its sides count, or how their vectors become one, counts the version up: a
// test fails until then.
#pragma once

#include <cstdint>
#include <string_view>

namespace noether::search {

inline constexpr std::string_view kFormulaReading = "sides of relations, 16-bit tokens";
inline constexpr std::uint32_t kFormulaReadingVersion = 1;
// Of a formula encoder; its version stands in embedding/formula/formula_encoder.h.
inline constexpr std::string_view kWholeFormulaReading = "trees by meaning and shape";

}  // namespace noether::search
