// The part of a field that shows best why a document was found.
//
// A window of whole words and whole formulas: it begins and ends between words, and never inside a
// formula, however long that is.
#pragma once

#include <cstddef>
#include <cstdint>
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

// About `columns` characters wide. `matches` by field and place. Of a document without a text: an
// empty window.
Snippet best_snippet(const text::Document& document, std::span<const Match> matches,
                     std::size_t columns = kSnippetColumns);

}  // namespace noether::search
