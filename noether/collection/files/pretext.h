// Books in PreTeXt and its relatives: XML with LaTeX in <m>, <me>, <md>, and sections and theorems
// as elements.
//
// Every file is read separately; the book's macros, in <macros> of any file, are expanded.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "noether/collection/files/piece_documents.h"
#include "noether/collection/problem_list.h"
#include "noether/text/tex/tex_text.h"

namespace noether::collection {

// Recognises XML with elements of a book, but not HTML, by the beginning of a file.
bool looks_like_pretext(std::string_view start);

// The text between <macros> and </macros>; empty if the element is missing.
std::string pretext_macros(std::string_view xml);

class PretextReader {
 public:
  void read_macros(std::string_view macros);

  // Appends pieces and sets the title. If the XML is malformed, returns false with the message and
  // the line; the text before it has been read.
  struct Break {
    std::uint64_t line = 0;
    std::string message;  // empty if the XML is well-formed
  };
  Break read(std::string_view xml, FileText& file);

 private:
  text::TexReader tex_;
  bool has_macros_ = false;
};

}  // namespace noether::collection
