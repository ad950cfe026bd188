// Reads and writes MathML: layout trees as Presentation MathML, operator trees as Content MathML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/layout_tree.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

// Presentation MathML → layout tree.
//
// mrow, mstyle and mpadded only show how their producer parsed, so they dissolve into the row
// around them. layout_builder.h groups fences, as for every notation. A base of several symbols
// stays together. Invisible operators, spaces and phantoms draw nothing; annotations are ignored.
// The output of write_presentation has its own class and is read literally: a group is an mrow
// whose fences have form="prefix" and form="postfix", and nothing else is grouped.
//
// Returns an error if the text is not one well-formed element or exceeds a limit. An <merror> or an
// element that MathML does not have becomes an Error node with a diagnostic.
base::Result<void> read_presentation(std::string_view xml, LayoutTree& out,
                                     std::vector<base::Error>& diagnostics);

// The class of a <math> element whose groups are marked.
inline constexpr std::string_view kLiteralLayoutClass = "noether-layout";

// Layout tree → Presentation MathML, in one line.
//
// The output reads back as the same layout, independently of the rules that group the fences of
// other producers: every group is an <mrow> whose fences have form="prefix" and form="postfix",
// around its symbols or, if commas do not split these into its cells, around one <mtable>.
void write_presentation(const LayoutTree& tree, std::string& out);

// Content MathML → operator tree.
//
// Reads the elements of MathML 3 and the vocabulary of LaTeXML, and converts both to the
// conventions of operators.def: a superscript is a power, a prime, or a script; sums and integrals
// take their limits and differentials as operands; a chain of relations is one Chain; one-operand
// minus is Negate; names lose their italics. A csymbol of the content dictionary "noether" is an
// operator of operators.def and is read literally: write_content uses it wherever a convention
// would read something else.
//
// LaTeXML wraps source that its grammar could not parse into <cerror>. If that holds only the
// fragments, it becomes Fragments; a missing subexpression becomes Missing; any other <cerror>, and
// the name of an undefined macro, becomes an Error leaf with a diagnostic.
//
// Returns an error if the text is not one well-formed element or exceeds a limit.
base::Result<void> read_content(std::string_view xml, OperatorTree& out,
                                std::vector<base::Error>& diagnostics);

// Operator tree → Content MathML, in one line.
//
// Standard elements are used wherever they have the same meaning (power, bvar with lowlimit and
// uplimit, degree, logbase, interval, piecewise, …). Any other operator is a csymbol of the content
// dictionary "noether" over its operands; a labelled one has its label as <cs> in front. The output
// reads back as the same tree; a node with too many or too few operands for its element is written
// as a csymbol.
void write_content(const OperatorTree& tree, std::string& out);

}  // namespace noether::formula
