// A document as bytes, and back.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/text/document.h"

namespace noether::index {

std::string document_bytes(const text::Document& document);
base::Result<text::Document> read_document(std::string_view bytes);

}  // namespace noether::index
