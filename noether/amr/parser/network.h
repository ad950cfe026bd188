// The network of the parser: an encoder of texts, and heads that score labels of words.
//
// The encoder reads the pieces of all words between its special tokens, with the shape of the word
// (WordShape) as the segment of each of its pieces; special tokens have segment 0. The vector of a
// word is that of its first piece. A formula is read as the one piece `[MASK]`... see
// kFormulaPiece. The vector of the first special token stands for the place above the root.
//
// model.safetensors has the tensors of the transformer (visit_weights) and of the heads, whose
// sizes follow from their shapes. V is the width of the encoder, linear layers are [out, in]:
//
//   parser.fragments.hidden.weight [H, V]  .bias [H]    then GELU (erf)
//   parser.fragments.out.weight    [F, H]  .bias [F]    scores of the fragments of a word
//   parser.senses.out.weight       [S, H]  .bias [S]    of the same hidden vector
//   parser.edges.head.weight       [A, V]  .bias [A]    then GELU
//   parser.edges.dependent.weight  [A, V]  .bias [A]    then GELU
//   parser.edges.bilinear.weight   [A, A]               score(h, d) = head_h W dependent_d + b
//   head_h parser.edges.bilinear.bias     [A] parser.reentrant.*             as parser.edges.*,
//   with a size of its own; the logit of an edge
//                                  from h to d in its normal direction, besides the tree
//   parser.reentrant.offset        [1]                  added to that logit
//   parser.roles.head.weight       [B, V]  .bias [B]    then GELU
//   parser.roles.dependent.weight  [B, V]  .bias [B]    then GELU
//   parser.roles.bilinear.weight   [R * B, B]           score(h, d, r) = head_h (W_r dependent_d +
//   b_r) parser.roles.bilinear.bias     [R * B]                             + offset_r
//   parser.roles.offset            [R]
//
// One network scores both the roles of the tree and those of re-entrant edges.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "noether/amr/parser/words.h"
#include "noether/base/error.h"
#include "noether/neural/token.h"
#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::amr {

// What the encoder reads for a formula.
inline constexpr std::string_view kFormulaPiece = "[MASK]";

// A sentence as the encoder reads it.
struct WordPieces {
  std::vector<neural::TokenId> tokens;     // with the special ones
  std::vector<std::uint8_t> segments;      // of each token
  std::vector<std::size_t> first_of_word;  // the place in `tokens` of each word's first piece
};

// The most pieces that are read of one word; the rest is left out.
inline constexpr std::size_t kMostPieces = 8;

// Words that have no piece of their own are read as the unknown one.
WordPieces read_pieces(const Sentence& sentence, const neural::tokens::Tokenizer& tokenizer);

}  // namespace noether::amr
