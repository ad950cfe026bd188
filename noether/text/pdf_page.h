// The text of a page of a PDF, as it stands in lines, to a field.
//
// Words that are divided at the end of a line are put together. Formulas are there only when the
// PDF carries them as LaTeX between dollar signs or \( and \), as some programs write it for
// readers that are blind: what is merely drawn as a formula is letters one after the other.
#pragma once

#include <string_view>

#include "noether/text/document.h"

namespace noether::text {

Field read_pdf_page(std::string_view text);

}  // namespace noether::text
