// The results of a search for formulas.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/decide/decide.h"

namespace noether::search {

// The sense in which a formula is the same as the query, from loose to strict. The strictest sense
// that applies is used.
enum class Sameness : std::uint8_t {
  None,
  Meaning,    // equal by its fingerprint
  Renaming,   // the same but for the names of variables
  Structure,  // the same but for the order of operands without an order
  Drawing,    // drawn the same
};
// none meaning renaming structure drawing
std::string_view sameness_name(Sameness sameness);
// A description for people. A fingerprint consists of values at sample points, which prove nothing.
std::string_view sameness_text(Sameness sameness);

struct FormulaHit {
  std::uint32_t formula = 0;  // as in IndexReader; a formula of several segments gives several hits
  double score = 0;           // not comparable between queries
  Sameness sameness = Sameness::None;

  friend bool operator==(const FormulaHit&, const FormulaHit&) = default;
};

// Orders by sameness, then by score; equal hits keep the order of the index.
inline bool scores_higher(const FormulaHit& a, const FormulaHit& b) {
  return a.score != b.score ? a.score > b.score : a.formula < b.formula;
}
inline bool is_more_alike(const FormulaHit& a, const FormulaHit& b) {
  return a.sameness != b.sameness ? a.sameness > b.sameness : scores_higher(a, b);
}

// One line of an explanation: weights times values add up to the score.
struct FormulaScorePart {
  std::string_view name;
  double value = 0;
  double weight = 0;
};

// A formula with the meaning of the query, with the evidence.
struct EqualFormula {
  std::uint32_t formula = 0;
  Sameness sameness = Sameness::None;
  // Proven if the trees are the same; otherwise the verdict of algebra: proven or agrees.
  algebra::Verdict verdict = algebra::Verdict::Unknown;
  std::string reason;  // one line for people
  // The variables of the formula with the corresponding variables of the query, where names differ:
  // y for x.
  std::vector<std::pair<std::string, std::string>> renamed;
};

struct EqualFormulaList {
  std::vector<EqualFormula> formulas;  // the strictest sameness first
  // Formulas that have the fingerprint of the query, but are not in the list:
  std::uint32_t untried = 0;    // time ran out before they were compared
  std::uint32_t undecided = 0;  // algebra could not decide
};

}  // namespace noether::search
