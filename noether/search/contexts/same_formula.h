// A formula that stands at several places of a document is one thing: what one sentence says of it
// is said of it at its other places, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "noether/base/error.h"
#include "noether/text/document.h"

namespace noether::search {

struct SameFormula {
  std::uint32_t field = 0;  // of the document
  base::Span sentence;      // bytes of the field's text
  base::Span formula;       // the first in the sentence that is drawn the same

  friend bool operator==(const SameFormula&, const SameFormula&) = default;
};

// More formulas of a document are not read.
inline constexpr std::size_t kMostSameFormulasRead = 2000;

// The other sentences of the document with the formula that begins at a byte of a field, at most so
// many, in the order of the text. A name alone has none: declarations tell what it is
// (contexts.h).
std::vector<SameFormula> same_formula_in(const text::Document& document, std::uint32_t field,
                                         std::uint32_t begin, std::size_t most);

}  // namespace noether::search
