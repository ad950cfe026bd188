// Plain text, that of PDFs included, in which formulas are between $...$, $$...$$, \(...\) or
// \[...\]. A dollar sign may be money, so the text between two of them is a formula only if it
// looks like one: `$5 and $6` and `it costs $20, or 30$` contain no formula. `\$` is always a
// dollar sign.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "noether/text/document.h"
#include "noether/text/field_builder.h"

namespace noether::text {

struct DelimitedFormula {
  std::string_view latex;  // without its delimiters, except an environment that serves as one
  std::size_t end;         // the end of the closing delimiter in the text
};

// The formula whose opening delimiter is at `at`, if there is one.
std::optional<DelimitedFormula> delimited_formula_at(std::string_view text, std::size_t at);
// Whether further text after this one could create or change a formula at `at`.
bool may_become_formula(std::string_view text, std::size_t at);

void append_delimited(std::string_view text, FieldBuilder& out);

// A field of lines; an empty line ends a paragraph.
Field read_plain_text(std::string_view text, std::string_view name);

}  // namespace noether::text
