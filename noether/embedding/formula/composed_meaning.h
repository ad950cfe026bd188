// The part of a formula's vector that represents its meaning, composed from its operands.
// A part with values has the vector of the encoder of expressions, wherever it occurs. The vector
// of any other node is the sum of its own direction and of the vectors of its operands, each
// transformed by its place: a cyclic shift and signs, pseudo-random by the operator and, if
// operands do not commute, by the position. The sides of an equation are not transformed, so that
// an equation is near expressions that are equal to one of its sides.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/embedding/formula/canonical_formula.h"
#include "noether/embedding/formula/valued_parts.h"

namespace noether::embedding {

// The weight of a node relative to each of its operands.
inline constexpr float kOwnShare = 0.5F;

// `part_vectors` has a vector of `out.size()` numbers for each part, of length 1, and so has `out`
// afterwards.
void compose_meaning(const CanonicalFormula& formula, std::span<const ValuedPart> parts,
                     std::span<const std::span<const float>> part_vectors, std::span<float> out);

}  // namespace noether::embedding
