// The value of an expression at a point, as far as it is certain.
#pragma once

#include <acb.h>

#include <cstdint>
#include <string>

#include "noether/algebra/numeric/balls/exact.h"

namespace noether::algebra {

// A complex ball: a midpoint and a radius for the real and for the imaginary part (Arb's acb_t).
//
// A ball stands for every number in it. An operation on balls gives a ball that holds all results
// of the operation on their members, so what is true of the ball is true of the number meant.
class Ball {
 public:
  Ball() { acb_init(value_); }
  Ball(const Ball& other) {
    acb_init(value_);
    acb_set(value_, other.value_);
  }
  Ball(Ball&& other) noexcept {
    acb_init(value_);
    acb_swap(value_, other.value_);
  }
  Ball& operator=(const Ball& other) {
    acb_set(value_, other.value_);
    return *this;
  }
  Ball& operator=(Ball&& other) noexcept {
    acb_swap(value_, other.value_);
    return *this;
  }
  ~Ball() { acb_clear(value_); }

  acb_ptr raw() { return value_; }
  acb_srcptr raw() const { return value_; }
  arb_ptr real() { return acb_realref(value_); }
  arb_srcptr real() const { return acb_realref(value_); }
  arb_ptr imag() { return acb_imagref(value_); }
  arb_srcptr imag() const { return acb_imagref(value_); }

  bool is_real() const { return arb_is_zero(imag()) != 0; }
  bool is_finite() const { return acb_is_finite(value_) != 0; }

  // Decimal text for people: `0.3333333333`, `1 - 2.5*i`; digits that are not certain are left out.
  std::string to_string(int digits = 10) const;

 private:
  acb_t value_;
};

// Certain that no number is in both.
bool disjoint(const Ball& a, const Ball& b);

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
