// The part of a formula's vector that says what the formula means, composed of its operands.
//
// A part with values has the vector that an encoder of expressions gives it, wherever it stands.
// Any other node is the sum of a direction of its own and of its operands, each turned by its
// place: a cyclic shift and signs, pseudo-random by the operator and, where operands do not
// commute, by the position. The sides of an equation are not turned, so that an equation is near
// what is equal to one of its sides.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/embedding/formula/canonical_formula.h"
#include "noether/embedding/formula/valued_parts.h"

namespace noether::embedding {

// How much a node counts beside each of its operands.
inline constexpr float kOwnShare = 0.5F;

// `part_vectors` has a vector of `out.size()` numbers for each part, of length 1, and so has `out`
// afterwards.
void compose_meaning(const CanonicalFormula& formula, std::span<const ValuedPart> parts,
                     std::span<const std::span<const float>> part_vectors, std::span<float> out);

}  // namespace noether::embedding
