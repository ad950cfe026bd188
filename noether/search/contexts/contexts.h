// The sentences around the formulas of an index, as `noether index --contexts` stores them: their
// meaning, and the kinds of the symbols of a formula.
//
//   const ContextReader contexts(index);
//   for (const PlacedDeclaration& one : *contexts.declarations_of(place)) …   // G: finite group
//
// Any number of threads may read at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/amr/declarations/declarations.h"
#include "noether/base/error.h"
#include "noether/formula/formula.h"
#include "noether/index/index_reader.h"
#include "noether/index/nearest_passages.h"
#include "noether/search/contexts/sentence_record.h"
#include "noether/text/document.h"

namespace noether::search {

// Whether any segment of the index has graphs of sentences.
bool has_sentence_graphs(const index::IndexReader& index);
// Returns an error that explains how to add missing graphs, or names the damaged file.
base::Result<void> expect_sentence_graphs(const index::IndexReader& index);

// A formula in its sentence.
struct FormulaInSentence {
  base::Span sentence;      // bytes of the field's text
  std::size_t formula = 0;  // its number in the sentence: eqx0eqx in the graph is formula 0
  SentenceRecord record;
};

// The place of a declaration of a symbol.
struct PlacedDeclaration {
  amr::Declaration declaration;
  std::uint32_t document = 0;
  std::uint32_t field = 0;
  base::Span sentence;  // bytes of the field's text

  friend bool operator==(const PlacedDeclaration&, const PlacedDeclaration&) = default;
};

// The names in a formula, each once: x, n and f of f(x_n).
std::vector<std::string> symbols_of(const formula::OperatorTree& formula);

// The subjects that sentences may declare: the formula itself, as its readable line, unless it is
// only a name; then the names in it. So if one sentence calls a formula an equation, this holds at
// its other places too.
std::vector<std::string> subjects_of(const formula::Formula& formula);

// The declarations that hold for symbols of a formula at a byte of a field. `here` are the
// declarations of its document and `of_question` those of its question, each in order. For each
// symbol, the order is: its own sentence, or the nearest one before it; the last sentence of the
// question; the first sentence after it.
std::vector<PlacedDeclaration> declarations_for(std::span<const std::string> symbols,
                                                std::uint32_t field, std::uint32_t byte,
                                                std::span<const PlacedDeclaration> here,
                                                std::span<const PlacedDeclaration> of_question);

class ContextReader {
 public:
  // The index must outlive this object.
  explicit ContextReader(const index::IndexReader& index) : index_(&index) {}

  // Empty if the sentence has no graph, or the document has none yet.
  base::Result<std::optional<FormulaInSentence>> at(const index::Place& place) const;

  // The declarations of the formula at a place and of its symbols, in the document or in the
  // question that it answers (declarations_for).
  base::Result<std::vector<PlacedDeclaration>> declarations_of(const index::Place& place) const;

  // All declarations of a document, in order.
  base::Result<std::vector<PlacedDeclaration>> declarations_in(std::uint32_t document) const;
  // The same for the question of a document; empty if it is not an answer.
  base::Result<std::vector<PlacedDeclaration>> declarations_of_question(
      const text::Document& document, std::uint32_t number) const;

 private:
  const index::IndexReader* index_;
};

// A formula at several places of a document is one thing: a statement of one sentence about it also
// holds at its other places.
struct SameFormula {
  std::uint32_t field = 0;  // of the document
  base::Span sentence;      // bytes of the field's text
  base::Span formula;       // the first in the sentence that is drawn the same

  friend bool operator==(const SameFormula&, const SameFormula&) = default;
};

// Further formulas of a document are not read.
inline constexpr std::size_t kMostSameFormulasRead = 2000;

// The other sentences of the document with the formula that begins at a byte of a field, at most
// the given number, in the order of the text. The result is empty for a name alone: its
// declarations describe it (contexts.h).
std::vector<SameFormula> same_formula_in(const text::Document& document, std::uint32_t field,
                                         std::uint32_t begin, std::size_t most);

}  // namespace noether::search
