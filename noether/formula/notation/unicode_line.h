// A formula as one line that people can read: ∑ᵢ₌₁ⁿ i² = n(n + 1)(2n + 1)/6.
//
// The line is written from the layout tree, so it shows what is drawn. Scripts are raised and
// lowered where Unicode has the characters, and follow ^ and _ elsewhere. Parentheses are added
// where a fraction, a root or a script would be ambiguous. The line is for people and cannot be
// read back.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/layout_tree.h"

namespace noether::formula {

struct UnicodeLine {
  std::string text;
  std::vector<base::Span> marked;  // bytes of `text`, in order
};

// Marks the text that comes from the given parts of the source.
UnicodeLine unicode_line(const LayoutTree& tree, std::span<const base::Span> parts = {});

}  // namespace noether::formula
