// Divides documents into the pieces that an encoder of texts reads. The text of a field is divided
// between sentences into passages. A passage has as many tokens as the encoder reads at once, minus
// the document's own title, which precedes each passage as context. An answer is read without the
// title of its question, so that its passages represent its own text. A longer sentence is cut
// where necessary, outside of formulas if possible. Comments and keywords are not passages. A
// document with only a title has one passage for it.
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

// The place of a token: bytes of a field's text. Empty for a special token.
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
  // passage also those of the title and the special ones.
  std::size_t first_kept = 0;
  std::size_t last_kept = 0;  // one after the last
};

// Returns at most kMostPassages of a document; the text after them has no vectors.
std::vector<Passage> cut_passages(const text::Document& document, const TextEncoder& encoder);

inline constexpr std::size_t kMostPassages = 1000;

// Must be increased when the same document and encoder would give other passages.
inline constexpr std::uint32_t kPassageVersion = 1;

// A sentence that contains formulas, read alone.
struct FormulaSentence {
  std::uint32_t field = 0;  // of the document
  base::Span span;          // bytes of the field's text
  std::vector<neural::TokenId> sequence;
};

// Returns the sentences in which formulas begin, of all fields, in the order of the text, at most
// kMostFormulaSentences of a document. A sentence that is longer than the encoder's limit is
// divided like passages, and only pieces with formulas are used.
std::vector<FormulaSentence> cut_formula_sentences(const text::Document& document,
                                                   const TextEncoder& encoder);

inline constexpr std::size_t kMostFormulaSentences = 4000;

// Must be increased when the same document and encoder would give other sentences.
inline constexpr std::uint32_t kFormulaSentenceVersion = 1;

}  // namespace noether::embedding
