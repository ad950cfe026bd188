// Finds where a formula begins and ends in a line of text: $ $, $$ $$, \( \), \[ \], \begin{x}
// \end{x}.
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

// Empty if no formula begins here. A dollar sign behind a backslash is money.
std::optional<FormulaSigns> formula_signs_at(std::string_view text, std::size_t at);

// Finds formulas one after another in one text, in linear time. A closing sign inside braces
// belongs to the text in the braces, as in $x \text{ if $y$}$, unless there is no other. After some
// formulas that are not closed, the scanner stops looking for closing signs.
class FormulaScanner {
 public:
  explicit FormulaScanner(std::string_view text) : text_(text) {}

  // The position behind the formula that begins at `begin`; empty if it is not closed.
  std::optional<std::size_t> end(std::size_t begin, const FormulaSigns& signs);

 private:
  static constexpr int kMostUnclosed = 16;
  std::string_view text_;
  int unclosed_ = 0;
};

// The position of the first of \ ^ _ { } = in words, which indicates a formula; empty if there is
// none. `\$` is money.
std::optional<std::size_t> latex_sign_in(std::string_view words);

// The formulas that are closed, without their signs.
std::vector<text::FormulaSpan> formulas_of(std::string_view text);

}  // namespace noether::search
