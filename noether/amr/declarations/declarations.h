// Finds what the symbols of a sentence stand for: "Let $G$ be a finite group", "for every prime
// $p$".
// Declarations are found in the formulas (`n \in \mathbb{N}`) and in the meaning graph of the
// sentence, in which formulas are `eqx12eqx` or are spliced in (formula_splice.h). Parsers of
// sentences make mistakes, so a relation counts only if the word for the kind names a kind or a
// property.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "noether/amr/graph.h"
#include "noether/amr/mathamr/formula_splice.h"

namespace noether::amr {

// Larger graphs are not those of sentences, and have no declarations.
inline constexpr std::size_t kMostDeclaringEdges = 2000;

struct Declaration {
  std::string symbol;      // "G"; the line of an expression; `eqx12eqx` if the formula is not given
  std::string formula_id;  // "12"; empty for a name among the words
  std::string kind;        // "finite group"
  std::string head;        // "group"
  std::string quantifier;  // "every", "some" or empty
  bool is_negated = false;  // "is not a polynomial"

  friend bool operator==(const Declaration&, const Declaration&) = default;
};

// Returns the declarations in the order of the graph, then those of the formulas themselves;
// duplicates for a symbol are removed. `formulas` may be fewer than those of the graph.
std::vector<Declaration> declarations_in(const Graph& sentence,
                                         std::span<const SentenceFormula> formulas = {});

}  // namespace noether::amr
