// The LaTeX tokens of a model of texts: case-sensitive letters, the symbols of symbols.def, every
// other command that the LaTeX reader supports, and environments.
#pragma once

#include <vector>

#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::embedding {

// Symbols that are drawn the same are one token: `\leq`, `\le` and `≤`; `\sin` and `sin`. The order
// is always the same.
std::vector<neural::tokens::NewToken> latex_tokens();

}  // namespace noether::embedding
