// The pieces of a file as documents: the units that a user wants to find.
//- A short file is one document, of kind "article".
//- In a longer one each section and each theorem-like environment is a document. Its `parent` is
//  the enclosing document, and its field `context` has the titles of the enclosing documents, up
//  to a maximum length.
//- The text before the first section, and an abstract, form the "article" with the file's title.
//- A proof is not a document but the field `proof` of the statement before or around it; so are a
//  solution and a hint.
// The id of a document is the file's name; a part of a file adds "#" and its label, or kind and
// number.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "noether/text/document.h"

namespace noether::collection {

// Bytes of text up to which a file stays whole.
inline constexpr std::size_t kShortFileBytes = 6000;

struct FileText {
  std::string id;      // of the file
  std::string source;  // the same, for opening the file
  text::Field title;   // may be empty
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<text::Piece> pieces;
  std::vector<std::string> tags = {};  // for all its documents
};

void append_documents(FileText file, std::vector<text::Document>& out);

}  // namespace noether::collection
