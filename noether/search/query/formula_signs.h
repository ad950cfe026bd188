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

// A closing sign inside braces belongs to what is inside, as in $x \text{ if $y$}$, unless there is
// no other. Finds formulas one after another in one text, in linear time: after some that are not
// closed none is looked for any more.
class FormulaScanner {
 public:
  explicit FormulaScanner(std::string_view text) : text_(text) {}

  // Behind the formula that begins at `begin`; nothing when it is not closed.
  std::optional<std::size_t> end(std::size_t begin, const FormulaSigns& signs);

 private:
  static constexpr int kMostUnclosed = 16;
  std::string_view text_;
  int unclosed_ = 0;
};

// Where the first of \ ^ _ { } = stands in words: they were meant as a formula. Nothing when there
// is none; `\$` is money.
std::optional<std::size_t> latex_sign_in(std::string_view words);

// Those that are closed, without their signs.
std::vector<text::FormulaSpan> formulas_of(std::string_view text);

}  // namespace noether::search
