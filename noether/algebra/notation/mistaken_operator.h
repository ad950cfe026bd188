// Heads of S-expressions that are no operators but were meant to be.
//
// (plus x 1) and (sni x) would call functions of these names, which nobody means: a word that
// algebra does not know is an error, unless it is a letter or a name that mathematics has for a
// function.
#pragma once

#include <optional>
#include <string_view>

#include "noether/base/error.h"

namespace noether::algebra {

// Whether the word is the name or sign of an operator, or a function, in any notation of ours.
bool names_operator(std::string_view word);

// Whether it is what else an operator is called: plus, square.
bool is_other_word(std::string_view word);

// The first one. The message says which operator was meant, the hint lists them all.
std::optional<base::Error> find_mistaken_operator(std::string_view sexpr);

}  // namespace noether::algebra
