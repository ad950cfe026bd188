// Converts the lines of a page of a PDF to a field.
// Words that are divided at the end of a line are joined. Formulas are found only if the PDF
// carries them as LaTeX between dollar signs or \( and \), as some programs write it for blind
// readers; a formula that is only drawn is a sequence of letters.
#pragma once

#include <string_view>

#include "noether/text/document.h"

namespace noether::text {

Field read_pdf_page(std::string_view text);

}  // namespace noether::text
