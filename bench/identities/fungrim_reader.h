// Reads Fungrim's file, which has one object per line, {"id": "042551", "formula": "Equal(…)",
// "assumptions": "…"}, and its identities as pairs of expressions with assumptions.
//
// The scope is Equal(a, b, ...), also inside Where(..., definitions) and Implies(condition, ...),
// if every function is one of algebra's operators or defined by them: Div, Pow, GoldenRatio,
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
  // Alternatives, each of which is sufficient. The file has one text or a list of texts.
  std::vector<std::string> assumptions;
};

// Returns an error if the line is not a JSON object, or if a field has another type than text.
base::Result<FungrimEntry> read_fungrim_entry(std::string_view line);

struct FungrimIdentity {
  std::vector<algebra::ExprId> sides;  // all equal
  // The identity holds under each of these assumptions. Without assumptions there is one empty
  // case.
  std::vector<algebra::Assumptions> cases;
  std::set<std::string> unknown;  // reasons why it is out of scope; empty if it is in scope
};

// `assumptions` are alternatives, each of which is sufficient. The pool must outlive the result.
base::Result<FungrimIdentity> read_fungrim(std::string_view formula,
                                           const std::vector<std::string>& assumptions,
                                           algebra::Expressions& pool);

}  // namespace noether::bench
