// Names that a sum, an integral, a limit or a set binds, and that are not visible outside it.
//
// sum_{k=1}^n k and \sum_{j=1}^n j mean the same. To make them the same expression, the variable of
// every binder is named for its height: the number of binders nested inside, itself included. Names
// of nested binders then differ, equal parts get equal names in any context, and no free variable
// is ever captured. A name inside a subscript counts: the a_k of \sum_k a_k is bound.
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

// The names of bound variables begin with this character, which no formula contains.
inline constexpr char kBoundMark = '\x01';

// Returns whether this operator itself binds a name.
bool is_binder(const Expressions& pool, ExprId id);
// Returns whether any operator in it binds a name.
bool binds_names(const Expressions& pool, ExprId root);

// Returns `root` with its bound variables named kBoundMark and their height. `written`, if given,
// receives the first name found for each height, that of height 1 first.
ExprId name_by_height(Expressions& pool, ExprId root, std::vector<std::string>* written = nullptr);

// Gives all expressions the same readable names for the same heights: those written in the
// expressions, unless a free variable has the same name.
void share_bound_names(Expressions& pool, std::span<ExprId> roots);

// Returns whether the name is `bound`, or has it in its subscript.
bool mentions_name(std::string_view name, std::string_view bound);

}  // namespace noether::algebra
