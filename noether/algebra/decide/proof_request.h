// What the provers of decide() are asked, and what they answer.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/numeric/program.h"

namespace noether::algebra {

struct ProofRequest {
  ExprId left;
  ExprId right;
  Field field;  // not Automatic
  Equality equality;
  const Assumptions* assumptions;
  Deadline deadline;
  bool want_steps;
  const std::function<bool()>* is_over;

  bool must_stop() const { return *is_over && (*is_over)(); }
};

struct Proof {
  std::string reason;
  std::vector<Step> steps;
};

}  // namespace noether::algebra
