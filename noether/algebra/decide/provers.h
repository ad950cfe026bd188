// The provers of decide(), their requests and their answers.
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

// Equality by normal forms: both sides are the same rational function of the same quantities.
struct NormalFormAnswer {
  bool same_values = false;     // wherever both are defined
  bool same_domain = false;     // determined only if the values are the same
  ExprId difference = kNoExpr;  // left - right if that is a number other than 0
  std::vector<Step> steps;      // if the values are the same and steps were requested
};

NormalFormAnswer compare_normal_forms(Expressions& pool, const ProofRequest& request);

// Equality by saturation: the rules, applied to both sides, merge them into one class.
std::optional<Proof> prove_by_rules(Expressions& pool, const ProofRequest& request);

}  // namespace noether::algebra
