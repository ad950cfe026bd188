// Converts the text of MathML tokens (mi, mo, ci, …) to node labels and back.
//
// Producers write one drawn thing in several ways; a label has one form. Reading trims and
// collapses white space, drops characters that draw nothing, makes italic letters plain, and folds
// look-alikes (the minus sign U+2212 is "-", as LaTeXML writes it). Writing is the exact inverse:
// characters that XML cannot hold or that reading would change go into <mglyph alt="\x07"/>, byte
// by byte.
//
// Token elements of Presentation MathML (mi, mn, mo, mtext, ms, merror) become single symbols.
#pragma once

#include <string>
#include <string_view>

#include "noether/formula/layout_tree.h"
#include "noether/formula/math_alphabet.h"
#include "noether/formula/mathml/xml_tree.h"

namespace noether::formula {

enum class LabelKind : std::uint8_t { Identifier, Number, Operator, Text };

// Appends the label of a token: its text and the text of everything inside it.
void append_label(const XmlTree& xml, NodeId token, LabelKind kind, Alphabet alphabet,
                  std::string& out);

// Appends a piece of text folded as `append_label` does, without trimming.
void append_folded(std::string& out, std::string_view text, LabelKind kind);

// Appends the content of a token element whose label is `label`.
void append_token_content(std::string& out, std::string_view label, LabelKind kind);

// Appends an attribute value or plain text with & < > " escaped.
void append_xml(std::string& out, std::string_view text);

// Converts a label to an attribute value, which cannot contain <mglyph>: \x escapes are in the
// value itself.
void append_label_as_attribute(std::string& out, std::string_view label);
void append_attribute_as_label(std::string& out, std::string_view value);

// The alphabet that a mathvariant requests; `otherwise` if the value is empty or unknown.
Alphabet alphabet_of_variant(std::string_view variant, Alphabet otherwise);

// Adds the symbol of a token, in the alphabet of its mathvariant or the inherited one. Returns
// kNoNode if it draws nothing.
NodeId add_token(const XmlTree& xml, NodeId token, Alphabet inherited, LayoutTree& tree);

// Adds an operator symbol for a fence or separator that is in an attribute.
NodeId add_operator(std::string_view text, base::Span source, LayoutTree& tree);

}  // namespace noether::formula
