// A part of a longer document that can be found by itself: a section, a theorem, a proof.
// The text of a piece excludes the text of the pieces inside it, so that no text occurs twice;
// `parent` is the enclosing piece.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/text/document.h"

namespace noether::text {

inline constexpr std::int32_t kNoParent = -1;

struct Piece {
  std::string kind;  // text abstract section theorem lemma definition proof example ...
  int level = 0;     // of a section: 1 is the highest; 0 for anything else
  std::string label;
  Field title;  // of a section its heading, of a theorem its name; may be empty
  Field body;
  std::int32_t parent = kNoParent;  // index of the piece around it
  std::uint32_t line = 1;           // of the source, from 1, where it begins

  friend bool operator==(const Piece&, const Piece&) = default;
};

}  // namespace noether::text
