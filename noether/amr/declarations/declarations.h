// What the symbols of a sentence are: "Let $G$ be a finite group", "for every prime $p$".
//
// Read off the meaning graph of the sentence, in which formulas stand as `eqx12eqx` or are spliced
// in (formula_splice.h), and off the formulas: `n \in \mathbb{N}`. Parsers of sentences err, so a
// relation counts only where its kind is a word that names a kind or a property.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "noether/amr/graph.h"
#include "noether/amr/mathamr/formula_splice.h"

namespace noether::amr {

// Larger graphs are no sentences, and declare nothing.
inline constexpr std::size_t kMostDeclaringEdges = 2000;

struct Declaration {
  std::string symbol;       // "G"; for an expression its line, for a formula not given `eqx12eqx`
  std::string formula_id;   // "12"; empty for a name among the words
  std::string kind;         // "finite group"
  std::string head;         // "group"
  std::string quantifier;   // "every", "some" or empty
  bool is_negated = false;  // "is not a polynomial"

  friend bool operator==(const Declaration&, const Declaration&) = default;
};

// In the order of the graph, then what formulas say of themselves; the same of a symbol once.
// `formulas` may be fewer than the graph has.
std::vector<Declaration> declarations_in(const Graph& sentence,
                                         std::span<const SentenceFormula> formulas = {});

}  // namespace noether::amr
