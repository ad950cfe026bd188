// Whether a formula was read to its end.
#pragma once

#include <string_view>

#include "noether/formula/formula.h"

namespace noether::formula {

// The diagnostics where a limit of limits.h was reached and the rest was not read.
inline constexpr std::string_view kTooDeep = "nested too deeply";
inline constexpr std::string_view kTooManySymbols = "too many symbols";

// The diagnostic of an exceeded limit; null if there is none.
inline const base::Error* exceeded_limit(const Formula& formula) {
  for (const base::Error& problem : formula.diagnostics) {
    if (problem.message == kTooDeep || problem.message == kTooManySymbols) return &problem;
  }
  return nullptr;
}

}  // namespace noether::formula
