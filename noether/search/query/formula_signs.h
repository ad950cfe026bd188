// Where a formula begins and ends in a line of text: $ $, $$ $$, \( \), \[ \], \begin{x} \end{x}.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/text/document.h"

namespace noether::search {

struct FormulaSigns {
  std::string open;
  std::string close;
  bool keeps_signs = false;  // an environment is part of its formula
};

// Nothing when no formula begins here. A dollar sign behind a backslash is money.
std::optional<FormulaSigns> formula_signs_at(std::string_view text, std::size_t at);

// Behind the closing sign of the formula that begins at `begin`. A sign inside braces belongs to
// what is inside, as in $x \text{ if $y$}$, unless there is no other.
std::optional<std::size_t> formula_end(std::string_view text, std::size_t begin,
                                       const FormulaSigns& signs);

// Those that are closed, without their signs.
std::vector<text::FormulaSpan> formulas_of(std::string_view text);

}  // namespace noether::search
