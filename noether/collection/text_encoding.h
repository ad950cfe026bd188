// The bytes of a file as UTF-8, in whichever of the usual ways they are written.
//
// A byte order mark decides: UTF-8, or UTF-16 of either order. Without one the text is UTF-8, and
// Latin-1 where it is not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace noether::collection {

struct DecodedText {
  std::string text;            // without the mark
  bool is_text = true;         // false for bytes that have NULs: `text` is empty then
  std::uint64_t odd_line = 0;  // the first line, from 1, in which something was guessed; 0: none
  std::string_view odd;        // what was guessed
};

DecodedText decode_text(std::string bytes);

}  // namespace noether::collection
