// Token elements of Presentation MathML (mi, mn, mo, mtext, ms, merror) as single symbols.
#pragma once

#include <string_view>

#include "noether/formula/layout_tree.h"
#include "noether/formula/math_alphabet.h"
#include "noether/formula/mathml/xml_tree.h"

namespace noether::formula {

// The alphabet a mathvariant asks for; `otherwise` when the value is empty or unknown.
Alphabet alphabet_of_variant(std::string_view variant, Alphabet otherwise);

// Adds the symbol of a token, in the alphabet of its mathvariant or the inherited one. Returns
// kNoNode if it draws nothing.
NodeId add_token(const XmlTree& xml, NodeId token, Alphabet inherited, LayoutTree& tree);

// Adds an operator symbol for a fence or separator that is in an attribute.
NodeId add_operator(std::string_view text, base::Span source, LayoutTree& tree);

}  // namespace noether::formula
