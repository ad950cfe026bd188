// Plain math, as people type it without LaTeX: sqrt(x^2+1), int_0^1 x^2 dx, x >= 2, a/b, ∑ k², √x.
//
// The text is translated to LaTeX, which the LaTeX reader reads. Both notations give the same trees
// because there is only one reader. docs/plain-math.md lists the supported forms. A text with a
// backslash is already LaTeX and is not changed.
//
// The translation never fails; the LaTeX reader reports parts that cannot be read. Time and memory
// are linear in the text, up to a bounded factor for nesting.
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
  std::vector<std::uint32_t> from;  // for each byte of the LaTeX, its source byte

  // The part of the plain text that a part of the LaTeX comes from.
  base::Span source(base::Span span) const;
};

PlainMath latex_from_plain(std::string_view plain);

}  // namespace noether::formula
