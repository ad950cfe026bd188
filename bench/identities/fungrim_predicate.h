// Tests the assumptions of Fungrim at points: Element(z, SetMinus(CC, Set(0))), Less(Abs(z), 1),
// ...
//
// Values are complex doubles, so a point within rounding of a border counts as lying on it.
#pragma once

#include <complex>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "bench/identities/fungrim_term.h"
#include "noether/algebra/decide/decide.h"

namespace noether::bench {

using FungrimValues = std::map<std::string, std::complex<double>>;

// Returns nothing if the term has unsupported parts, which are added to `unknown`.
std::optional<std::complex<double>> fungrim_value(const FungrimTerm& term,
                                                  const FungrimValues& values,
                                                  std::set<std::string>& unknown);
std::optional<bool> fungrim_holds(const FungrimTerm& condition, const FungrimValues& values,
                                  std::set<std::string>& unknown);

// The coordinates of a point as doubles.
FungrimValues fungrim_values(const algebra::Expressions& pool, const algebra::Point& point);

}  // namespace noether::bench
