// Checks the equations of an answer by algebra, with the values that the answer gives.
// An equation in a text need not be a claim: it may define a name, state a condition, or be set to
// be solved. An equation that holds for all values is right in any role. An equation that does not
// is refuted only if nothing in the text suggests a role other than a claim; in case of doubt it is
// undecided.
// letters.h defines which values are substituted, and when letters may not be numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/answer/answer.h"
#include "noether/base/error.h"
#include "noether/search/is_over.h"
#include "noether/text/document.h"

namespace noether::answer {

enum class EquationVerdict : std::uint8_t { Proven, Agrees, Refuted, Undecided };
std::string_view equation_verdict_name(EquationVerdict verdict);  // proven agrees refuted undecided

// One step: a = b = c has two steps.
struct CheckedEquation {
  base::Span span;  // bytes of the text of the field: the formula that contains the step
  std::string latex = {};
  EquationVerdict verdict = EquationVerdict::Undecided;
  std::string reason = {};  // `the left side is 2 and the right side is 3`, or why it is undecided
  std::vector<ProofStep> proof = {};  // if it is proven and a proof is wanted
  std::optional<Counterexample> counterexample = std::nullopt;  // if it is refuted
};

// The time for all checks, so that they do not delay the answer.
inline constexpr double kCheckSeconds = 2;

struct CheckOptions {
  double seconds = 0.5;                  // for each decision; an equation takes up to three
  double total_seconds = kCheckSeconds;  // for a text; equations not reached are undecided
  std::size_t most_equations = 100;      // per text; the rest are left unchecked
  bool proofs = false;                   // whether to look for the steps of a proof
  search::IsOver is_over = {};
};

std::vector<CheckedEquation> check_equations(const text::Field& field,
                                             const CheckOptions& options = {});

// Adds notes of the kind `equation` to the sentences of an answer. The sentences are read as one
// text, so that a given value holds in later ones. `on_note` gets each note as soon as it is added;
// it may be empty. Returns false if time ran out, so that another run may find more.
using OnNote = std::function<void(std::size_t sentence, const Note& note)>;
bool check_answer(Answer& answer, const CheckOptions& options = {}, const OnNote& on_note = {});

}  // namespace noether::answer
