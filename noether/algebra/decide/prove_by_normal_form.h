// Equality by normal forms: both sides are the same rational function of the same quantities.
#pragma once

#include "noether/algebra/decide/proof_request.h"

namespace noether::algebra {

struct NormalFormAnswer {
  bool same_values = false;     // wherever both are defined
  bool same_domain = false;     // looked at only when the values are the same
  ExprId difference = kNoExpr;  // left - right when that is a number other than 0
  std::vector<Step> steps;      // when the values are the same and steps were wanted
};

NormalFormAnswer compare_normal_forms(Expressions& pool, const ProofRequest& request);

}  // namespace noether::algebra
