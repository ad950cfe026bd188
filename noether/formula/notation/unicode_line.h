// A formula as one line that people can read: ∑ᵢ₌₁ⁿ i² = n(n + 1)(2n + 1)/6.
//
// Written from the layout tree, so it shows what is drawn. Scripts are raised and lowered where
// Unicode has the characters, else they stand behind ^ and _; parentheses are added where a
// fraction, a root or a script would else be read otherwise. It is for reading, not for reading
// back.
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

// What comes from the parts of the source is marked.
UnicodeLine unicode_line(const LayoutTree& tree, std::span<const base::Span> parts = {});

}  // namespace noether::formula
