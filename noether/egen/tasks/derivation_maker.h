// Derivations line by line, some with mistakes.
//
// A step leads from one line to the next, so a derivation has one line more than it has steps. A
// correct step is an application of a rule (or of a few, where the way is long), and its line
// agrees with the previous one. A mistake is the correct line with one token changed, and is
// certified different from the previous line. The derivation continues from the mistake, so every
// step is judged by the previous line alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/egen/training/distractors.h"

namespace noether::egen {

// A line and the step that led to it; the first line has no step.
struct DerivationStep {
  std::string expression;  // the line
  std::string rule;  // why it equals the previous line; empty for the first line and for mistakes
  std::optional<Change> mistake;  // the change, if the line is a mistake

  friend bool operator==(const DerivationStep&, const DerivationStep&) = default;
};

struct Derivation {
  std::uint64_t cluster_id = 0;
  std::vector<DerivationStep> steps;  // one for each line, the first one without a step

  friend bool operator==(const Derivation&, const Derivation&) = default;
};

struct DerivationOptions {
  std::size_t fewest_steps = 5;  // from line to line: one less than lines
  std::size_t most_steps = 12;
  std::size_t max_tokens = 25;    // of each line
  std::size_t made_nodes = 2000;  // of the e-graph
  // Out of a hundred derivations, this many have one mistake, and two_mistakes have two.
  unsigned one_mistake = 60;
  unsigned two_mistakes = 35;
};

class DerivationMaker {
 public:
  explicit DerivationMaker(const DerivationOptions& options = {});
  ~DerivationMaker();
  DerivationMaker(DerivationMaker&&) noexcept;
  DerivationMaker& operator=(DerivationMaker&&) noexcept;

  // Makes a derivation that starts at this expression; empty if the rules do not lead far enough.
  std::optional<Derivation> make(std::string_view expression, std::uint64_t cluster_id,
                                 egraph::Random& random);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::egen
