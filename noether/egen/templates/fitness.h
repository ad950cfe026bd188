// Decides whether an expression is worth a cluster: it depends on a variable, and has a value of
// ordinary size at a sufficient share of ordinary real points.
//
// Readers who compare members with it at real points must find points at which both have a value.
// The points are fixed: spread evenly over [-5, 5], not whole, and in another order for each
// variable. Values are certified ranges in doubles; derivatives are carried out first.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/numeric/ranges/range.h"
#include "noether/egen/templates/initial_expressions.h"

namespace noether::egen {

class FitnessCheck {
 public:
  static constexpr std::size_t kPoints = 60;
  static constexpr std::size_t kLeastUsable = 6;  // points with a value of ordinary size
  // One in kNearShare of the points within kNear must be usable if other programs compare the
  // members: they choose their points near zero, not where this expression has values.
  static constexpr double kNear = 3;
  static constexpr std::size_t kNearShare = 4;
  static constexpr std::size_t kMostExtreme = 6;  // points with a value beyond kLargest
  static constexpr double kLargest = 1e12;
  static constexpr double kSmallest = 1e-9;  // in absolute value, except for 0 itself

  explicit FitnessCheck(algebra::Expressions& pool) : pool_(pool) {}

  struct Demands {
    bool may_be_constant = false;
    bool near = true;  // values near zero, too
  };
  // Returns Constant, Undefined, Extreme or Unknown, or nothing if it is fit.
  std::optional<Unfit> check(algebra::ExprId root, Demands demands);

 private:
  struct Step {
    algebra::Head head;
    std::size_t variable = 0;
    std::vector<std::size_t> operands = {};
  };
  bool load(algebra::ExprId root);  // returns false if a part has no value
  algebra::Range value_at(std::size_t point);
  bool is_near(std::size_t point) const;

  algebra::Expressions& pool_;
  std::vector<Step> steps_;
  std::vector<algebra::Range> ranges_;
  std::vector<algebra::Head> variables_;
};

// Takes candidates for initial expressions one by one, and drops unfit and repeated ones.
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

  // Returns the reason why the candidate was dropped, or nothing if it was taken.
  std::optional<Unfit> take(const Candidate& candidate, const std::string& origin);
  // Counts a candidate that is not an expression.
  void drop(Unfit reason) {
    ++candidates_;
    ++dropped_[static_cast<std::size_t>(reason)];
  }

  std::size_t size() const { return taken_.size(); }
  // Returns the accepted candidates in order, and the counts. Call it once.
  InitialList finish();

 private:
  std::optional<Unfit> judge(const Candidate& candidate, std::string& prefix);
  std::string twin_form(algebra::ExprId root) const;

  algebra::Expressions& pool_;
  FitnessCheck fitness_;
  algebra::Fingerprinter fingerprints_;
  // Digests of tokens, of the common form of commutative twins, and of values.
  std::unordered_set<base::Digest> texts_;
  std::unordered_set<base::Digest> twins_;
  std::unordered_set<base::Digest> values_;
  std::vector<InitialExpression> taken_;
  std::size_t candidates_ = 0;
  std::array<std::size_t, kUnfitCount> dropped_{};
};

}  // namespace noether::egen
