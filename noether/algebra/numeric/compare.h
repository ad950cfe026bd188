// Compares two expressions at a point: the same value, different values, or one of them undefined.
//
// The precision grows until the result is certain or the limit is reached. Different and the
// Undefined results are certain; SameValue means that the values agree to the requested digits.
#pragma once

#include <cstdint>
#include <string>

#include "noether/algebra/numeric/evaluate.h"

namespace noether::algebra {

inline constexpr slong kMaxComparisonBits = 4096;

enum class Outcome : std::uint8_t {
  SameValue,
  Different,
  LeftUndefined,   // and the right side is defined
  RightUndefined,  // and the left side is defined
  BothUndefined,
  Unclear,
};

struct Comparison {
  Outcome outcome = Outcome::Unclear;
  // Decimal text of about ten digits, or `undefined`, or `unclear`; empty if SameValue.
  std::string left;
  std::string right;
  slong bits = 0;  // the precision of the last evaluation
};

// Compares root 0 with root 1 of `evaluator`.
Comparison compare_at(BallEvaluator& evaluator, const Point& point, Field field, int digits,
                      Deadline deadline = kNoDeadline, slong max_bits = kMaxComparisonBits);

// `0.5`, `undefined` or `unclear`.
std::string value_text(const Value& value, int digits = 10);

}  // namespace noether::algebra
