// The text of a document in responses: a list of parts, each plain text or a formula as LaTeX.
// Nothing here is markup: documents are untrusted, and a page must show them as text. Places inside
// a formula are in UTF-16 code units of its LaTeX.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/json_text.h"
#include "noether/search/present/match.h"
#include "noether/text/document.h"

namespace noether::server {

// The id of a formula in URLs, computed from its drawing. Empty if no part of it can be read.
std::string formula_id(std::string_view latex);
// The spoken form of a formula, which names its links; at most a few hundred letters.
std::string spoken_formula(std::string_view latex);

// [[begin, end], ...] in UTF-16 code units of the text. The spans are in bytes, in ascending order.
std::string spans_json(std::string_view text, std::span<const base::Span> spans);
// {"begin": ..., "end": ...} in UTF-16 code units of the text. The span is in bytes.
std::string span_json(std::string_view text, base::Span span);

// The problem of a formula: {"message": ...}, with `span` and `hint` if they are known.
base::JsonObject warning_json(const base::Error& problem, std::string_view latex);

// An array of parts. `number` is the number of the field in its document. `matches` may be of any
// field, ordered by field and place.
std::string parts_json(const text::Field& field, std::uint32_t number, base::Span window,
                       std::span<const search::Match> matches = {});
// One array for each paragraph, for a limited number of bytes of the text. A line feed inside a
// formula does not end a paragraph.
std::string paragraphs_json(const text::Field& field, std::uint32_t number,
                            std::span<const search::Match> matches = {});

// The text without control characters, which would be drawn as boxes or control a terminal.
std::string plain_text(std::string_view text);

}  // namespace noether::server
