// Plain math, as people type it where nobody asks for LaTeX: sqrt(x^2+1), int_0^1 x^2 dx, x >= 2,
// a/b, ∑ k², √x.
//
// The text is translated to LaTeX, and LaTeX is what is read: both notations give the same trees
// because there is one reader. docs/plain-math.md lists what is understood. A text with a
// backslash is LaTeX already and stays as it is.
//
// Nothing fails here; the LaTeX reader says what cannot be read. Time and memory are linear in the
// text, but for a bounded factor of nesting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::formula {

inline constexpr std::size_t kMaxPlainBytes = std::size_t{64} << 10;

struct PlainMath {
  std::string latex;
  std::vector<std::uint32_t> from;  // for each byte of the LaTeX, the byte it was made of

  // The part of the plain text that a part of the LaTeX was made of.
  base::Span source(base::Span span) const;
};

PlainMath latex_from_plain(std::string_view plain);

}  // namespace noether::formula
