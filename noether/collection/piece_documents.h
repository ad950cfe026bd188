// The pieces of a file as documents: what a searcher wants to find as one thing.
//
// - A short file stays whole: one document, of kind "article".
// - A longer one is a document for each section and each theorem-like environment. Its `parent` is
//   the document it stands in, and its field `context` the titles of what it stands in, as far
//   as they are not too long.
// - The text before the first section, and an abstract, are the "article" that has the file's
// title.
// - A proof is no document but the field `proof` of what it proves, when that stands before it or
//   around it; so are a solution and a hint.
// Ids are the file's name, with "#" and the label, or kind and number, for what is a part of it.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "noether/text/document.h"
#include "noether/text/piece.h"

namespace noether::collection {

// Bytes of text up to which a file stays whole.
inline constexpr std::size_t kShortFileBytes = 6000;

struct FileText {
  std::string id;      // of the file
  std::string source;  // the same, to be opened
  text::Field title;   // may be empty
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<text::Piece> pieces;
  std::vector<std::string> tags = {};  // of all its documents
};

void append_documents(FileText file, std::vector<text::Document>& out);

}  // namespace noether::collection
