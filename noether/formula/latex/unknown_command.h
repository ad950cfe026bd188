// Commands that the reader has to guess at: it keeps \foo as a symbol of that name.
#pragma once

#include <optional>
#include <string_view>

#include "noether/formula/latex/lexer.h"

namespace noether::formula {

// The first command that neither LaTeX's mathematics has, as far as Noether knows it, nor a
// definition in the same text.
std::optional<Token> first_unknown_command(std::string_view latex);

}  // namespace noether::formula
