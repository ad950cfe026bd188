// Makes MathAMR as the paper does: formulas that are `eqx12eqx` in the graph of a sentence are
// replaced by their operator graphs, in the text of the graph. An operator graph is the operator
// tree of Tangent-S as a PENMAN graph:
//
//   (U1 / eq :op0(V1 / 𝑥) :op0(N1 / 2))
//
// The tree is read from Content MathML as Tangent-S reads it, including the parts that Tangent-S
// loses or names in its own way, so that the graphs equal those of the paper byte for byte
// (Mansouri, Oard and Zanibbi, CIKM 2022). formula/mathml/content_reader.h reads the correct
// meaning.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"

namespace noether::amr {

// A node of Tangent-S. Its tag consists of type and name: "U!plus", "V!𝑥".
struct TangentNode {
  std::string tag;
  std::vector<TangentNode> children = {};
};

// Returns an error for formulas that Tangent-S cannot read.
base::Result<TangentNode> read_tangent_tree(std::string_view content_mathml);

// The number of nodes of each type in a graph. Names of variables are made from these numbers.
using TypeCounts = std::map<std::string, std::size_t, std::less<>>;

// Writes the graph of a formula. `counts` continues over all formulas of a sentence. A call that
// fails may have counted some nodes, as in the paper.
base::Result<std::string> write_operator_graph(const TangentNode& tree, TypeCounts& counts);

// The Content MathML of a topic's formulas by the numbers of their ids.
using FormulaTexts = std::unordered_map<std::string, std::string>;

// `graph` comes from a parser, with or without comments before it. A formula that is not given, or
// that Tangent-S cannot read, keeps its id.
std::string splice_compatibly(std::string_view graph, const FormulaTexts& formulas);

}  // namespace noether::amr
