// A proof that two terms are equal: a chain of terms, each one step from the one before.
//
//   x * (y + 0)  =  x * y        by `add-zero` at [1]
//                =  y * x        by `commute` at []
//
// A step replaces the subterm at one position; a rule may be used in either direction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/egraph/core.h"
#include "noether/egraph/ids.h"
#include "noether/egraph/pattern.h"
#include "noether/egraph/terms/term.h"

namespace noether::egraph {

// A position in a term: the child to take at each level, from the root down.
using Position = std::vector<std::uint32_t>;

// The first token of the subterm at a position, or nothing if the term has no such position.
std::optional<std::size_t> subterm_begin(const Term& term, const Position& position);

struct ProofStep {
  Reason reason;  // a rule, an analysis, or an assertion of the caller; never congruence
  bool forward =
      true;  // whether the reason speaks of before => after; otherwise of after => before
  Position position;
  Term after;  // the whole term
};

struct Proof {
  Term start;
  std::vector<ProofStep> steps;

  const Term& end() const { return steps.empty() ? start : steps.back().after; }
};

struct ProofLimits {
  std::size_t steps = 10'000;
  std::size_t term_size = 100'000;
};

// Explains why the terms of two ids are equal. Returns an error if they are not in one class, or if
// the proof exceeds the limits. The graph must have been made with proofs and be rebuilt.
base::Result<Proof> explain(const EGraphCore& graph, NodeId a, NodeId b,
                            const ProofLimits& limits = {});

// Writes one line per term, with the name of the step that led to it.
std::string to_string(const Proof& proof, std::span<const Rule> rules,
                      const std::function<std::string(Symbol)>& name);

}  // namespace noether::egraph
