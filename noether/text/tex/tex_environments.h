// The meaning of LaTeX environments for a reader of text.
#pragma once

#include <string>
#include <string_view>

namespace noether::text {

enum class TexEnvironmentKind : unsigned char {
  Plain,         // its content is text like any other
  Piece,         // a theorem, a proof, an abstract, a bibliography
  Formula,       // one displayed formula, the environment itself of no meaning to it
  FormulaLines,  // a displayed formula of several lines, to be kept in the environment
  Verbatim,      // text as it stands
  Dropped,       // a drawing, a comment
};

struct TexEnvironmentInfo {
  TexEnvironmentKind kind = TexEnvironmentKind::Plain;
  int arguments = 0;       // in braces, to be dropped
  bool optional = false;   // whether an argument in brackets is to be dropped
  std::string_view piece;  // the kind of a piece
};

// Looks up an environment by its name, with or without a star.
TexEnvironmentInfo tex_environment(std::string_view name);

// The kind of a theorem by the name that is printed: "Main Theorem" is a theorem.
std::string theorem_kind(std::string_view caption);

}  // namespace noether::text
