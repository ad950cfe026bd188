// Cuts the texts of a collection into pieces, in order, for pre-training language models.
// The three ways of cutting are those of Reusch, Thiele and Lehner (ARQMath 2022):
//
//   sentences  of words and formulas
//   chunks     sentences cut further at formulas of more than three LaTeX tokens; a remainder of
//              fewer than ten characters stays with the formula before it
//   parts      no words: formulas of more than three LaTeX tokens, cut at relation symbols
//
// and one for decoders, which read unchanged text:
//
//   whole      one piece, not cut
//
// Formulas are in the pieces as LaTeX between dollar signs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/text/document.h"

namespace noether::collection {

enum class PieceCut : std::uint8_t { Sentences, Chunks, Parts, Whole };
inline constexpr std::array kPieceCuts = {PieceCut::Sentences, PieceCut::Chunks, PieceCut::Parts,
                                          PieceCut::Whole};
std::string_view piece_cut_name(PieceCut cut);  // "sentences"

// The pieces of one text; no piece is empty.
using TextPieces = std::vector<std::string>;

// The text of a document begins with its title; each comment is a separate text. Texts without
// pieces are left out.
std::vector<TextPieces> cut_document(const text::Document& document, PieceCut cut);

// Whether a document is held out, about `share` of all. Questions and their answers go together,
// and the choice is the same for all ways of cutting.
bool is_held_out(const text::Document& document, double share);
// The same for the id of a question, or of a document without a question.
bool is_held_out(std::string_view thread, double share);

// LaTeX is cut by its tokens, without parsing it.

// Counts commands and characters, up to `most`. Braces that group are not counted: x_{i} is as long
// as x_i.
std::size_t count_latex_tokens(std::string_view latex, std::size_t most);

// The parts between the relation symbols of symbols.def (=, \in, \to, \Rightarrow, ...) and between
// the rows of alignments. Relations inside braces, brackets, scripts and other environments do not
// cut, so braces are balanced in each part. No part is empty.
std::vector<std::string> cut_at_relations(std::string_view latex);

}  // namespace noether::collection
