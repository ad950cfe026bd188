// Determines the names of matrices and vectors, whose products do not commute.
//
// A name is matrix-like if it is bold (\mathbf, \boldsymbol, \bm), if it is declared as one, or if
// the formula shows it: it is transposed (A^\top, A^\dagger, and A^T where T occurs only so), or it
// is a capital in the argument of a determinant or a trace. If one name is shown to be a matrix,
// the other letters of the formula are treated as matrices and vectors, too, except i to n and
// those in exponents and subscripts: assuming less commutativity is safe. \vec a is not a name, but
// is read in the same way.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "noether/formula/operator_tree.h"

namespace noether::algebra {

using MatrixNames = std::set<std::string, std::less<>>;

// Returns whether the first letter is a bold letter of Unicode, into which \mathbf turns a letter.
bool is_bold(std::string_view name);

// Adds the names that are shown to be matrices anywhere in the tree to `names`.
void add_matrix_names(const formula::OperatorTree& tree, MatrixNames& names);

// The sign of a transposition: ⊤ for a raised T or ⊤, † for a dagger, empty for anything else.
std::string_view transposition(const formula::OperatorTree& tree, formula::NodeId exponent);

}  // namespace noether::algebra
