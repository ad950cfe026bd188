// Checks rules with certified numerics: whether a rule is true wherever its conditions hold.
//
// Both sides are compared at random, special and boundary points, in the real field and, unless the
// rule is only for the reals, in the complex field. A verdict other than `ok` and `untested` comes
// with a point at which it is certain. A pattern variable may stand for something that has no value
// at a point, unless defined(?a) is a condition; a right side that drops such a variable widens.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/expression/assumptions.h"
#include "noether/algebra/rules/rule_file.h"

namespace noether::algebra {

enum class RuleStatus : std::uint8_t {
  Ok,
  Widens,    // the right side is defined at a point where the left is not
  Untested,  // at too few points the conditions held and both sides were known
  Narrows,   // the left side is defined at a point where the right is not
  False,     // both are defined and differ
};
inline constexpr std::size_t kRuleStatusCount = 5;
std::string_view rule_status_name(RuleStatus status);  // ok widens untested narrows false

struct CheckOptions {
  int points = 64;     // points at which the sides are compared, in each field
  int digits = 25;     // digits to which they must agree
  double seconds = 2;  // for one rule; a check that is not finished by then may be `untested`
  std::uint64_t seed = 1;
};

struct RuleVerdict {
  RuleStatus status = RuleStatus::Untested;
  bool declared = false;  // the rule widens and is tagged so
  // For a bad status: the field and the point that show it, with the two values.
  Field field = Field::Real;
  Point point;                 // in the pool of the rule
  std::vector<Head> no_value;  // variables that stand for something undefined at the point
  std::string bindings;        // of functions in rules about derivatives and integrals
  std::string left;
  std::string right;
  std::string note;
  int agreed = 0;          // points at which both sides have the same value, in both fields
  int both_undefined = 0;  // points at which neither side has a value
  int unclear = 0;

  // The condition on shipped rules.
  bool passes() const {
    return status == RuleStatus::Ok || (status == RuleStatus::Widens && declared);
  }
};

RuleVerdict check_rule(const RuleText& rule, Expressions& pool, const CheckOptions& options = {});

// `false at ?x = -1 (real): left 1, right -1`
std::string verdict_text(const Expressions& pool, const RuleVerdict& verdict);

struct RuleSummary {
  std::size_t rules = 0;
  std::size_t by_status[kRuleStatusCount] = {};
  std::size_t declared = 0;  // of those that widen
  std::size_t failed = 0;

  void add(const RuleVerdict& verdict);
  std::string to_text() const;  // `900 rules: 860 ok, 40 widens (40 declared), 0 untested, ...`
};

}  // namespace noether::algebra
