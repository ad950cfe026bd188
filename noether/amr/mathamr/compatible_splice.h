// MathAMR as in the paper: formulas that are `eqx12eqx` in the graph of a sentence are replaced by
// their operator graphs, in the text of the graph.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace noether::amr {

// The Content MathML of a topic's formulas by the numbers of their ids.
using FormulaTexts = std::unordered_map<std::string, std::string>;

// `graph` is a parser's, with or without comments before it. A formula that is not given, or that
// Tangent-S cannot read, keeps its id.
std::string splice_compatibly(std::string_view graph, const FormulaTexts& formulas);

}  // namespace noether::amr
