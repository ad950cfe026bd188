// Books in PreTeXt and its relatives: XML with LaTeX in <m>, <me>, <md>, and sections and theorems
// as elements.
//
// Every file is read for itself; the book's macros, in <macros> of any file, are expanded.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "noether/collection/piece_documents.h"
#include "noether/collection/problem_list.h"
#include "noether/text/tex_text.h"

namespace noether::collection {

// By the beginning of a file: XML with elements of a book, and no HTML.
bool looks_like_pretext(std::string_view start);

// What stands between <macros> and </macros>; empty when nothing does.
std::string pretext_macros(std::string_view xml);

class PretextReader {
 public:
  void read_macros(std::string_view macros);

  // Appends pieces and sets the title. False, with the message and the line, where the XML breaks;
  // what stands before it has been read.
  struct Break {
    std::uint64_t line = 0;
    std::string message;  // empty when there is no break
  };
  Break read(std::string_view xml, FileText& file);

 private:
  text::TexReader tex_;
  bool has_macros_ = false;
};

}  // namespace noether::collection
