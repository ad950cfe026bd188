// Wildcards in the LaTeX of a query: ?a, ?b, … and ??.
// Each is two bytes, and so is the letter that replaces it before the LaTeX is read, so positions
// do not change. The letters are Armenian, which no formula uses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::search {

struct Wildcard {
  base::Span span;    // in the LaTeX
  char32_t name = 0;  // the letter; '?' for one that stands for anything
};

struct WildcardLatex {
  std::string latex;  // with a letter for each wildcard
  std::string other;  // with a number for each: what both have in common holds no wildcard
  std::vector<Wildcard> wildcards;
};

// Wildcards are not recognised in \text{…} and similar commands. A question mark stands for itself
// after a backslash and before anything but a letter or another question mark.
WildcardLatex replace_wildcards(std::string_view latex);

}  // namespace noether::search
