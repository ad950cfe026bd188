// Takes candidates for initial expressions one by one, and drops what is unfit or was there before.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <unordered_set>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/egen/templates/fitness.h"
#include "noether/egen/templates/initial_expressions.h"

namespace noether::egen {

struct Candidate {
  algebra::ExprId expression = algebra::kNoExpr;
  std::uint32_t max_tokens = 0;
  FitnessCheck::Demands demands;
};

class InitialFilter {
 public:
  // The pool may be cleared between candidates.
  explicit InitialFilter(algebra::Expressions& pool)
      : pool_(pool), fitness_(pool), fingerprints_(pool) {}

  // Why it was dropped; none when it was taken.
  std::optional<Unfit> take(const Candidate& candidate, const std::string& origin);
  // Counts a candidate that is not even an expression.
  void drop(Unfit reason) {
    ++candidates_;
    ++dropped_[static_cast<std::size_t>(reason)];
  }

  std::size_t size() const { return taken_.size(); }
  // What was taken, in its order, and the counts; for once.
  InitialList finish();

 private:
  std::optional<Unfit> judge(const Candidate& candidate, std::string& prefix);
  std::string twin_form(algebra::ExprId root) const;

  algebra::Expressions& pool_;
  FitnessCheck fitness_;
  algebra::Fingerprinter fingerprints_;
  // Of tokens, of what commutative twins share, and of values.
  std::unordered_set<base::Digest> texts_;
  std::unordered_set<base::Digest> twins_;
  std::unordered_set<base::Digest> values_;
  std::vector<InitialExpression> taken_;
  std::size_t candidates_ = 0;
  std::array<std::size_t, kUnfitCount> dropped_{};
};

}  // namespace noether::egen
