// The sentences around the formulas of an index, as `noether index --contexts` keeps them: what
// they mean, and what the symbols of a formula are.
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
// Returns an error that says how to add the graphs, or what is damaged.
base::Result<void> expect_sentence_graphs(const index::IndexReader& index);

// A formula in its sentence.
struct FormulaInSentence {
  base::Span sentence;      // bytes of the field's text
  std::size_t formula = 0;  // its number in the sentence: eqx0eqx of the graph is formula 0
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

// The subjects that sentences may declare: the formula itself, as its readable line, if it is more
// than a name; then the names in it. So a formula that one sentence calls an equation is known as
// one at its other places.
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
  // Must outlive this.
  explicit ContextReader(const index::IndexReader& index) : index_(&index) {}

  // Empty if the sentence has no graph, or the document has none yet.
  base::Result<std::optional<FormulaInSentence>> at(const index::Place& place) const;

  // The declarations of the formula at a place and of its symbols, in the document or in the
  // question that it answers (declarations_for).
  base::Result<std::vector<PlacedDeclaration>> declarations_of(const index::Place& place) const;

  // All that a document declares, in its order.
  base::Result<std::vector<PlacedDeclaration>> declarations_in(std::uint32_t document) const;
  // The same for the question of a document; empty if it is not an answer.
  base::Result<std::vector<PlacedDeclaration>> declarations_of_question(
      const text::Document& document, std::uint32_t number) const;

 private:
  const index::IndexReader* index_;
};

// A formula that stands at several places of a document is one thing: what one sentence says of it
// is said of it at its other places, too.
struct SameFormula {
  std::uint32_t field = 0;  // of the document
  base::Span sentence;      // bytes of the field's text
  base::Span formula;       // the first in the sentence that is drawn the same

  friend bool operator==(const SameFormula&, const SameFormula&) = default;
};

// More formulas of a document are not read.
inline constexpr std::size_t kMostSameFormulasRead = 2000;

// The other sentences of the document with the formula that begins at a byte of a field, at most so
// many, in the order of the text. A name alone has none: declarations tell what it is
// (contexts.h).
std::vector<SameFormula> same_formula_in(const text::Document& document, std::uint32_t field,
                                         std::uint32_t begin, std::size_t most);

}  // namespace noether::search
