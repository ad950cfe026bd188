// Plain text in which formulas stand between $...$, $$...$$, \(...\) or \[...\].
//
// A dollar sign may be money, so what two of them enclose is a formula only when it looks like one:
// `$5 and $6` and `it costs $20, or 30$` have none. `\$` is always a dollar sign.
#pragma once

#include <string>
#include <string_view>

#include "noether/text/document.h"
#include "noether/text/field_builder.h"

namespace noether::text {

// Whether what two dollar signs enclose is a formula and not money; `after` is the text behind the
// second one.
bool looks_like_formula(std::string_view inside, std::string_view after);

void append_delimited(std::string_view text, FieldBuilder& out);

// A field of lines; an empty line ends a paragraph.
Field read_plain_text(std::string_view text, std::string_view name);

}  // namespace noether::text
