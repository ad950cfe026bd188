// The LaTeX tokens of a model of texts: letters with their case, the symbols of symbols.def, every
// other command that the reader of formulas knows, and environments.
#pragma once

#include <vector>

#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::embedding {

// Symbols that are drawn the same are one token: `\leq`, `\le` and `≤`; `\sin` and `sin`. Always in
// the same order.
std::vector<neural::tokens::NewToken> latex_tokens();

}  // namespace noether::embedding
