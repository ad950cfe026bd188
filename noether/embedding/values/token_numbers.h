// Numbers inside expressions in tokens: what one is worth, and the tokens of one.
#pragma once

#include <cstddef>
#include <optional>

#include "noether/embedding/values/token_grammar.h"

namespace noether::embedding {

// Of the number that begins at `at` and takes all tokens up to the end of that part; nothing where
// the part is no number.
std::optional<double> number_at(const TokenGrammar& grammar, TokenSpan tokens, std::size_t at);

// False, and nothing is added, for a number of more than six digits before the point or three
// behind it.
bool append_number(const TokenGrammar& grammar, double value, Tokens& tokens);

}  // namespace noether::embedding
