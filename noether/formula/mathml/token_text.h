// The text of MathML tokens (mi, mo, ci, …) to node labels and back.
//
// Producers write one drawn thing in several ways; a label has one. Reading trims and collapses
// white space, drops characters that draw nothing, makes italic letters plain, and folds
// look-alikes (the minus sign U+2212 is "-", as LaTeXML writes it). Writing is the exact inverse:
// what XML cannot hold or reading would change goes into <mglyph alt="\x07"/>, byte by byte.
#pragma once

#include <string>
#include <string_view>

#include "noether/formula/math_alphabet.h"
#include "noether/formula/mathml/xml_tree.h"

namespace noether::formula {

enum class LabelKind : std::uint8_t { Identifier, Number, Operator, Text };

// Appends the label of a token: its text and that of everything inside it.
void append_label(const XmlTree& xml, NodeId token, LabelKind kind, Alphabet alphabet,
                  std::string& out);

// Appends a piece of text folded as `append_label` does, without trimming.
void append_folded(std::string& out, std::string_view text, LabelKind kind);

// Appends the content of a token element whose label is `label`.
void append_token_content(std::string& out, std::string_view label, LabelKind kind);

// Appends an attribute value or plain text with & < > " escaped.
void append_xml(std::string& out, std::string_view text);

// A label as an attribute value, where there is no <mglyph>: \x escapes stand in the value itself.
void append_label_as_attribute(std::string& out, std::string_view label);
void append_attribute_as_label(std::string& out, std::string_view value);

}  // namespace noether::formula
