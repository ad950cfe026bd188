// Finds formulas that are typed among words without signs around them: derivative of e^x.
//
// A text is cut into tokens. A run of tokens that may belong to a formula is a formula if it
// contains something that can hardly be anything else: a command of LaTeX, a script, a relation
// between operands, f(x), a set in braces, a symbol of mathematics. Words, and letters and numbers
// among words, are never formulas by themselves. If the text has no words, a function before its
// argument or an operator between operands is enough: sin x, n choose k; query_text() keeps words
// apart there.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::search {

// The formulas in order. None is inside a kept span; kept spans are in order, too. Time and memory
// are linear in the text.
std::vector<base::Span> find_formulas(std::string_view text, std::span<const base::Span> kept = {});

}  // namespace noether::search
