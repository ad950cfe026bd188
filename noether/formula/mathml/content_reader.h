// Content MathML → operator tree.
//
// Reads the elements of MathML 3 and the vocabulary LaTeXML writes, and brings both to the
// conventions of operators.def: a superscript is a power, a prime, or a script; sums and integrals
// take their limits and differentials as operands; a chain of relations is one Chain; one-operand
// minus is Negate; names lose their italics. A csymbol of the content dictionary "noether" is an
// operator of ours and taken as it stands: content_writer.h uses it wherever a convention would
// read something else.
//
// LaTeXML wraps what its grammar could not parse into <cerror>. When that holds only the fragments,
// it becomes Fragments; a missing subexpression becomes Missing; any other <cerror>, and the name
// of an undefined macro, becomes an Error leaf with a diagnostic.
#pragma once

#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

// Fails when the text is not one well-formed element or exceeds a limit.
base::Result<void> read_content(std::string_view xml, OperatorTree& out,
                                std::vector<base::Error>& diagnostics);

}  // namespace noether::formula
