// Words and signs that show the role of an equation: a claim, a value, a condition.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "noether/text/document.h"

namespace noether::answer {

// Whether the text has one of the words outside its formulas.
bool has_word_of(std::string_view text, std::span<const text::FormulaSpan> formulas,
                 std::span<const std::string_view> words);

// Words that cast doubt on a claim: an equation of numbers in a sentence with one of them may be a
// condition, a definition, an estimate, or a false statement.
inline constexpr auto kNoClaim = std::to_array<std::string_view>({
    "about",
    "absurd",
    "absurdity",
    "almost",
    "approximately",
    "aren't",
    "assume",
    "assuming",
    "asymptotically",
    "base",
    "call",
    "can't",
    "cannot",
    "claim",
    "claims",
    "condition",
    "conditions",
    "consider",
    "constraint",
    "contradiction",
    "contradicts",
    "could",
    "define",
    "defined",
    "defines",
    "denote",
    "denoted",
    "denotes",
    "desired",
    "doesn't",
    "don't",
    "either",
    "equation",
    "equations",
    "error",
    "estimate",
    "expect",
    "expected",
    "fail",
    "fails",
    "fallacy",
    "false",
    "goal",
    "hypothesis",
    "if",
    "iff",
    "impossible",
    "incorrect",
    "instead",
    "isn't",
    "large",
    "leading",
    "let",
    "limit",
    "may",
    "mean",
    "means",
    "might",
    "mistake",
    "mistaken",
    "mod",
    "modulo",
    "must",
    "nearly",
    "need",
    "neither",
    "never",
    "no",
    "nor",
    "not",
    "notation",
    "operation",
    "or",
    "order",
    "otherwise",
    "paradox",
    "prove",
    "provided",
    "require",
    "required",
    "roughly",
    "satisfies",
    "satisfy",
    "satisfying",
    "say",
    "should",
    "show",
    "small",
    "solution",
    "solutions",
    "solve",
    "solving",
    "such",
    "suppose",
    "supposing",
    "system",
    "try",
    "unless",
    "until",
    "want",
    "wasn't",
    "whenever",
    "whether",
    "won't",
    "would",
    "wrong",
    "wrongly",
});
static_assert(std::ranges::is_sorted(kNoClaim));

// Words that give a value: `Let $x = 3$` holds from there on. A value in a sentence with one of the
// words of the next list holds at most in that sentence, and a value in any other sentence is not
// given.
inline constexpr auto kGives = std::to_array<std::string_view>(
    {"assume", "assuming", "call",    "choose",  "define", "defined", "denote",
     "fix",    "given",    "let",     "letting", "pick",   "put",     "say",
     "set",    "setting",  "suppose", "take",    "taking", "where",   "with"});
inline constexpr auto kConditions = std::to_array<std::string_view>(
    {"case", "cases", "either", "example", "if", "iff", "instance", "or", "provided", "try",
     "until", "when", "whenever", "whether", "would"});
// Words that may deny the value in their sentence.
inline constexpr auto kDenials = std::to_array<std::string_view>(
    {"absurd", "can't", "cannot", "contradiction", "contradicts", "doesn't", "don't", "either",
     "fail",   "fails", "false",  "impossible",    "isn't",       "neither", "never", "no",
     "nor",    "not",   "or",     "otherwise",     "unless",      "wrong"});

// Words that suggest that the letters of a text are not numbers, so that their products may depend
// on the order of the factors.
inline constexpr auto kStructures = std::to_array<std::string_view>({
    "abelian",         "algebra",     "algebras",    "automorphism", "automorphisms",
    "basis",           "boolean",     "category",    "commutator",   "commutators",
    "commutative",     "commute",     "commutes",    "composition",  "compositions",
    "coset",           "cosets",      "determinant", "determinants", "dihedral",
    "eigenvalue",      "eigenvalues", "eigenvector", "eigenvectors", "endomorphism",
    "functor",         "functors",    "group",       "groups",       "homomorphism",
    "homomorphisms",   "ideal",       "ideals",      "isomorphic",   "isomorphism",
    "isomorphisms",    "lattice",     "logic",       "map",          "mapping",
    "mappings",        "maps",        "matrices",    "matrix",       "module",
    "modules",         "monoid",      "monoids",     "morphism",     "morphisms",
    "noncommutative",  "nonabelian",  "operation",   "operations",   "operator",
    "operators",       "ordinal",     "ordinals",    "permutation",  "permutations",
    "quaternion",      "quaternions", "ring",        "rings",        "semigroup",
    "space",           "spaces",      "subgroup",    "subgroups",    "subring",
    "subspace",        "tensor",      "tensors",     "topology",     "transformation",
    "transformations", "transpose",   "tropical",    "vector",       "vectors",
});
inline constexpr auto kSignsOfStructures = std::to_array<std::string_view>(
    {"matrix", "\\oplus", "\\otimes", "\\aleph", "\\hat", "\\vec", "\\mathbf", "\\boldsymbol",
     "\\langle", "\\wedge", "\\ltimes", "\\rtimes", "\\cap", "\\cup", "\\top"});

// Words that suggest that the numbers of a text belong to another field or ring. Its letters still
// commute.
inline constexpr auto kOtherNumbers = std::to_array<std::string_view>({
    "characteristic",
    "clock",
    "congruence",
    "congruences",
    "congruent",
    "cyclic",
    "field",
    "fields",
    "mod",
    "modular",
    "modulo",
    "modulus",
    "quotient",
    "remainder",
    "remainders",
    "residue",
    "residues",
});
inline constexpr auto kSignsOfOtherNumbers = std::to_array<std::string_view>(
    {"\\pmod", "\\bmod", "\\mod", "\\equiv", "\\mathbb{Z}_", "\\mathbb Z_", "\\mathbb{Z}/",
     "\\mathbb Z/", "\\mathbb{F}", "\\mathbb F"});

// Words that suggest that the capital letters of a text are sets.
inline constexpr auto kSets =
    std::to_array<std::string_view>({"cardinality", "intersection", "set", "sets", "subset",
                                     "subsets", "union", "event", "events"});

// Words that suggest that the numbers of a text are written, rounded or summed in an unusual way.
// Its letters are still numbers.
inline constexpr auto kOtherValues = std::to_array<std::string_view>({
    "binary",
    "cardinal",
    "cardinals",
    "digit",
    "digits",
    "divergent",
    "finite",
    "graph",
    "hexadecimal",
    "infinite",
    "infinity",
    "octal",
    "proposition",
    "ramanujan",
    "regularization",
    "units",
    "zeta",
});
inline constexpr auto kSignsOfOtherValues =
    std::to_array<std::string_view>({"\\infty", "\\approx", "\\sim", "\\pm", "\\mp"});

}  // namespace noether::answer
