// Converts a document to bytes and back: a head with everything but the longer fields, and a body
// with the rest.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/text/document.h"

namespace noether::index {

struct DocumentBytes {
  std::string head;
  std::string body;
};

DocumentBytes document_bytes(const text::Document& document);

// Reads only the titles of the fields.
base::Result<text::Document> read_document_head(std::string_view head);
base::Result<text::Document> read_document(std::string_view head, std::string_view body);

}  // namespace noether::index
