// The sentences around the formulas of an index, as `noether index --contexts` keeps them: what
// they mean, and what the symbols of a formula are.
//
//   const ContextReader contexts(index);
//   for (const PlacedDeclaration& one : *contexts.declarations_of(place)) …   // G: finite group
//
// Any number of threads may read at once.
#pragma once

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
#include "noether/index/passages/nearest_passages.h"
#include "noether/search/contexts/sentence_record.h"

namespace noether::search {

// Whether any segment of the index has graphs of sentences.
bool has_sentence_graphs(const index::IndexReader& index);
// An error that says how to add them, or what is damaged.
base::Result<void> expect_sentence_graphs(const index::IndexReader& index);

// A formula in its sentence.
struct FormulaInSentence {
  base::Span sentence;      // bytes of the field's text
  std::size_t formula = 0;  // its number in the sentence: eqx0eqx of the graph is formula 0
  SentenceRecord record;
};

// Where something is said of a symbol.
struct PlacedDeclaration {
  amr::Declaration declaration;
  std::uint32_t document = 0;
  std::uint32_t field = 0;
  base::Span sentence;  // bytes of the field's text

  friend bool operator==(const PlacedDeclaration&, const PlacedDeclaration&) = default;
};

// The names that stand in a formula, each once: x, n and f of f(x_n).
std::vector<std::string> symbols_of(const formula::OperatorTree& formula);

// What sentences may tell a kind of: the formula itself, as the line that people read, where it is
// more than a name; then the names that stand in it. So a formula that one sentence calls an
// equation is known as one at its other places.
std::vector<std::string> subjects_of(const formula::Formula& formula);

// What holds for symbols of a formula that stands at a byte of a field. `here` is what its document
// declares and `of_question` what the question of it does, each in its order. Symbol by symbol:
// what its own sentence says, or the nearest one before it; then what the last sentence of the
// question says; then the first sentence behind it.
std::vector<PlacedDeclaration> declarations_for(std::span<const std::string> symbols,
                                                std::uint32_t field, std::uint32_t byte,
                                                std::span<const PlacedDeclaration> here,
                                                std::span<const PlacedDeclaration> of_question);

class ContextReader {
 public:
  // Must outlive this.
  explicit ContextReader(const index::IndexReader& index) : index_(&index) {}

  // Nothing when the sentence has no graph, or the document none yet.
  base::Result<std::optional<FormulaInSentence>> at(const index::Place& place) const;

  // What is said of the formula at a place and of its symbols, in the document or in the question
  // of which it is an answer (declarations_for).
  base::Result<std::vector<PlacedDeclaration>> declarations_of(const index::Place& place) const;

  // All that a document declares, in its order.
  base::Result<std::vector<PlacedDeclaration>> declarations_in(std::uint32_t document) const;
  // The same of the question of a document; nothing when it is no answer.
  base::Result<std::vector<PlacedDeclaration>> declarations_of_question(
      const text::Document& document, std::uint32_t number) const;

 private:
  const index::IndexReader* index_;
};

}  // namespace noether::search
