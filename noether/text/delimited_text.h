// Plain text in which formulas stand between $...$, $$...$$, \(...\) or \[...\].
//
// A dollar sign may be money, so what two of them enclose is a formula only when it looks like one:
// `$5 and $6` and `it costs $20, or 30$` have none. `\$` is always a dollar sign.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "noether/text/document.h"
#include "noether/text/field_builder.h"

namespace noether::text {

struct DelimitedFormula {
  std::string_view latex;  // without the delimiters, but with an environment that is one
  std::size_t end;         // of the closing delimiter in the text
};

// The formula whose opening delimiter stands at `at`, when one does.
std::optional<DelimitedFormula> delimited_formula_at(std::string_view text, std::size_t at);
// Whether more text behind this one could make a formula of what stands at `at`, or another one.
bool may_become_formula(std::string_view text, std::size_t at);

void append_delimited(std::string_view text, FieldBuilder& out);

// A field of lines; an empty line ends a paragraph.
Field read_plain_text(std::string_view text, std::string_view name);

}  // namespace noether::text
