// The part of a field that shows best why a document was found.
//
// A window of whole words and whole formulas: it begins and ends between words, and never inside a
// formula, however long that is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "noether/base/error.h"
#include "noether/search/result/match.h"
#include "noether/text/document.h"

namespace noether::search {

struct Snippet {
  std::uint32_t field = 0;  // in the document
  base::Span window;        // bytes of the field's text
  bool cut_before = false;  // the field has more
  bool cut_after = false;
};

inline constexpr std::size_t kSnippetColumns = 240;

// The title, or what is nearest to one; of the fields that have a text.
std::optional<std::uint32_t> title_field(const text::Document& document);

// Which field a snippet is best taken from, if it is known which have a match. Fields are asked
// about from the one that tells most, and only until one has.
std::uint32_t snippet_field(const text::Document& document,
                            const std::function<bool(std::uint32_t field)>& has_match);

// About `columns` characters wide. `matches` by field and place. Of a document without a text: an
// empty window.
Snippet best_snippet(const text::Document& document, std::span<const Match> matches,
                     std::size_t columns = kSnippetColumns);

}  // namespace noether::search
