// Documents as the pieces that an encoder of texts reads.
//
// The text of a field is cut at the borders of sentences into passages of as many tokens as the
// encoder reads at once, less the document's own title, which stands before each of them as
// context. An answer is read without the title of its question: its passages are to say what it
// says itself. A sentence that is longer is cut where it must be, outside of formulas where that is
// possible. Comments and keywords are no passages. A document with nothing but a title has one of
// that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/text/read_fields.h"
#include "noether/embedding/text/text_encoder.h"
#include "noether/neural/token.h"
#include "noether/text/document.h"

namespace noether::embedding {

// Where a token stands: bytes of a field's text. Empty of a special token.
struct TokenPlace {
  std::uint32_t field = 0;  // of the document
  base::Span span;
};

struct Passage {
  std::uint32_t field = 0;  // of the document
  base::Span span;          // bytes of the field's text
  std::vector<neural::TokenId> sequence;
  std::vector<TokenPlace> places;  // of each token of the sequence
  // The tokens of the sequence that late interaction keeps: those of the passage, and in the first
  // also those of the title and the special ones.
  std::size_t first_kept = 0;
  std::size_t last_kept = 0;  // behind it
};

// At most kMostPassages of a document: what comes behind them has no vectors.
std::vector<Passage> cut_passages(const text::Document& document, const TextEncoder& encoder);

inline constexpr std::size_t kMostPassages = 1000;

// Counted up whenever other passages would come of the same document and the same encoder.
inline constexpr std::uint32_t kPassageVersion = 1;

// A sentence in which formulas stand, alone: what is said of them right there.
struct FormulaSentence {
  std::uint32_t field = 0;  // of the document
  base::Span span;          // bytes of the field's text
  std::vector<neural::TokenId> sequence;
};

// The sentences in which formulas begin, of all fields, in the order of the text. One that is
// longer than the encoder reads is cut as passages are, and only pieces with formulas are taken. At
// most kMostFormulaSentences of a document.
std::vector<FormulaSentence> cut_formula_sentences(const text::Document& document,
                                                   const TextEncoder& encoder);

inline constexpr std::size_t kMostFormulaSentences = 4000;

// Counted up whenever other sentences would come of the same document and the same encoder.
inline constexpr std::uint32_t kFormulaSentenceVersion = 1;

}  // namespace noether::embedding
