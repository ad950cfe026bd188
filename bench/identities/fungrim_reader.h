// Fungrim's file, a line each: {"id": "042551", "formula": "Equal(…)", "assumptions": "…"}; and its
// identities as pairs of expressions with assumptions.
//
// In scope is Equal(a, b, ...), also inside Where(..., definitions) and Implies(condition, ...),
// when every function is one of algebra's operators or defined by them: Div, Pow, GoldenRatio,
// ComplexDerivative(f, For(z, a, n)), Integral(f, For(x, a, b)). Values are complex numbers with
// the principal branches; Fungrim's infinities and limits (1/gamma(-1) = 0) are outside of both
// sides' domains, so identities are read as equality where both sides are defined.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bench/identities/fungrim_term.h"
#include "noether/algebra/decide/decide.h"
#include "noether/base/error.h"

namespace noether::bench {

struct FungrimEntry {
  std::string id;
  std::string formula;
  // Each alone is enough. The file has one text, or a list of such.
  std::vector<std::string> assumptions;
};

// A line that is no JSON, no object, or has something else than text where text belongs is an
// error.
base::Result<FungrimEntry> read_fungrim_entry(std::string_view line);

struct FungrimIdentity {
  std::vector<algebra::ExprId> sides;  // all equal
  // The identity holds under each of these; one that says nothing when there are none.
  std::vector<algebra::Assumptions> cases;
  std::set<std::string> unknown;  // why it is out of scope; empty when it is in
};

// `assumptions` are texts of which each alone is enough. The pool must outlive the result.
base::Result<FungrimIdentity> read_fungrim(std::string_view formula,
                                           const std::vector<std::string>& assumptions,
                                           algebra::Expressions& pool);

}  // namespace noether::bench
