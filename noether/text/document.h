// The output of every reader of a collection and the input of every index: fields of text with
// formulas, and the pieces of a longer text.
// The text of a field is plain Unicode, in which a formula is LaTeX between dollar signs: `Let
// $x^2$ be`. The spans give the places of the formulas, without the signs, so that a word is never
// found inside a formula and a dollar sign that is money is never taken for a delimiter. A line
// feed outside a formula ends a paragraph.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace noether::text {

struct FormulaSpan {
  std::uint32_t begin = 0;  // bytes of the field's text, half open, the LaTeX alone
  std::uint32_t end = 0;
  std::string id;         // the collection's id of this occurrence; may be empty
  std::string visual_id;  // the collection's id of the drawing; may be empty

  friend bool operator==(const FormulaSpan&, const FormulaSpan&) = default;
};

struct Field {
  std::string name;  // title body comment caption ...
  std::string text;
  std::vector<FormulaSpan> formulas;  // in the order of the text, without overlaps

  friend bool operator==(const Field&, const Field&) = default;
};

struct Document {
  std::string id;      // unique in its collection
  std::string kind;    // question answer section theorem page ...
  std::string parent;  // the id of the question of an answer; may be empty
  std::string source;  // the file or an address
  std::vector<std::string> tags;
  std::vector<Field> fields;
  // Further properties in the order of the source: score, date, accepted, duplicate-of ...
  std::vector<std::pair<std::string, std::string>> properties;

  friend bool operator==(const Document&, const Document&) = default;
};

inline constexpr std::int32_t kNoParent = -1;  // the parent of an outermost piece

// A part of a longer document that can be found by itself: a section, a theorem, a proof.
// The text of a piece excludes the text of the pieces inside it, so that no text occurs twice;
// `parent` is the enclosing piece.
struct Piece {
  std::string kind;  // text abstract section theorem lemma definition proof example ...
  int level = 0;     // 1 for the highest section, 0 for a piece that is not a section
  std::string label;
  Field title;  // the heading of a section or the name of a theorem; may be empty
  Field body;
  std::int32_t parent = kNoParent;  // the index of the enclosing piece
  std::uint32_t line = 1;           // where it begins in the source, from 1

  friend bool operator==(const Piece&, const Piece&) = default;
};

}  // namespace noether::text
