// Names that a sum, an integral, a limit or a set binds, and that nobody outside can see.
//
// \sum_{k=1}^n k and \sum_{j=1}^n j say the same. So that they become the same expression, every
// binder is named for its height: how many binders are nested inside, itself included. Names of
// nested binders differ then, equal parts get equal names wherever they stand, and nothing free is
// ever captured. A name inside a subscript counts: the a_k of \sum_k a_k is bound.
//
// Bound: the variable of a definite integral in its integrand; the index of \sum, \prod, \bigcup,
// \max, ... and of \oint; the variable of a limit, of {x | ...}, of a value at x = a. Not bound:
// the variable of a derivative or of an antiderivative, whose value depends on it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// The names that bound variables get begin with this; no formula has it.
inline constexpr char kBoundMark = '\x01';

// Whether this operator itself binds a name.
bool is_binder(const Expressions& pool, ExprId id);
// Whether anything in it binds a name.
bool binds_names(const Expressions& pool, ExprId root);

// `root` with its bound variables named kBoundMark and their height. `written`, when given, gets
// the first name that was met for each height, the first for height 1.
ExprId name_by_height(Expressions& pool, ExprId root, std::vector<std::string>* written = nullptr);

// All of them with the same names for the same heights, names that people use: those written in
// the expressions, where nothing free has them.
void share_bound_names(Expressions& pool, std::span<ExprId> roots);

// Whether the name is `bound`, or has it in its subscript.
bool mentions_name(std::string_view name, std::string_view bound);

}  // namespace noether::algebra
