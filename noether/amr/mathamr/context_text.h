// Writes a formula in its sentence as one line of words, for encoders of sentences. The
// representations are those that Mansouri, Oard and Zanibbi (CIKM 2022, Table 1) compare:
//
//   Let $n$ be a prime that divides $ab$.          the text of the document
//   Let eqx0eqx be a prime that divides eqx1eqx.   the input of the parser of sentences
//   text-latex   Let $n$ be a prime that divides $ab$.
//   text-opt     Let n be a prime that divides times a b.
//   amr-latex    prime $n$ divide-01 $ab$
//   amr-opt      prime formula n divide-01 formula times a b
//   opt          times a b                         the formula that is searched for
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/amr/graph.h"
#include "noether/base/error.h"
#include "noether/text/document.h"

namespace noether::amr {

enum class Representation : std::uint8_t { AmrOpt, AmrLatex, TextOpt, TextLatex, Opt };
// In the order of the enumerators.
inline constexpr std::array<std::string_view, 5> kRepresentationNames = {
    "amr-opt", "amr-latex", "text-opt", "text-latex", "opt"};

std::string_view representation_name(Representation representation);
std::optional<Representation> representation_by_name(std::string_view name);
// Whether the representation is made from the graph of the sentence.
bool reads_graph(Representation representation);

// A sentence with its formulas separated: formula i is `eqxIeqx` in the words. A punctuation mark
// that ends the sentence and was written inside a formula is moved after it.
struct FormulaSentence {
  std::string words;
  std::vector<std::string> latex;
  std::size_t first_formula = 0;  // for formula i, its number in the field
};

// Reads the part of a field that is a sentence (text/sentences.h).
FormulaSentence read_formula_sentence(const text::Field& field, base::Span sentence);
// Reads the sentence that contains a formula of the field.
FormulaSentence sentence_around(const text::Field& field, std::size_t formula);

struct ContextOptions {
  // Repeats the formula that is searched for before the sentence, so that formulas of one sentence
  // differ, and a long sentence does not lose it. The paper does not do so.
  bool queried_first = false;
};

// `graph` belongs to `sentence.words`; only representations that read graphs need it. `queried` is
// one of the sentence's formulas. A formula without an operator tree is written as its LaTeX.
base::Result<std::string> context_text(Representation representation,
                                       const FormulaSentence& sentence, const Graph& graph,
                                       std::size_t queried, const ContextOptions& options = {});

}  // namespace noether::amr
