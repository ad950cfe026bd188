// The value of an expression at a point, as far as it is certain.
#pragma once

#include <cstdint>

#include "noether/algebra/numeric/balls/ball.h"
#include "noether/algebra/numeric/balls/exact.h"

namespace noether::algebra {

// Defined and Undefined are certain; Unclear is everything else.
enum class Definedness : std::uint8_t { Defined, Undefined, Unclear };

struct Value {
  Definedness definedness = Definedness::Unclear;
  Ball ball;    // holds the value when Defined; of no meaning otherwise
  Exact exact;  // when Defined and known: the value itself

  bool defined() const { return definedness == Definedness::Defined; }
};

// Makes it the number, or the unit once.
void set_number(const Rational& number, slong bits, Value& out);
void set_unit(ExactUnit unit, slong bits, Value& out);

// What can be said about a real value; every question has the answer Unknown, too.
enum class Order : std::int8_t { Less = -1, Equal = 0, Greater = 1, Unknown = 2 };
enum class Truth : std::uint8_t { No, Yes, Unknown };

// The real part of `value` against a machine integer.
Order compare(const Value& value, std::int64_t integer);
Order compare(const Value& a, const Value& b);
Truth is_zero(const Value& value);
Truth is_real(const Value& value);
Truth is_integer(const Value& value);
// When is_integer() is Yes and it fits a machine word with room to spare (62 bits).
bool get_integer(const Value& value, std::int64_t& integer);

}  // namespace noether::algebra
