// Fields and pieces as tests show them: formulas between ⟦ and ⟧, with their ids after a bar.
#pragma once

#include <string>
#include <vector>

#include "noether/text/piece.h"

namespace noether::text {

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
