// Support for tests and fuzz targets: checks the invariants of every field that a reader of this
// module makes, and renders fields and pieces as text.
#pragma once

#include <string>
#include <vector>

#include "noether/base/utf8.h"
#include "noether/text/document.h"
#include "noether/text/sentences.h"
#include "noether/text/words.h"

namespace noether::text {

// Returns the invariant that is violated; empty if all hold.
inline std::string field_fault(const Field& field, WordReader& words) {
  const std::string_view text = field.text;
  if (base::find_invalid_utf8(text)) return "text is not UTF-8";
  std::size_t end = 0;
  for (const FormulaSpan& formula : field.formulas) {
    if (formula.begin < end + 1 || formula.end <= formula.begin) return "spans out of order";
    if (formula.end >= text.size()) return "span outside the text";
    if (text[formula.begin - 1] != '$' || text[formula.end] != '$') return "no dollar signs";
    end = formula.end + 1;
  }
  const auto touches_formula = [&](std::size_t from, std::size_t to) {
    for (const FormulaSpan& formula : field.formulas) {
      if (from < formula.end && formula.begin < to) return true;
    }
    return false;
  };
  const bool small = field.formulas.size() < 200;
  Word word;
  std::size_t word_end = 0;
  std::uint32_t positions = 0;
  words.start(field);
  while (words.next(word)) {
    if (word.begin < word_end || word.end <= word.begin || word.end > text.size()) {
      return "words out of order";
    }
    if (word.text.empty() || word.stem.empty()) return "a word without letters";
    if (word.position < positions) return "positions out of order";
    if (small && touches_formula(word.begin, word.end)) return "a word inside a formula";
    word_end = word.end;
    positions = word.position + 1;
  }
  std::size_t sentence_end = 0;
  for (const base::Span& sentence : find_sentences(field)) {
    if (sentence.begin < sentence_end || sentence.end <= sentence.begin ||
        sentence.end > text.size()) {
      return "sentences out of order";
    }
    for (const FormulaSpan& formula : field.formulas) {
      if (!small) break;
      const bool begins_inside = formula.begin <= sentence.begin && sentence.begin < formula.end;
      const bool ends_inside = formula.begin < sentence.end && sentence.end <= formula.end;
      if (begins_inside || ends_inside) return "a sentence cuts a formula";
    }
    sentence_end = sentence.end;
  }
  return {};
}

// Writes each formula between ⟦ and ⟧, with its id after a bar.
inline std::string rendered(const Field& field) {
  std::string out;
  std::size_t at = 0;
  for (const FormulaSpan& formula : field.formulas) {
    out += field.text.substr(at, formula.begin - 1 - at);
    out += "⟦" + field.text.substr(formula.begin, formula.end - formula.begin);
    if (!formula.id.empty()) out += "|" + formula.id;
    out += "⟧";
    at = formula.end + 1;
  }
  return out + field.text.substr(at);
}

inline std::string rendered(const std::vector<Piece>& pieces) {
  std::string out;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    out += "[" + std::to_string(i) + " " + piece.kind;
    if (piece.level > 0) out += " " + std::to_string(piece.level);
    if (piece.parent != kNoParent) out += " in " + std::to_string(piece.parent);
    if (!piece.label.empty()) out += " #" + piece.label;
    out += "]";
    if (!piece.title.text.empty()) out += " " + rendered(piece.title);
    out += "\n";
    if (!piece.body.text.empty()) out += rendered(piece.body) + "\n";
  }
  return out;
}

}  // namespace noether::text
