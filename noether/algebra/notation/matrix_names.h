// Which names stand for matrices or vectors, whose products do not commute.
//
// A name is matrix-like when it is bold (\mathbf, \boldsymbol, \bm), when it is declared as one, or
// when the formula shows it: it is transposed (A^\top, A^\dagger, and A^T where T occurs only so),
// or it is a capital in the argument of a determinant or a trace. Where one name is shown to be a
// matrix the other letters of the formula are taken for matrices and vectors, too, but i to n and
// what stands in exponents and subscripts: what commutes less is safe.
// \vec a is no name, but read alike.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "noether/formula/operator_tree.h"

namespace noether::algebra {

using MatrixNames = std::set<std::string, std::less<>>;

// Whether the first letter is one of Unicode's bold ones, which is what \mathbf makes of a letter.
bool is_bold(std::string_view name);

// The names that are shown to be matrices anywhere in the tree, added to `names`.
void add_matrix_names(const formula::OperatorTree& tree, MatrixNames& names);

// The sign of a transposition: ⊤ for a raised T or ⊤, † for a dagger, empty for anything else.
std::string_view transposition(const formula::OperatorTree& tree, formula::NodeId exponent);

}  // namespace noether::algebra
