// Whether a formula was read to its end.
#pragma once

#include <string_view>

#include "noether/formula/formula.h"

namespace noether::formula {

// What diagnostics say where a bound of limits.h was hit and the rest was not read.
inline constexpr std::string_view kTooDeep = "nested too deeply";
inline constexpr std::string_view kTooManySymbols = "too many symbols";

// The diagnostic of a bound that was hit; null where there is none.
inline const base::Error* exceeded_limit(const Formula& formula) {
  for (const base::Error& problem : formula.diagnostics) {
    if (problem.message == kTooDeep || problem.message == kTooManySymbols) return &problem;
  }
  return nullptr;
}

}  // namespace noether::formula
