// A file of notes in any light markup: its metadata, and its text in pieces.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/text/document.h"

namespace noether::text {

struct Note {
  Field title;  // as the file names itself; empty when only its headings do
  std::vector<std::string> tags;
  // date, author and alias, each as often as it is said.
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<Piece> pieces;  // in the order of their beginnings; none is empty
  std::string flaw;           // what of it could not be read as it was meant; empty when all could
  std::uint32_t flaw_line = 0;
};

// Each tag once, without the sign before it.
void add_tag(std::string_view tag, std::vector<std::string>& tags);

}  // namespace noether::text
