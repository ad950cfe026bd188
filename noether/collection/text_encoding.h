// Converts the bytes of a file to UTF-8 from any of the usual encodings.
//
// A byte order mark decides between UTF-8 and UTF-16 of either byte order. Text without a mark is
// read as UTF-8, and as Latin-1 where it is not valid UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace noether::collection {

struct DecodedText {
  std::string text;            // without the mark
  bool is_text = true;         // false for bytes with NULs; `text` is then empty
  std::uint64_t odd_line = 0;  // the first line, from 1, with a guess; 0 if there is none
  std::string_view odd;        // what was guessed
};

DecodedText decode_text(std::string bytes);

}  // namespace noether::collection
