// Points for checking a rule, drawn so that its conditions hold often.
//
// Special values come first: all of them if there is one variable; otherwise the same for all
// variables, every combination of the most significant ones, and each one with arbitrary values of
// the other variables. Then follow, in turn, random values, one special value among random ones,
// values on a fine grid (integers, halves, twelfths of pi), and values in a simple relation to each
// other (b = -a, b = 1/a, b = a + pi), for which sums are integers, zero or poles. If there is time
// for only a few points, special ones are mixed with the others. Conditions on a plain variable
// bound its values; the caller must check the other conditions.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "noether/algebra/expression/assumptions.h"
#include "noether/algebra/numeric/points.h"
#include "noether/algebra/rules/rule_file.h"

namespace noether::algebra {

// The conditions that concern one variable alone, as an assumption about it.
VariableAssumption assumption_about(Expressions& pool, Head variable,
                                    std::span<const Condition> conditions, Field field);

class RulePoints {
 public:
  static constexpr std::size_t kMaxSpecialPoints = 500;

  enum class Sequence : std::uint8_t { SpecialFirst, Mixed };

  // The pool must outlive the source.
  RulePoints(Expressions& pool, std::vector<Head> variables, std::span<const Condition> conditions,
             Field field, std::uint64_t seed, Sequence sequence = Sequence::SpecialFirst);

  // Returns a new point; nothing if many attempts gave only repetitions.
  std::optional<Point> next();
  // The number of special points that come first.
  std::size_t special_count() const {
    return sequence_ == Sequence::SpecialFirst ? special_.size() : 0;
  }

 private:
  using Values = std::vector<ExprId>;  // of the variables, in their order
  void make_special();
  Values draw();
  Values random();
  ExprId special_value(std::size_t variable);
  ExprId grid_value(std::size_t variable);
  ExprId related_value(ExprId other);
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

  Expressions* pool_;
  std::vector<Head> variables_;
  std::vector<VariableAssumption> assumptions_;
  std::vector<CoordinateSource> sources_;
  std::vector<bool> on_grid_;  // a condition requires a term of this variable to be an integer
  std::mt19937_64 random_;
  std::vector<Values> special_;
  Sequence sequence_;
  std::size_t tried_ = 0;
  std::set<Values> given_;
};

}  // namespace noether::algebra
