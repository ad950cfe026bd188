// A document as a JSON object.
#pragma once

#include <string>

#include "noether/text/document.h"

namespace noether::cli {

std::string document_json(const text::Document& document);

}  // namespace noether::cli
